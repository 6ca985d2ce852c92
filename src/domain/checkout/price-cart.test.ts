import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calculateVat, type LineToPrice, maxOrderTotal, priceCart } from '#domain/checkout/price-cart.ts'
import type { Refusal } from '#domain/refusal.ts'
import type { ShopRules } from '#domain/sites/shop-rules.ts'
import { anyCart as cart } from '#tests/fixtures/domain/checkout.ts'

const rules: ShopRules = {
  pricesIncludeVat: true,
  vat: { GB: { standard: 2_000, books: 0 }, DE: { standard: 1_900, books: 700 }, FI: { standard: 2_550 } },
  shipping: [
    {
      id: 'post',
      name: 'Post',
      countries: ['GB'],
      tiers: [
        { fromSubtotal: 0, price: 395 },
        { fromSubtotal: 6_000, price: 0 },
      ],
      days: { from: 2, to: 4 },
    },
    {
      id: 'fast',
      name: 'Fast',
      countries: ['GB'],
      tiers: [{ fromSubtotal: 0, price: 795 }],
      days: { from: 1, to: 1 },
    },
    {
      id: 'europe',
      name: 'Europe',
      countries: ['DE', 'FI'],
      tiers: [{ fromSubtotal: 0, price: 950 }],
      days: { from: 4, to: 8 },
    },
  ],
  downloads: { allowed: 5, days: 30 },
}
const onTop: ShopRules = { ...rules, pricesIncludeVat: false }
const worldwide: ShopRules = {
  ...rules,
  shipping: [
    ...rules.shipping,
    {
      id: 'world',
      name: 'World',
      countries: 'rest',
      tiers: [{ fromSubtotal: 0, price: 1_450 }],
      days: { from: 7, to: 15 },
    },
  ],
}

const record: LineToPrice = {
  productId: 'record',
  variantId: null,
  name: 'Record',
  variant: null,
  price: 2_400,
  vatKind: 'standard',
  isDigital: false,
  quantity: 1,
}
const book: LineToPrice = { ...record, productId: 'book', name: 'Songbook', price: 1_499, vatKind: 'books' }
const song: LineToPrice = {
  ...record,
  productId: 'song',
  name: 'Song',
  price: 99,
  vatKind: 'downloads',
  isDigital: true,
}

const uk = { country: 'GB', shippingOption: 'post' }
const reasonOf = (work: () => unknown): string | undefined => {
  try {
    work()
  } catch (error) {
    return (error as Refusal).reason
  }
}

test('prices that include VAT add up to the total', () => {
  expect(priceCart([record, { ...book, quantity: 2 }], rules, uk)).toMatchObject({
    lines: [
      { unitPrice: 2_400, quantity: 1, total: 2_400, vat: 400, vatRate: 2_000 },
      { unitPrice: 1_499, quantity: 2, total: 2_998, vat: 0, vatRate: 0 },
    ],
    subtotal: 5_398,
    shippingOption: 'post',
    shipping: 395,
    shippingVat: 66,
    shippingVatRate: 2_000,
    vat: 466,
    total: 5_793,
    pricesIncludeVat: true,
  })
})

test('adds VAT on lines and delivery to prices without VAT', () => {
  expect(priceCart([record], onTop, { country: 'DE', shippingOption: 'europe' })).toMatchObject({
    lines: [{ total: 2_400, vat: 456, vatRate: 1_900 }],
    shipping: 950,
    shippingVat: 181,
    vat: 637,
    total: 3_987,
  })
})

test('charges no shipping from the threshold of the free tier on', () => {
  expect(priceCart([{ ...record, price: 5_999 }], rules, uk).shipping).toBe(395)
  expect(priceCart([{ ...record, price: 6_000 }], rules, uk)).toMatchObject({
    shipping: 0,
    shippingVat: 0,
    total: 6_000,
  })
})

test('sells downloads to any country without shipping', () => {
  const nowhere = { country: 'BR', shippingOption: 'post' }
  expect(priceCart([song], rules, nowhere)).toMatchObject({ shipping: 0, shippingOption: null, vat: 0, total: 99 })
  expect(priceCart([song], onTop, { country: 'FI', shippingOption: null })).toMatchObject({ vat: 25, total: 124 })
})

test('taxes shipping at the highest rate of the shipped lines', () => {
  const germany = { country: 'DE', shippingOption: 'europe' }
  expect(priceCart([book], rules, germany).shippingVatRate).toBe(700)
  expect(priceCart([book, song], rules, germany).shippingVatRate).toBe(700)
  expect(priceCart([book, record], rules, germany).shippingVatRate).toBe(1_900)
})

