import { expect, test } from 'vitest'
import { type OrderEvent, orderEventKinds, orderEventText, orderStateText } from '#domain/orders/events.ts'
import { orderStatuses } from '#domain/orders/status.ts'

test('has a sentence for every order event', () => {
  const all: OrderEvent[] = [
    { kind: 'status', from: 'paid', to: 'processing' },
    { kind: 'status', from: 'paid', to: 'cancelled', returned: 2 },
    { kind: 'tracking', carrier: 'DHL', number: 'AB123' },
    { kind: 'note' },
    { kind: 'refund', amount: 500, currency: 'GBP' },
    { kind: 'attention', what: 'disputed' },
    { kind: 'settled' },
    { kind: 'mail', mail: 'shipped' },
    { kind: 'unmailed', mail: 'shipped' },
    { kind: 'erased' },
  ]
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(orderEventKinds))
  const words = all.map((event) => orderEventText(event, (amount, currency) => `${amount} ${currency}`))
  expect(words.slice(0, 5)).toEqual([
    'Processing',
    'Cancelled; 2 pieces are back in stock',
    'Sent with DHL, tracking number AB123',
    'Note added',
    '500 GBP refunded in total',
  ])
  expect(words.slice(-3)).toEqual([
    'The buyer was sent the shipping notice',
    'The buyer was not sent the shipping notice: their address cannot be read',
    'Customer data erased',
  ])
})

const sent = { ships: true, isShort: false }

test('has its own sentence for every order status', () => {
  const sentences = orderStatuses.map((status) => orderStateText({ ...sent, status }))
  expect(new Set(sentences).size).toBe(orderStatuses.length)
})

test('the order status text of downloads says nothing about packing but mentions a cancellation', () => {
  const of = (status: (typeof orderStatuses)[number]) => orderStateText({ status, ships: false, isShort: false })
  expect(of('paid')).toBe('Nothing needs to be sent: everything in it is a download.')
  expect(of('delivered')).toBe(of('paid'))
  expect(of('cancelled')).toBe('This order was cancelled.')
})

test('mentions missing stock to the buyer until the order is in processing', () => {
  expect(orderStateText({ ...sent, isShort: true, status: 'paid' })).toContain('sold out while you were paying')
  for (const status of ['processing', 'shipped', 'delivered', 'cancelled'] as const)
    expect(orderStateText({ ...sent, isShort: true, status })).toBe(orderStateText({ ...sent, status }))
})
