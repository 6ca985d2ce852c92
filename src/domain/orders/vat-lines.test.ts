import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priced } from '#domain/checkout/priced.ts'
import { includesVat, rateWords, vatLines } from '#domain/orders/vat-lines.ts'

const rules = (pricesIncludeVat: boolean) => ({
  pricesIncludeVat,
  vat: { GB: { standard: 2_000, books: 500, none: 0 } },
  shipping: [
    { id: 'post', name: 'Post', countries: ['GB'], tiers: [{ fromSubtotal: 0, price: 395 }], days: { from: 1, to: 2 } },
  ],
  downloads: { allowed: 5, days: 30 },
})
const line = fc.record({
  productId: fc.uuid(),
  variantId: fc.constant(null),
  name: fc.constant('x'),
  variant: fc.constant(null),
  price: fc.integer({ min: 0, max: 20_000 }),
  vatKind: fc.constantFrom('standard', 'books', 'none'),
  isDigital: fc.boolean(),
  quantity: fc.integer({ min: 1, max: 9 }),
})

test('the VAT of all rates together is the VAT of the order', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.boolean(), (sold, isIncluded) => {
      const amounts = priced(sold, rules(isIncluded), { country: 'GB', shippingOption: 'post' })
      const lines = vatLines(amounts.lines, amounts)
      expect(lines.reduce((sum, { vat }) => sum + vat, 0)).toBe(amounts.vat)
      expect(lines.map(({ rate }) => rate)).toEqual(lines.map(({ rate }) => rate).sort((a, b) => b - a))
      if (amounts.vat) expect(includesVat(amounts)).toBe(isIncluded)
    }),
  )
})

test('a rate is written as people write it', () => {
  expect([2_000, 550, 0].map(rateWords)).toEqual(['20%', '5.5%', '0%'])
})
