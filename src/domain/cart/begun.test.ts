import { expect, test } from 'vitest'
import { type Begun, begunWith, readBegun } from '#domain/cart/begun.ts'

const begun = (reference: string): Begun => ({ reference, items: [{ id: 'record', quantity: 2 }] })

test('the last few payments are remembered, each once', () => {
  const all = ['A', 'B', 'C', 'D', 'E', 'F', 'C'].map(begun).reduce(begunWith, [])
  expect(all.map(({ reference }) => reference)).toEqual(['B', 'D', 'E', 'F', 'C'])
  expect(readBegun(JSON.stringify(all))).toEqual(all)
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
])('%j in the storage is no payment', (text) => {
  expect(readBegun(text)).toEqual([])
})
