import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CheckoutState,
  maxHeldPieces,
  needsHumanCheck,
  nextCheckoutState,
  type ReportedPaymentState,
} from '#domain/checkout/checkout.ts'
import { attentions, mostSeriousAttention } from '#domain/orders/attention.ts'

const facts: ReportedPaymentState[] = ['awaiting', 'expired', 'failed', 'mismatch', 'paid']
const after = (all: ReportedPaymentState[]) => all.reduce<CheckoutState>(nextCheckoutState, 'open')
const reorderings = <T>(all: T[]): T[][] =>
  all.length < 2 ? [all] : all.flatMap((one, i) => reorderings(all.toSpliced(i, 1)).map((rest) => [one, ...rest]))

test('reaches the same checkout state for payment reports in any order, also repeated', () => {
  fc.assert(
    fc.property(fc.subarray(facts), fc.array(fc.nat()), (known, again) => {
      const all = [...known, ...again.flatMap((n) => (known.length ? [known[n % known.length]!] : []))]
      const ends = new Set(reorderings(known).map(after))
      expect(ends.size).toBe(1)
      expect(ends).toContain(after(all))
    }),
  )
})

test('only a reported payment makes a checkout paid, and it stays paid', () => {
  for (const fact of facts) expect(nextCheckoutState('paid', fact)).toBe('paid')
  expect(after(['awaiting', 'expired', 'failed', 'mismatch'])).toBe('review')
  expect(after(['awaiting'])).toBe('open')
  expect(after(['expired', 'failed'])).toBe('cancelled')
})

test('keeps the most serious attention reason of an order', () => {
  for (const order of reorderings([...attentions]))
    expect(order.reduce<string | null>((before, heard) => mostSeriousAttention(before, heard), null)).toBe(
      'dispute-lost',
    )
  expect(mostSeriousAttention(null, 'stock-gone')).toBe('stock-gone')
})

test('a visitor may hold a tenth of the free stock without a human check, at least one piece', () => {
  expect([0, 1, 9, 19, 20, 35, 1_000].map(maxHeldPieces)).toEqual([1, 1, 1, 1, 2, 3, 100])
})

test('requires no human check for a single checkout within the stock share from a quiet network', () => {
  const request = { claims: [{ productId: 'cd', quantity: 3, free: 35 }], openCheckouts: 0, isBusy: false }
  expect(needsHumanCheck(request)).toBe(false)
  expect(needsHumanCheck({ ...request, claims: [] })).toBe(false)
  expect(needsHumanCheck({ ...request, claims: [...request.claims, { productId: 'lp', quantity: 2, free: 19 }] })).toBe(
    true,
  )
  expect(needsHumanCheck({ ...request, openCheckouts: 1 })).toBe(true)
  expect(needsHumanCheck({ ...request, isBusy: true })).toBe(true)
})
