import { expect, test } from 'vitest'
import { orderStatuses } from '#domain/orders/order.ts'
import { whereabouts } from '#domain/orders/whereabouts.ts'

const sent = { ships: true, isShort: false }

test('every status has a sentence of its own', () => {
  const sentences = orderStatuses.map((status) => whereabouts({ ...sent, status }))
  expect(new Set(sentences).size).toBe(orderStatuses.length)
})

test('of downloads nothing is packed or sent, but they are cancelled like anything else', () => {
  const of = (status: (typeof orderStatuses)[number]) => whereabouts({ status, ships: false, isShort: false })
  expect(of('paid')).toBe('Nothing needs to be sent: everything in it is a download.')
  expect(of('delivered')).toBe(of('paid'))
  expect(of('cancelled')).toBe('This order was cancelled.')
})

test('what sold out meanwhile is said until the order goes on', () => {
  expect(whereabouts({ ...sent, isShort: true, status: 'paid' })).toContain('sold out while you were paying')
  for (const status of ['processing', 'shipped', 'delivered', 'cancelled'] as const)
    expect(whereabouts({ ...sent, isShort: true, status })).toBe(whereabouts({ ...sent, status }))
})
