import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cartNoticeText, checkCart, type ProductOffer } from '#domain/checkout/check-cart.ts'
import { type StockKey, stockKeyText } from '#domain/products/availability.ts'

const stockKey = (productId: string, variantId: string | null = null): StockKey => ({ productId, variantId })
const record: ProductOffer = {
  ...stockKey('record'),
  name: 'Night Ferry',
  variant: null,
  price: 2_400,
  priceKind: 'fixed',
  suggestedPrice: null,
  vatKind: 'standard',
  isDigital: false,
  status: 'published',
  maxQuantity: null,
  productMax: null,
  isReady: true,
  takes: [{ ...stockKey('record'), quantity: 1 }],
}
const tee: ProductOffer = {
  ...record,
  ...stockKey('tee', 'm'),
  name: 'Tee',
  variant: 'M / Black',
  price: 2_000,
  maxQuantity: 3,
  takes: [{ ...stockKey('tee', 'm'), quantity: 1 }],
}
const song: ProductOffer = { ...record, ...stockKey('song'), name: 'Song', price: 99, isDigital: true, takes: [] }
const bundle: ProductOffer = {
  ...record,
  ...stockKey('bundle'),
  name: 'Bundle',
  price: 5_000,
  takes: [
    { ...stockKey('record'), quantity: 2 },
    { ...stockKey('tee', 'm'), quantity: 1 },
  ],
}

const offersOf = (...offers: ProductOffer[]) => new Map(offers.map((offer) => [stockKeyText(offer), offer]))
const offers = offersOf(record, tee, song, bundle)
const left =
  (counts: Record<string, number>) =>
  ({ productId }: StockKey) =>
    counts[productId] ?? null
const plenty = left({ record: 50, tee: 50 })

const want = (productId: string, quantity: number, price?: number) => ({
  productId,
  variantId: productId === 'tee' ? 'm' : null,
  quantity,
  price,
})
const quantities = ({ lines }: ReturnType<typeof checkCart>) => lines.map(({ quantity }) => quantity)
const words = ({ notices }: ReturnType<typeof checkCart>) =>
  notices.map((notice) => cartNoticeText(notice, (amount) => `£${(amount / 100).toFixed(2)}`))

test('gives no notice for an available item at the shown price', () => {
  const found = checkCart([want('record', 2, 2_400), want('tee', 1, 2_000), want('song', 1, 99)], offers, plenty)
  expect(found.notices).toEqual([])
  expect(found.lines.map(({ name, quantity, most }) => [name, quantity, most])).toEqual([
    ['Night Ferry', 2, 50],
    ['Tee', 1, 3],
    ['Song', 1, 1],
  ])
})

test('has a sentence for each kind of cart notice', () => {
  const wanted = [want('record', 5, 2_200), want('tee', 1), want('unheard-of', 1)]
  const found = checkCart(wanted, offers, left({ record: 3, tee: 0 }))
  expect(quantities(found)).toEqual([3])
  expect(words(found)).toEqual([
    'Night Ferry: no more than 3 can be ordered at the moment.',
    'Night Ferry now costs £24.00; it was £22.00 when you chose it.',
    'Tee, M / Black is sold out and was left out.',
    'Something that you chose is no longer sold and was left out.',
  ])
})

test('the notice about a missing product names an archived one, but not a draft', () => {
  const archived = checkCart([want('record', 1)], offersOf({ ...record, status: 'archived' }), plenty)
  expect(archived).toMatchObject({ lines: [], notices: [{ what: 'gone', name: 'Night Ferry' }] })
  const draft = checkCart([want('record', 1)], offersOf({ ...record, status: 'draft' }), plenty)
  expect(draft).toMatchObject({ lines: [], notices: [{ what: 'gone', name: null }] })
})

test('limits a line to its maximum, a download to one, and anything to 99', () => {
  expect(quantities(checkCart([want('tee', 4)], offers, plenty))).toEqual([3])
  expect(quantities(checkCart([want('song', 2)], offers, plenty))).toEqual([1])
  const free = () => 5_000
  expect(quantities(checkCart([want('record', 60), want('record', 60)], offers, free))).toEqual([99])
})

