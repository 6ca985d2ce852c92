import { expect, test } from 'vitest'
import {
  canCancelOrder,
  canChangeStatus,
  canSetTracking,
  hasEndedDownloads,
  nextOrderStatus,
  refundDue,
  shippableOrders,
} from '#domain/orders/order.ts'
import { orderStatuses } from '#domain/orders/status.ts'

test('allows exactly the listed changes of the order status', () => {
  const allowed = orderStatuses.flatMap((from) =>
    orderStatuses.filter((to) => canChangeStatus(from, to)).map((to) => `${from} → ${to}`),
  )
  expect(allowed).toEqual([
    'paid → processing',
    'paid → cancelled',
    'processing → shipped',
    'processing → cancelled',
    'shipped → delivered',
  ])
})

test('each order status has one next status until the order is delivered or cancelled', () => {
  expect(orderStatuses.map(nextOrderStatus)).toEqual(['processing', 'shipped', 'delivered', null, null])
})

test('a shipped order cannot be cancelled and a finished one cannot be tracked', () => {
  expect(orderStatuses.filter(canCancelOrder)).toEqual(['paid', 'processing'])
  expect(orderStatuses.filter(canSetTracking)).toEqual(['paid', 'processing', 'shipped'])
})

test('a bulk shipment takes orders in processing and mails buyers of parcels who are not erased', () => {
  const [parcel, track] = [{ isDigital: false }, { isDigital: true }]
  const order = { status: 'processing', isErased: false, items: [track, parcel] } as const
  const digital = { ...order, items: [track] }
  const erased = { ...order, isErased: true }
  const others = orderStatuses.filter((status) => status !== 'processing').map((status) => ({ ...order, status }))
  expect(shippableOrders([order, digital, erased, ...others])).toEqual({ able: [order, digital, erased], mails: 1 })
})

test('refunds the rest of a cancelled order, except after a lost dispute', () => {
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
    orderStatuses.filter((status) => hasEndedDownloads({ status, totalAmount, refundedAmount }))
  expect(ended(0)).toEqual(['cancelled'])
  expect(ended(899)).toEqual(['cancelled'])
  expect(ended(900)).toEqual([...orderStatuses])
  expect(ended(0, 0)).toEqual(['cancelled'])
})
