import { expect, test } from 'vitest'
import type { ShopProduct } from '#domain/products/shop-product.ts'
import { productJsonLd } from '#domain/products/structured-data.ts'

const record: ShopProduct = {
  id: 'p1',
  slug: 'night-ferry',
  name: 'Night Ferry',
  description: '',
  price: 2_450,
  priceKind: 'fixed',
  suggestedPrice: null,
  productType: 'physical',
  category: null,
  images: [],
  optionNames: [],
  variants: [],
  isDigital: false,
  isAvailable: true,
  available: 3,
  maxQuantity: null,
}
const variant = (id: string, price: number) => ({
  id,
  options: [id],
  price,
  isAvailable: true,
  available: 3,
  maxQuantity: null,
})
const offersOf = (changes: Partial<ShopProduct> = {}) =>
  productJsonLd({ ...record, ...changes }, { seller: 'Marlow Quay', currency: 'GBP', origin: 'https://site.example' })
    .offers

test('a product with one price has one Offer, InStock or SoldOut', () => {
  const offer = {
    '@type': 'Offer',
    url: 'https://site.example/shop/night-ferry',
    price: 24.5,
    priceCurrency: 'GBP',
    availability: 'https://schema.org/InStock',
  }
  expect(offersOf()).toEqual(offer)
  expect(offersOf({ variants: [variant('S', 2_450), variant('M', 2_450)] })).toEqual(offer)
  expect(offersOf({ isAvailable: false, available: 0 })).toEqual({
    ...offer,
    availability: 'https://schema.org/SoldOut',
  })
})

test('variants with different prices have an AggregateOffer from lowest to highest price', () => {
  expect(offersOf({ variants: [variant('S', 2_800), variant('M', 2_400)], isAvailable: false })).toMatchObject({
    '@type': 'AggregateOffer',
    lowPrice: 24,
    highPrice: 28,
    offerCount: 2,
    availability: 'https://schema.org/SoldOut',
  })
})