test('the limit of a product counts all its variants', () => {
  const hoodies = ['s', 'l', 'xl'].map(
    (size): ProductOffer => ({
      ...tee,
      ...stockKey('hoodie', size),
      name: 'Hoodie',
      variant: size.toUpperCase(),
      maxQuantity: 2,
      productMax: 2,
      takes: [{ ...stockKey('hoodie', size), quantity: 1 }],
    }),
  )
  const wanted = (...counts: number[]) =>
    counts.map((quantity, at) => ({ productId: 'hoodie', variantId: hoodies[at]!.variantId, quantity }))
  const found = (...counts: number[]) => checkCart(wanted(...counts), offersOf(...hoodies), () => 50)
  expect(quantities(found(1, 1))).toEqual([1, 1])
  expect(words(found(1, 1))).toEqual([])
  // Neither of them can be raised: the other would have to go.
  expect(found(1, 1).lines.map(({ most }) => most)).toEqual([1, 1])
  expect(quantities(found(1, 2))).toEqual([1, 1])
  expect(words(found(1, 2))).toEqual(['Hoodie, L: no more than 1 can be ordered at the moment.'])
  expect(quantities(found(2, 2, 2))).toEqual([2])
  expect(words(found(2, 2, 2))).toEqual([
    'Hoodie, L was left out: at most 2 per order, all variants together.',
    'Hoodie, XL was left out: at most 2 per order, all variants together.',
  ])
})

test('drops a download without files from the cart', () => {
  const found = checkCart([want('song', 1), want('record', 1)], offersOf({ ...song, isReady: false }, record), plenty)
  expect(quantities(found)).toEqual([1])
  expect(words(found)).toEqual(['Song cannot be downloaded yet and was left out.'])
})

test('treats an item without stock and without download as sold out', () => {
  const found = checkCart([want('bundle', 1)], offersOf({ ...bundle, takes: [] }), plenty)
  expect(found).toMatchObject({ lines: [], notices: [{ what: 'sold-out' }] })
})

test('merges two cart lines of the same item', () => {
  const found = checkCart([want('record', 2), want('record', 2)], offers, left({ record: 3 }))
  expect(quantities(found)).toEqual([3])
})

test('lines of one cart share stock: a record and a bundle of it never take more than is left', () => {
  expect(quantities(checkCart([want('bundle', 1), want('record', 1)], offers, left({ record: 3, tee: 1 })))).toEqual([
    1, 1,
  ])
  const found = checkCart([want('bundle', 1), want('record', 2)], offers, left({ record: 3, tee: 1 }))
  expect(quantities(found)).toEqual([1, 1])
  expect(words(checkCart([want('record', 2), want('bundle', 1)], offers, left({ record: 3, tee: 9 })))).toEqual([
    'Bundle is sold out and was left out.',
  ])
})

test('never accepts more pieces than are in stock, for random carts', () => {
  const wanted = fc.array(fc.tuple(fc.constantFrom('record', 'tee', 'bundle', 'song'), fc.integer({ min: 1, max: 99 })))
  const counts = fc.record({ record: fc.integer({ min: 0, max: 40 }), tee: fc.integer({ min: 0, max: 40 }) })
  fc.assert(
    fc.property(wanted, counts, (pairs, counts) => {
      const { lines } = checkCart(
        pairs.map(([product, quantity]) => want(product, quantity)),
        offers,
        left(counts),
      )
      for (const product of ['record', 'tee'] as const) {
        const taken = lines
          .flatMap(({ takes, quantity }) => takes.map((take) => ({ ...take, quantity: take.quantity * quantity })))
          .filter(({ productId }) => productId === product)
          .reduce((all, { quantity }) => all + quantity, 0)
        expect(taken).toBeLessThanOrEqual(counts[product])
      }
      for (const { quantity } of lines) expect(quantity).toBeGreaterThanOrEqual(1)
    }),
  )
})
