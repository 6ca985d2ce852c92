import { expect, test } from 'vitest'
import {
  areDownloadsEnded,
  canBecome,
  canCancel,
  canTrack,
  nextStatus,
  refundDue,
  shipmentOf,
} from '#domain/orders/order.ts'
import { orderStatuses } from '#domain/orders/status.ts'

test('allows exactly these status changes', () => {
  const allowed = orderStatuses.flatMap((from) =>
    orderStatuses.filter((to) => canBecome(from, to)).map((to) => `${from} → ${to}`),
  )
  expect(allowed).toEqual([
    'paid → processing',
    'paid → cancelled',
    'processing → shipped',
    'processing → cancelled',
    'shipped → delivered',
  ])
})

test('each status has one next step until the order is over', () => {
  expect(orderStatuses.map(nextStatus)).toEqual(['processing', 'shipped', 'delivered', null, null])
})

test('a shipped order cannot be cancelled and a finished one cannot be tracked', () => {
  expect(orderStatuses.filter(canCancel)).toEqual(['paid', 'processing'])
  expect(orderStatuses.filter(canTrack)).toEqual(['paid', 'processing', 'shipped'])
})

test('a bulk shipment takes orders in processing and mails buyers of parcels who are not erased', () => {
  const [parcel, track] = [{ isDigital: false }, { isDigital: true }]
  const order = { status: 'processing', isErased: false, items: [track, parcel] } as const
  const digital = { ...order, items: [track] }
  const erased = { ...order, isErased: true }
  const others = orderStatuses.filter((status) => status !== 'processing').map((status) => ({ ...order, status }))
  expect(shipmentOf([order, digital, erased, ...others])).toEqual({ able: [order, digital, erased], mails: 1 })
})

test('a cancelled order owes the rest of the money, except after a lost dispute', () => {
  const paid = { stripePaymentIntent: 'pi_1', totalAmount: 2_195, refundedAmount: 195, isTest: false }
  const order = { status: 'cancelled', attention: null, ...paid } as const
  expect(refundDue(order)).toBe(2_000)
  expect(refundDue({ ...order, refundedAmount: 2_195 })).toBe(0)
  expect(refundDue({ ...order, attention: 'dispute-lost' })).toBe(0)
  expect(refundDue({ ...order, status: 'paid' })).toBe(0)
  expect(refundDue({ ...order, stripePaymentIntent: null })).toBe(0)
  expect(refundDue({ ...order, isTest: true })).toBe(0)
})

test('only a cancelled or fully refunded order ends its downloads', () => {
  const ended = (refundedAmount: number, totalAmount = 900) =>
    orderStatuses.filter((status) => areDownloadsEnded({ status, totalAmount, refundedAmount }))
  expect(ended(0)).toEqual(['cancelled'])
  expect(ended(899)).toEqual(['cancelled'])
  expect(ended(900)).toEqual([...orderStatuses])
  expect(ended(0, 0)).toEqual(['cancelled'])
})
