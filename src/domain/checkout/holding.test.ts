import { expect, test } from 'vitest'
import { fairShare, needsHumanCheck } from '#domain/checkout/holding.ts'

test('a tenth of what is free is a fair share, and never less than one', () => {
  expect([0, 1, 9, 19, 20, 35, 1_000].map(fairShare)).toEqual([1, 1, 1, 1, 2, 3, 100])
})

test('a fair share, one checkout at a time and a quiet network need no check', () => {
  const asked = { claims: [{ productId: 'cd', quantity: 3, free: 35 }], openCheckouts: 0, isBusy: false }
  expect(needsHumanCheck(asked)).toBe(false)
  expect(needsHumanCheck({ ...asked, claims: [] })).toBe(false)
  expect(needsHumanCheck({ ...asked, claims: [...asked.claims, { productId: 'lp', quantity: 2, free: 19 }] })).toBe(
    true,
  )
  expect(needsHumanCheck({ ...asked, openCheckouts: 1 })).toBe(true)
  expect(needsHumanCheck({ ...asked, isBusy: true })).toBe(true)
})
