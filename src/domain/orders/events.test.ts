import { expect, test } from 'vitest'
import { eventKinds, eventWords, type OrderEvent } from '#domain/orders/events.ts'

test('everything that can happen to an order is said in words', () => {
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
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(eventKinds))
  const said = all.map((event) => eventWords(event, (amount, currency) => `${amount} ${currency}`))
  expect(said.slice(0, 5)).toEqual([
    'Processing',
    'Cancelled; 2 pieces are back in stock',
    'DHL has it as AB123',
    'A note was written',
    '500 GBP has gone back to the buyer in all',
  ])
  expect(said.slice(-3)).toEqual([
    'The buyer was mailed that it is on its way',
    'The buyer was not mailed that it is on its way: their address cannot be read',
    'The buyer was erased',
  ])
})
