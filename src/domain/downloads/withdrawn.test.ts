import { expect, test } from 'vitest'
import { endsDownloads } from '#domain/downloads/withdrawn.ts'
import { orderStatuses } from '#domain/orders/order.ts'

test('an order that was cancelled or paid back in full takes its downloads with it, and no other', () => {
  const ended = (refunded: number, total = 900) =>
    orderStatuses.filter((status) => endsDownloads({ status, total, refunded }))
  expect(ended(0)).toEqual(['cancelled'])
  expect(ended(899)).toEqual(['cancelled'])
  expect(ended(900)).toEqual([...orderStatuses])
  expect(ended(0, 0)).toEqual(['cancelled'])
})
