import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { largestTotal, priced, type Sellable, vatOf } from '#domain/checkout/priced.ts'
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

const record: Sellable = {
  productId: 'record',
  variantId: null,
  name: 'Record',
  variant: null,
  price: 2_400,
  vatKind: 'standard',
  isDigital: false,
  quantity: 1,
}
const book: Sellable = { ...record, productId: 'book', name: 'Songbook', price: 1_499, vatKind: 'books' }
const song: Sellable = { ...record, productId: 'song', name: 'Song', price: 99, vatKind: 'downloads', isDigital: true }

const uk = { country: 'GB', shippingOption: 'post' }
const reasonOf = (work: () => unknown): string | undefined => {
  try {
    work()
  } catch (error) {
    return (error as Refusal).reason
  }
}

test('with the VAT in its prices, an order costs what its lines and its delivery say', () => {
  expect(priced([record, { ...book, quantity: 2 }], rules, uk)).toMatchObject({
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

test('without the VAT in its prices it comes on top, of the delivery too', () => {
  expect(priced([record], onTop, { country: 'DE', shippingOption: 'europe' })).toMatchObject({
    lines: [{ total: 2_400, vat: 456, vatRate: 1_900 }],
    shipping: 950,
    shippingVat: 181,
    vat: 637,
    total: 3_987,
  })
})

test('from a certain value on the post costs nothing', () => {
  expect(priced([{ ...record, price: 5_999 }], rules, uk).shipping).toBe(395)
  expect(priced([{ ...record, price: 6_000 }], rules, uk)).toMatchObject({ shipping: 0, shippingVat: 0, total: 6_000 })
})

test('what is downloaded goes anywhere and is not posted', () => {
  const nowhere = { country: 'BR', shippingOption: 'post' }
  expect(priced([song], rules, nowhere)).toMatchObject({ shipping: 0, shippingOption: null, vat: 0, total: 99 })
  expect(priced([song], onTop, { country: 'FI', shippingOption: null })).toMatchObject({ vat: 25, total: 124 })
})

test('a parcel is taxed as the highest of what is in it; a download beside it counts for nothing', () => {
  const germany = { country: 'DE', shippingOption: 'europe' }
  expect(priced([book], rules, germany).shippingVatRate).toBe(700)
  expect(priced([book, song], rules, germany).shippingVatRate).toBe(700)
  expect(priced([book, record], rules, germany).shippingVatRate).toBe(1_900)
})

test('a country that no option names is served by the one for the rest, if there is one', () => {
  expect(reasonOf(() => priced([record], rules, { country: 'JP', shippingOption: 'europe' }))).toBe('not-delivered')
  expect(priced([record], worldwide, { country: 'JP', shippingOption: 'world' })).toMatchObject({
    shipping: 1_450,
    vat: 0,
    total: 3_850,
  })
  expect(reasonOf(() => priced([record], worldwide, { country: 'GB', shippingOption: 'world' }))).toBe(
    'delivery-unknown',
  )
})

test.each([null, 'europe', 'pigeon', ''])('delivery by %j is not offered in this country', (shippingOption) => {
  expect(reasonOf(() => priced([record], rules, { country: 'GB', shippingOption }))).toBe('delivery-unknown')
})

test('nothing is no order', () => expect(reasonOf(() => priced([], rules, uk))).toBe('cart-empty'))

test('no order is larger than a card can pay', () => {
  const dear = { ...record, price: 50_000_000 }
  expect(priced([dear], rules, uk).total).toBe(50_000_000)
  expect(reasonOf(() => priced([dear, dear], rules, uk))).toBe('order-too-large')
  expect(reasonOf(() => priced([{ ...dear, quantity: 99 }], rules, uk))).toBe('order-too-large')
  const net = { ...record, price: 90_000_000 }
  expect(reasonOf(() => priced([net], onTop, uk))).toBe('order-too-large')
})

test.each([
  // 2.5 pence in 15, and 10.5 on top of 105 at 10 %: half a penny is a penny.
  [15, 2_000, true, 3],
  [105, 1_000, false, 11],
  [104, 1_000, false, 10],
  [0, 2_000, true, 0],
  [1, 2_000, true, 0],
  [largestTotal, 2_550, true, 20_318_725],
])('the VAT of %i at %i (in it: %s) is %i', (amount, rate, isIncluded, vat) => {
  expect(vatOf(amount, rate, isIncluded)).toBe(vat)
})

describe('of a thousand carts', () => {
  const of = (amounts: number[]) => amounts.reduce((all, each) => all + each, 0)

  test('each adds up, is whole and never below nothing', () => {
    fc.assert(
      fc.property(cart, ([lines, rules, country]) => {
        const order = priced(lines, rules, { country, shippingOption: 'post' })
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

  test('no penny is won or lost: the VAT of each line is the exact one, rounded once', () => {
    fc.assert(
      fc.property(cart, ([lines, rules, country]) => {
        for (const { total, vat, vatRate } of priced(lines, rules, { country, shippingOption: 'post' }).lines) {
          const whole = rules.pricesIncludeVat ? 10_000 + vatRate : 10_000
          // Twice the difference to the exact VAT, in parts of a penny, is at most a penny.
          expect(Math.abs(2 * (vat * whole - total * vatRate))).toBeLessThanOrEqual(whole)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('the order of the lines changes nothing', () => {
    const shuffled = cart.chain(([lines, rules, country]) =>
      fc.tuple(
        fc.constant([lines, rules, country] as const),
        fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([[lines, rules, country], other]) => {
        const { lines: _, ...amounts } = priced(lines, rules, { country, shippingOption: 'post' })
        const { lines: __, ...same } = priced(other, rules, { country, shippingOption: 'post' })
        expect(same).toEqual(amounts)
      }),
      { numRuns: 1_000 },
    )
  })
})
