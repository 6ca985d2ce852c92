import { expect, test } from 'vitest'
import { addStartedPayment, parseStartedPayments, type StartedPayment } from '#domain/cart/started-payments.ts'

const begun = (reference: string): StartedPayment => ({ reference, items: [{ id: 'record', quantity: 2 }] })

test('stores only the last few started payments, each once', () => {
  const all = ['A', 'B', 'C', 'D', 'E', 'F', 'C'].map(begun).reduce(addStartedPayment, [])
  expect(all.map(({ reference }) => reference)).toEqual(['B', 'D', 'E', 'F', 'C'])
  expect(parseStartedPayments(JSON.stringify(all))).toEqual(all)
})

test.each([
  null,
  '',
  '{"items":',
  '{}',
  '[null, 1, "A"]',
  '[{"reference":"A"}]',
  '[{"reference":"A","items":[{"id":"record","quantity":0}]}]',
  '[{"reference":"A","items":[{"id":"record","quantity":1.5}]}]',
  '[{"reference":"A","items":[{"id":7,"quantity":1}]}]',
])('ignores %j in the storage of started payments', (text) => {
  expect(parseStartedPayments(text)).toEqual([])
})
