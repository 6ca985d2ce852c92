import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CheckoutState, furthest, type PaymentFact } from '#domain/checkout/checkout.ts'
import { attentions, graver } from '#domain/orders/attention.ts'

const facts: PaymentFact[] = ['awaiting', 'expired', 'failed', 'mismatch', 'paid']
const after = (all: PaymentFact[]) => all.reduce<CheckoutState>(furthest, 'open')
const reorderings = <T>(all: T[]): T[][] =>
  all.length < 2 ? [all] : all.flatMap((one, i) => reorderings(all.toSpliced(i, 1)).map((rest) => [one, ...rest]))

test('the same facts in any order, and any of them again, come to the same', () => {
  fc.assert(
    fc.property(fc.subarray(facts), fc.array(fc.nat()), (known, again) => {
      const all = [...known, ...again.flatMap((n) => (known.length ? [known[n % known.length]!] : []))]
      const ends = new Set(reorderings(known).map(after))
      expect(ends.size).toBe(1)
      expect(ends).toContain(after(all))
    }),
  )
})

test('paid stays paid, and nothing else is paid', () => {
  for (const fact of facts) expect(furthest('paid', fact)).toBe('paid')
  expect(after(['awaiting', 'expired', 'failed', 'mismatch'])).toBe('review')
  expect(after(['awaiting'])).toBe('open')
  expect(after(['expired', 'failed'])).toBe('cancelled')
})

test('what an owner must look at only becomes graver', () => {
  for (const order of reorderings([...attentions]))
    expect(order.reduce<string | null>((before, heard) => graver(before, heard), null)).toBe('dispute-lost')
  expect(graver(null, 'stock-gone')).toBe('stock-gone')
})
