import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  advanceState,
  type CheckoutState,
  maxHeldPieces,
  needsHumanCheck,
  type PaymentFact,
} from '#domain/checkout/checkout.ts'
import { attentions, mostSerious } from '#domain/orders/attention.ts'

const facts: PaymentFact[] = ['awaiting', 'expired', 'failed', 'mismatch', 'paid']
const after = (all: PaymentFact[]) => all.reduce<CheckoutState>(advanceState, 'open')
const reorderings = <T>(all: T[]): T[][] =>
  all.length < 2 ? [all] : all.flatMap((one, i) => reorderings(all.toSpliced(i, 1)).map((rest) => [one, ...rest]))

test('the final state of a checkout does not depend on order or repetition of facts', () => {
  fc.assert(
    fc.property(fc.subarray(facts), fc.array(fc.nat()), (known, again) => {
      const all = [...known, ...again.flatMap((n) => (known.length ? [known[n % known.length]!] : []))]
      const ends = new Set(reorderings(known).map(after))
      expect(ends.size).toBe(1)
      expect(ends).toContain(after(all))
    }),
  )
})

test('a paid checkout stays paid, and only the fact paid makes it so', () => {
  for (const fact of facts) expect(advanceState('paid', fact)).toBe('paid')
  expect(after(['awaiting', 'expired', 'failed', 'mismatch'])).toBe('review')
  expect(after(['awaiting'])).toBe('open')
  expect(after(['expired', 'failed'])).toBe('cancelled')
})

test('keeps the most serious of several attention levels', () => {
  for (const order of reorderings([...attentions]))
    expect(order.reduce<string | null>((before, heard) => mostSerious(before, heard), null)).toBe('dispute-lost')
  expect(mostSerious(null, 'stock-gone')).toBe('stock-gone')
})

test('the fair share is a tenth of the free stock, at least one', () => {
  expect([0, 1, 9, 19, 20, 35, 1_000].map(maxHeldPieces)).toEqual([1, 1, 1, 1, 2, 3, 100])
})

test('requires no human check for one checkout within the fair share from a quiet network', () => {
  const request = { claims: [{ productId: 'cd', quantity: 3, free: 35 }], openCheckouts: 0, isBusy: false }
  expect(needsHumanCheck(request)).toBe(false)
  expect(needsHumanCheck({ ...request, claims: [] })).toBe(false)
  expect(needsHumanCheck({ ...request, claims: [...request.claims, { productId: 'lp', quantity: 2, free: 19 }] })).toBe(
    true,
  )
  expect(needsHumanCheck({ ...request, openCheckouts: 1 })).toBe(true)
  expect(needsHumanCheck({ ...request, isBusy: true })).toBe(true)
})
