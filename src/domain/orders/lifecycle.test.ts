import { expect, test } from 'vitest'
import {
  canCancel,
  canTrack,
  endsDownloads,
  mayBecome,
  nextStep,
  refundDue,
  shipmentOf,
} from '#domain/orders/lifecycle.ts'
import { orderStatuses } from '#domain/orders/order.ts'

test('of all pairs, an order takes these steps and no others', () => {
  const allowed = orderStatuses.flatMap((from) =>
    orderStatuses.filter((to) => mayBecome(from, to)).map((to) => `${from} → ${to}`),
  )
  expect(allowed).toEqual([
    'paid → processing',
    'paid → cancelled',
    'processing → shipped',
    'processing → cancelled',
    'shipped → delivered',
  ])
})

test('one step follows from each, until it is over', () => {
  expect(orderStatuses.map(nextStep)).toEqual(['processing', 'shipped', 'delivered', null, null])
})

test('what has left cannot be cancelled, and what is over has no parcel', () => {
  expect(orderStatuses.filter(canCancel)).toEqual(['paid', 'processing'])
  expect(orderStatuses.filter(canTrack)).toEqual(['paid', 'processing', 'shipped'])
})

test('of several orders those are shipped that are being processed, and buyers of parcels who can be written to are told', () => {
  const [parcel, track] = [{ isDigital: false }, { isDigital: true }]
  const order = { status: 'processing', isErased: false, items: [track, parcel] } as const
  const digital = { ...order, items: [track] }
  const erased = { ...order, isErased: true }
  const others = orderStatuses.filter((status) => status !== 'processing').map((status) => ({ ...order, status }))
  expect(shipmentOf([order, digital, erased, ...others])).toEqual({ able: [order, digital, erased], mails: 1 })
})

test('all that is left of the money goes back when an order is cancelled, unless a bank has taken it', () => {
  const paid = { stripePaymentIntent: 'pi_1', totalAmount: 2_195, refundedAmount: 195, isTest: false }
  const order = { status: 'cancelled', attention: null, ...paid } as const
  expect(refundDue(order)).toBe(2_000)
  expect(refundDue({ ...order, refundedAmount: 2_195 })).toBe(0)
  expect(refundDue({ ...order, attention: 'dispute-lost' })).toBe(0)
  expect(refundDue({ ...order, status: 'paid' })).toBe(0)
  expect(refundDue({ ...order, stripePaymentIntent: null })).toBe(0)
  expect(refundDue({ ...order, isTest: true })).toBe(0)
})

test('an order that was cancelled or paid back in full takes its downloads with it, and no other', () => {
  const ended = (refundedAmount: number, totalAmount = 900) =>
    orderStatuses.filter((status) => endsDownloads({ status, totalAmount, refundedAmount }))
  expect(ended(0)).toEqual(['cancelled'])
  expect(ended(899)).toEqual(['cancelled'])
  expect(ended(900)).toEqual([...orderStatuses])
  expect(ended(0, 0)).toEqual(['cancelled'])
})