test('offers the shipping option for the rest of the world to countries without their own', () => {
  expect(reasonOf(() => priceCart([record], rules, { country: 'JP', shippingOption: 'europe' }))).toBe('not-delivered')
  expect(priceCart([record], worldwide, { country: 'JP', shippingOption: 'world' })).toMatchObject({
    shipping: 1_450,
    vat: 0,
    total: 3_850,
  })
  expect(reasonOf(() => priceCart([record], worldwide, { country: 'GB', shippingOption: 'world' }))).toBe(
    'delivery-unknown',
  )
})

test.each([null, 'europe', 'pigeon', ''])('delivery by %j is not offered in this country', (shippingOption) => {
  expect(reasonOf(() => priceCart([record], rules, { country: 'GB', shippingOption }))).toBe('delivery-unknown')
})

test('refuses an empty cart', () => expect(reasonOf(() => priceCart([], rules, uk))).toBe('cart-empty'))

test('priceCart refuses a total above the card maximum', () => {
  const dear = { ...record, price: 50_000_000 }
  expect(priceCart([dear], rules, uk).total).toBe(50_000_000)
  expect(reasonOf(() => priceCart([dear, dear], rules, uk))).toBe('order-too-large')
  expect(reasonOf(() => priceCart([{ ...dear, quantity: 99 }], rules, uk))).toBe('order-too-large')
  const net = { ...record, price: 90_000_000 }
  expect(reasonOf(() => priceCart([net], onTop, uk))).toBe('order-too-large')
})

test.each([
  // 2.5 pence in 15, and 10.5 on top of 105 at 10 %: half a penny is a penny.
  [15, 2_000, true, 3],
  [105, 1_000, false, 11],
  [104, 1_000, false, 10],
  [0, 2_000, true, 0],
  [1, 2_000, true, 0],
  [maxOrderTotal, 2_550, true, 20_318_725],
])('the VAT of %i at %i basis points (included: %s) is %i', (amount, rate, isIncluded, vat) => {
  expect(calculateVat(amount, rate, isIncluded)).toBe(vat)
})

describe('for a thousand random carts', () => {
  const of = (amounts: number[]) => amounts.reduce((all, each) => all + each, 0)

  test('the amounts of a priced cart are non-negative integers and add up', () => {
    fc.assert(
      fc.property(cart, ([lines, rules, country]) => {
        const order = priceCart(lines, rules, { country, shippingOption: 'post' })
        for (const { total, unitPrice, quantity, vat } of order.lines) {
          expect(total).toBe(unitPrice * quantity)
          expect(vat).toBeLessThanOrEqual(total)
        }
        expect(order.subtotal).toBe(of(order.lines.map(({ total }) => total)))
        expect(order.vat).toBe(of(order.lines.map(({ vat }) => vat)) + order.shippingVat)
        expect(order.total).toBe(order.subtotal + order.shipping + (rules.pricesIncludeVat ? 0 : order.vat))
        const amounts = [order.subtotal, order.shipping, order.vat, order.shippingVat, order.total]
        for (const amount of [...amounts, ...order.lines.map(({ vat }) => vat)]) {
          expect(Number.isSafeInteger(amount)).toBe(true)
          expect(amount).toBeGreaterThanOrEqual(0)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('the VAT of each line is exact, rounded once', () => {
    fc.assert(
      fc.property(cart, ([lines, rules, country]) => {
        for (const { total, vat, vatRate } of priceCart(lines, rules, { country, shippingOption: 'post' }).lines) {
          const whole = rules.pricesIncludeVat ? 10_000 + vatRate : 10_000
          // Twice the difference to the exact VAT, in parts of a penny, is at most a penny.
          expect(Math.abs(2 * (vat * whole - total * vatRate))).toBeLessThanOrEqual(whole)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('the order of cart lines does not change the total', () => {
    const shuffled = cart.chain(([lines, rules, country]) =>
      fc.tuple(
        fc.constant([lines, rules, country] as const),
        fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([[lines, rules, country], other]) => {
        const { lines: _, ...amounts } = priceCart(lines, rules, { country, shippingOption: 'post' })
        const { lines: __, ...same } = priceCart(other, rules, { country, shippingOption: 'post' })
        expect(same).toEqual(amounts)
      }),
      { numRuns: 1_000 },
    )
  })
})
