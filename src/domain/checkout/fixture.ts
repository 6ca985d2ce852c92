import fc from 'fast-check'

const line = fc.record({
  productId: fc.uuid(),
  variantId: fc.option(fc.uuid()),
  name: fc.constant('Thing'),
  variant: fc.constant(null),
  price: fc.integer({ min: 0, max: 50_000 }),
  vatKind: fc.constantFrom('standard', 'reduced', 'books', 'downloads', 'constructor', ''),
  isDigital: fc.boolean(),
  quantity: fc.integer({ min: 1, max: 99 }),
})
const rate = fc.integer({ min: 0, max: 5_000 })
const tiers = fc
  .uniqueArray(fc.integer({ min: 1, max: 200_000 }), { maxLength: 4 })
  .chain((steps) =>
    fc
      .array(fc.integer({ min: 0, max: 5_000 }), { minLength: steps.length + 1, maxLength: steps.length + 1 })
      .map((prices) =>
        [0, ...steps.sort((a, b) => a - b)].map((fromSubtotal, i) => ({ fromSubtotal, price: prices[i]! })),
      ),
  )
const shop = fc.record({
  pricesIncludeVat: fc.boolean(),
  vat: fc.dictionary(fc.constantFrom('GB', 'DE', 'US'), fc.record({ standard: rate, books: rate, reduced: rate })),
  shipping: tiers.map((prices) => [
    { id: 'post', name: 'Post', countries: 'rest' as const, tiers: prices, days: { from: 1, to: 2 } },
  ]),
  downloads: fc.constant({ allowed: 5, days: 30 }),
})
/** What somebody may want of any shop, and where to, for tests of everything that adds up. */
export const anyCart = fc.tuple(
  fc.array(line, { minLength: 1, maxLength: 12 }),
  shop,
  fc.constantFrom('GB', 'DE', 'US', 'JP'),
)
