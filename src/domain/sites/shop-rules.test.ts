import { expect, test } from 'vitest'
import { euCountries, euVatRates } from '#domain/sites/eu-vat-rates.ts'
import {
  deliveryCountries,
  type ShippingOption,
  type ShopRules,
  shippingOptionsFor,
  shippingPrice,
  vatKindsOf,
  vatRate,
} from '#domain/sites/shop-rules.ts'
import { minimalSite, siteFrom } from '#tests/fixtures/domain/sites.ts'

const option = (id: string, countries: ShippingOption['countries']): ShippingOption => ({
  id,
  name: id,
  countries,
  tiers: [
    { fromSubtotal: 0, price: 395 },
    { fromSubtotal: 5_000, price: 100 },
    { fromSubtotal: 9_000, price: 0 },
  ],
  days: { from: 1, to: 2 },
})
const home = option('home', ['GB', 'IM'])
const rest = option('rest', 'rest')
const vat = { GB: { standard: 2_000, books: 0 }, DK: { standard: 2_500 } }

/** What is wrong with these rules, without where. */
const problems = (shop: object): string => {
  try {
    siteFrom(minimalSite({ shop: shop as ShopRules }))
    return ''
  } catch (error) {
    return (error as Error).message.replace('sites/example: shop.', '')
  }
}

test('by default a shop has no delivery, no VAT and five downloads', () => {
  expect(siteFrom(minimalSite()).shop).toEqual({
    pricesIncludeVat: true,
    vat: {},
    shipping: [],
    downloads: { allowed: 5, days: 30 },
  })
})

test('delivery countries are those of the shipping options, or all', () => {
  expect(deliveryCountries({ shipping: [home, option('north', ['NO', 'GB'])] })).toEqual(['GB', 'IM', 'NO'])
  expect(deliveryCountries({ shipping: [home, rest] })).toBe('all')
  expect(deliveryCountries({ shipping: [] })).toEqual([])
  expect(shippingOptionsFor({ shipping: [home, rest] }, 'GB')).toEqual([home])
  expect(shippingOptionsFor({ shipping: [home, rest] }, 'JP')).toEqual([rest])
  expect(shippingOptionsFor({ shipping: [home] }, 'JP')).toEqual([])
})

test.each([
  [0, 395],
  [4_999, 395],
  [5_000, 100],
  [8_999, 100],
  [9_000, 0],
])('shipping of goods for %i costs %i', (subtotal, price) => expect(shippingPrice(home, subtotal)).toBe(price))

test('the VAT rate is that of the product kind, else the standard rate, else 0', () => {
  expect(vatRate({ vat }, 'GB', 'books')).toBe(0)
  expect(vatRate({ vat }, 'GB', 'downloads')).toBe(2_000)
  expect(vatRate({ vat }, 'DK', 'books')).toBe(2_500)
  expect(vatRate({ vat }, 'DK', 'toString')).toBe(2_500)
  expect(vatRate({ vat }, 'US', 'standard')).toBe(0)
  expect(vatRate({ vat }, 'constructor', 'standard')).toBe(0)
  expect(vatKindsOf({ vat })).toEqual(['standard', 'books'])
  expect(vatKindsOf({ vat: {} })).toEqual(['standard'])
})

test('the EU has 27 countries, with standard VAT rates of at least 15 %', () => {
  expect(euCountries).toHaveLength(27)
  for (const { standard } of Object.values(euVatRates)) expect(standard).toBeGreaterThanOrEqual(1_500)
})

test.each<[shop: object, problem: string]>([
  [{ vat, shipping: [home, rest] }, ''],
  [{ vat: { UK: { standard: 1 } } }, 'vat.UK is not a known field'],
  [{ vat: { GB: { books: 0 } } }, 'vat.GB.standard is missing'],
  [{ vat: { GB: { standard: 0.2 } } }, 'vat.GB.standard must be a rate with at most two decimals'],
  [{ vat: { GB: { standard: 20_000 } } }, 'vat.GB.standard must be at most 50 %'],
  [{ vat: { GB: { standard: 2_000, beer: 1 } } }, 'vat.GB.beer is not a known field'],
  [{ pricesIncludeVat: 'yes' }, 'pricesIncludeVat must be true or false'],
  [{ shipping: [home, home] }, 'shipping must not have the same id twice'],
  [{ shipping: [{ ...home, id: 'By Sea' }] }, 'shipping[0].id must be words in lower case joined by hyphens'],
  [{ shipping: [{ ...home, countries: 'all' }] }, 'shipping[0].countries must be a list of countries, or "rest"'],
  [{ shipping: [{ ...home, tiers: [] }] }, 'shipping[0].tiers must have a price'],
  [
    { shipping: [{ ...home, tiers: [{ fromSubtotal: 1, price: 1 }] }] },
    'shipping[0].tiers must begin with a price from 0 on, and each next price must be from a higher value of the goods on',
  ],
  [{ shipping: [{ ...home, days: { from: 3, to: 2 } }] }, 'shipping[0].days must not end before it begins'],
  [{ downloads: { allowed: 0 } }, 'downloads.allowed must be at least 1'],
])('shop rules %j have the problem: %s', (shop, problem) => expect(problems(shop)).toBe(problem))
