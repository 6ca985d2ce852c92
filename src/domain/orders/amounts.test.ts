import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceCart } from '#domain/checkout/price-cart.ts'
import { includesVat, orderSummaryLines, vatByRate, vatRateText } from '#domain/orders/amounts.ts'

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

test('the VAT lines add up to the VAT of the order', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.boolean(), (sold, isIncluded) => {
      const amounts = priceCart(sold, rules(isIncluded), { country: 'GB', shippingOption: 'post' })
      const lines = vatByRate(amounts.lines, amounts)
      expect(lines.reduce((sum, { vat }) => sum + vat, 0)).toBe(amounts.vat)
      expect(lines.map(({ rate }) => rate)).toEqual(lines.map(({ rate }) => rate).sort((a, b) => b - a))
      if (amounts.vat) expect(includesVat(amounts)).toBe(isIncluded)
    }),
  )
})

test('formats a VAT rate as a percentage', () => {
  expect([2_000, 550, 0].map(vatRateText)).toEqual(['20%', '5.5%', '0%'])
})

const order = {
  subtotal: 2_000,
  shipping: 395,
  total: 2_395,
  refunded: 0,
  ships: true,
  pricesIncludeVat: true,
  vatLines: [
    { rate: 2_000, vat: 300 },
    { rate: 550, vat: 20 },
  ],
}
const sumLines = (changes: Partial<typeof order> = {}) =>
  orderSummaryLines({ ...order, ...changes }, String).map(({ name, amount }) => `${name}: ${amount}`)

test('lists included VAT after the total and added VAT before it', () => {
  expect(sumLines()).toEqual([
    'Subtotal: 2000',
    'Delivery: 395',
    'Total: 2395',
    'of which VAT 20%: 300',
    'of which VAT 5.5%: 20',
  ])
  expect(sumLines({ pricesIncludeVat: false, total: 2_715 })).toEqual([
    'Subtotal: 2000',
    'Delivery: 395',
    'VAT 20%: 300',
    'VAT 5.5%: 20',
    'Total: 2715',
  ])
})

test('lists delivery only for shipped orders and a refund only if there is one', () => {
  expect(sumLines({ ships: false, vatLines: [], refunded: 500 })).toEqual([
    'Subtotal: 2000',
    'Total: 2395',
    'Refunded: 500',
  ])
  const total = orderSummaryLines(order, String).filter(({ isTotal }) => isTotal)
  expect(total).toEqual([{ name: 'Total', amount: '2395', isTotal: true }])
  expect(sumLines({ shipping: 0, vatLines: [] })).toContain('Delivery: Free')
})
