import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { checkoutRateLimits } from '#domain/checkout/checkout.ts'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import type { ShopRules } from '#domain/sites/shop-rules.ts'
import { newId } from '#server/db/id.ts'
import { rateLimits } from '#server/limits/table.ts'
import { correctStock } from '#server/products/stock.ts'
import { bundleParts, products, productVariants, stockItems } from '#server/products/table.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { contactServiceWithRealClock, solvedCheck } from '#tests/fixtures/human-check.ts'
import { insertPlaceholderFile } from '#tests/fixtures/placeholder-file.ts'

const days = { from: 1, to: 3 }
const shop: ShopRules = {
  pricesIncludeVat: true,
  vat: { GB: { standard: 2_000, books: 0 } },
  shipping: [
    { id: 'post', name: 'Post', countries: ['GB'], tiers: [{ fromSubtotal: 0, price: 395 }], days },
    { id: 'fast', name: 'Fast', countries: ['GB'], tiers: [{ fromSubtotal: 0, price: 795 }], days },
  ],
  downloads: { allowed: 5, days: 30 },
}
const { features } = siteWithDefaults(minimalSite({ features: { shop: { enabled: true } } }))

type Product = Partial<typeof products.$inferInsert> & { stock?: number; sizes?: string[]; hasFiles?: boolean }
type Wanted = { productId: string; variantId?: string | null; quantity: unknown; price?: number }

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const contactService = contactServiceWithRealClock()

  async function newShop(rules: ShopRules = shop, type: 'stripe' | 'contact' = 'stripe') {
    const site = await createTestSite(database)
    const open = { ...features, shop: { enabled: true, type } }
    const deps = { site: { shop: rules, features: open }, contactService }
    const api = createTestApi(database, site, { kind: 'visitor' }, {}, deps)
    const solveCheck = async (path = '/api/shop/checkout/check') => {
      const challenge = await (await api.request(path)).json()
      return solvedCheck(challenge.challenge ?? challenge)
    }
    const change = (id: string, values: Partial<typeof products.$inferInsert>) =>
      site.as('administrator', (tx) => tx.update(products).set(values).where(eq(products.id, id)))
    const product = ({ stock = 5, sizes = [], hasFiles = true, ...values }: Product = {}) =>
      site.as('administrator', async (tx) => {
        const id = newId()
        const named = { name: 'Night Ferry', price: 2_400, status: 'published' as const, slug: `p-${id}` }
        await tx.insert(products).values({ id, ...named, ...values, optionNames: sizes.length ? ['Size'] : [] })
        const variants: string[] = []
        for (const [position, size] of sizes.entries()) {
          const variant = newId()
          await tx.insert(productVariants).values({ id: variant, productId: id, options: [size], position })
          variants.push(variant)
        }
        if (values.productType === 'digital' && hasFiles) await insertPlaceholderFile(tx, id)
        const onShelf = values.productType === undefined || values.productType === 'physical'
        for (const variantId of onShelf ? (sizes.length ? variants : [null]) : [])
          await correctStock(tx, { productId: id, variantId }, stock, { userId: site.userId, now })
        return { id, variants }
      })
    const ask = async (items: Wanted[] | unknown, about: object = { country: 'GB' }, from = '127.0.0.1') => {
      const answer = await api.request('/api/shop/quote', jsonRequest({ items, ...about }), from)
      return { status: answer.status, ...(await answer.json()) }
    }
    return { site, change, product, ask, solveCheck }
  }

  test('prices a cart from the database, not from the browser', async () => {
    const { product, ask } = await newShop()
    const record = await product()
    const quote = await ask([{ productId: record.id, quantity: 2, price: 1, total: 1, vat: 0 } as Wanted])
    expect(quote).toMatchObject({
      status: 200,
      lines: [{ name: 'Night Ferry', quantity: 2, maxQuantity: 5, unitPrice: 2_400, total: 4_800, image: null }],
      notices: [{ what: 'price-changed', name: 'Night Ferry', from: 1, to: 2_400 }],
      subtotal: 4_800,
      ships: true,
      options: [
        { id: 'post', price: 395 },
        { id: 'fast', price: 795 },
      ],
      amounts: { shippingOption: 'post', shipping: 395, vat: 866, vatRates: [2_000], total: 5_195 },
      pricesIncludeVat: true,
    })
    const fast = await ask([{ productId: record.id, quantity: 2, price: 2_400 }], {
      country: 'GB',
      shippingOption: 'fast',
    })
    expect(fast).toMatchObject({ notices: [], amounts: { shippingOption: 'fast', total: 5_595 } })
  })

  test('returns no total before the country is known', async () => {
    const { product, ask } = await newShop()
    const { id } = await product()
    const quote = await ask([{ productId: id, quantity: 1 }], {})
    expect(quote).toMatchObject({ subtotal: 2_400, ships: true, options: [], amounts: null })
  })

  test('adds VAT where prices do not include it', async () => {
    const { product, ask } = await newShop({ ...shop, pricesIncludeVat: false })
    const { id } = await product()
    const { amounts, pricesIncludeVat } = await ask([{ productId: id, quantity: 1 }])
    expect(amounts).toMatchObject({ shipping: 395, vat: 559, total: 2_400 + 395 + 559 })
    expect(pricesIncludeVat).toBe(false)
  })

  test('reports cart items that are deleted, sold out or limited', async () => {
    const { product, change, ask, site } = await newShop()
    const [gone, draft, sold, few] = [
      await product({ name: 'Poster' }),
      await product({ name: 'Secret' }),
      await product({ name: 'Tote', stock: 1 }),
      await product({ name: 'Pin', stock: 3 }),
    ]
    await change(gone.id, { status: 'archived' })
    await change(draft.id, { status: 'draft' })
    // Another buyer is paying for the last one.
    await site.as('administrator', (tx) =>
      tx.update(stockItems).set({ held: 1 }).where(eq(stockItems.productId, sold.id)),
    )
    const wanted = [gone, draft, sold, few].map(({ id }) => ({ productId: id, quantity: 4 }))
    const { lines, notices, subtotal } = await ask(wanted)
    expect(lines).toMatchObject([{ name: 'Pin', quantity: 3, maxQuantity: 3 }])
    expect(subtotal).toBe(7_200)
    expect(notices.map(({ name, what, quantity }: Record<string, unknown>) => [name, what, quantity])).toEqual([
      ['Poster', 'gone', undefined],
      [null, 'gone', undefined],
      ['Tote', 'sold-out', undefined],
      ['Pin', 'fewer', 3],
    ])
  })

  test('treats each size as its own item and rejects a product with sizes without one', async () => {
    const { product, ask } = await newShop()
    const { id, variants } = await product({ name: 'Tee', sizes: ['S', 'M'], stock: 2 })
    const wanted = [...variants, null].map((variantId) => ({ productId: id, variantId, quantity: 2 }))
    const { lines, notices } = await ask(wanted)
    expect(lines.map(({ variant, quantity }: Record<string, unknown>) => [variant, quantity])).toEqual([
      ['S', 2],
      ['M', 2],
    ])
    expect(notices).toMatchObject([{ what: 'gone', variantId: null }])
  })

  test('a bundle and its part do not both get the last piece', async () => {
    const { site, product, ask } = await newShop()
    const record = await product({ stock: 2 })
    const bundle = await product({ name: 'Bundle', productType: 'bundle', price: 4_000 })
    await site.as('administrator', (tx) =>
      tx.insert(bundleParts).values({ bundleId: bundle.id, productId: record.id, quantity: 2 }),
    )
    const { lines, notices } = await ask([bundle, record].map(({ id }) => ({ productId: id, quantity: 1 })))
    expect(lines).toMatchObject([{ name: 'Bundle', quantity: 1, maxQuantity: 1 }])
    expect(notices).toMatchObject([{ what: 'sold-out', name: 'Night Ferry' }])
  })

  test('quotes one of each download without shipping for any country', async () => {
    const { product, ask } = await newShop()
    const song = await product({ name: 'Song', productType: 'digital', price: 99 })
    const quote = await ask([{ productId: song.id, quantity: 3 }], { country: 'JP', shippingOption: 'post' })
    expect(quote).toMatchObject({
      ships: false,
      options: [],
      amounts: { shippingOption: null, shipping: 0, total: 99 },
    })
    expect(quote.notices).toMatchObject([{ what: 'fewer', quantity: 1 }])
  })

  test('a download without files is not sold, alone or in a bundle', async () => {
    const { site, product, ask } = await newShop()
    const song = await product({ name: 'Song', productType: 'digital', price: 99, hasFiles: false })
    // A cover is nothing to download.
    await site.as('administrator', (tx) => insertPlaceholderFile(tx, song.id, 'cover'))
    const record = await product()
    const bundle = await product({ name: 'Bundle', productType: 'bundle', price: 4_000 })
    await site.as('administrator', (tx) =>
      tx.insert(bundleParts).values([song, record].map(({ id }) => ({ bundleId: bundle.id, productId: id }))),
    )
    const quote = () => ask([song, bundle].map(({ id }) => ({ productId: id, quantity: 1 })))
    expect(await quote()).toMatchObject({
      lines: [],
      notices: [
        { what: 'not-ready', name: 'Song' },
        { what: 'not-ready', name: 'Bundle' },
      ],
    })
    await site.as('administrator', (tx) => insertPlaceholderFile(tx, song.id))
    expect((await quote()).lines).toMatchObject([{ name: 'Song' }, { name: 'Bundle' }])
  })

  test('returns no total and no shipping options for a country without delivery', async () => {
    const { product, ask } = await newShop()
    const { id } = await product()
    expect(await ask([{ productId: id, quantity: 1 }], { country: 'JP' })).toMatchObject({ options: [], amounts: null })
  })

  test('does not reveal the stock, whatever quantity is requested', async () => {
    const { product, ask } = await newShop()
    const [some, more] = [await product({ stock: 37 }), await product({ stock: 31 })]
    const quote = ({ id }: { id: string }, quantity: number) => ask([{ productId: id, quantity }])
    expect((await quote(some, 1)).lines).toMatchObject([{ maxQuantity: 99 }])
    expect((await quote(some, 99)).notices).toMatchObject([{ what: 'fewer', quantity: 25 }])
    for (const quantity of [1, 10, 25, 26, 30, 31, 32, 37, 38, 40, 99]) {
      const [one, other] = [await quote(some, quantity), await quote(more, quantity)]
      const plain = (answer: object) =>
        JSON.stringify(answer).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
      expect(plain(one)).toBe(plain(other))
    }
  })

  test('the limit of a product counts all its sizes', async () => {
    const { product, ask } = await newShop()
    const { id, variants } = await product({ name: 'Hoodie', sizes: ['S', 'L', 'XL'], stock: 9, maxQuantity: 2 })
    const { lines, notices } = await ask(variants.map((variantId) => ({ productId: id, variantId, quantity: 1 })))
    expect(lines).toMatchObject([
      { variant: 'S', quantity: 1, maxQuantity: 1 },
      { variant: 'L', quantity: 1, maxQuantity: 1 },
    ])
    expect(notices).toMatchObject([{ what: 'over-limit', name: 'Hoodie, XL', most: 2 }])
  })

  test('treats products of another website as unknown', async () => {
    const elsewhere = await newShop()
    const { id } = await elsewhere.product()
    const { ask } = await newShop()
    expect(await ask([{ productId: id, quantity: 1 }])).toMatchObject({
      lines: [],
      notices: [{ what: 'gone', name: null }],
      amounts: null,
    })
  })

  test('answers 404 where the shop takes no cards', async () => {
    const { product, ask } = await newShop(shop, 'contact')
    const { id } = await product()
    expect((await ask([{ productId: id, quantity: 1 }])).status).toBe(404)
  })

  test.each([0, -1, 1.5, 1e9, '1', null])('refuses a quantity of %j with a message', async (quantity) => {
    const { product, ask } = await newShop()
    const { id } = await product()
    expect(await ask([{ productId: id, quantity }])).toMatchObject({
      status: 422,
      reason: 'invalid',
      fields: { 'items.0.quantity': 'Please enter a whole number from 1 to 99.' },
    })
  })

  test('requires the human check from a busy network instead of refusing it, without affecting others', async () => {
    const { product, ask, solveCheck, site } = await newShop()
    const wanted = [{ productId: (await product()).id, quantity: 1 }]
    expect((await ask(wanted)).status).toBe(200)
    const { max } = checkoutRateLimits.quotesFromAddress
    await site.as('auth_service', (tx) => tx.update(rateLimits).set({ count: max }))
    const needed = { status: 403, reason: 'human-check-needed' }
    expect(await ask(wanted)).toMatchObject(needed)
    const humanCheck = await solveCheck()
    expect(await ask(wanted, { humanCheck })).toMatchObject({ status: 200, lines: [{ quantity: 1 }] })
    const failed = { status: 403, reason: 'human-check-failed' }
    expect(await ask(wanted, { humanCheck })).toMatchObject(failed)
    expect(await ask(wanted, { humanCheck: await solveCheck('/api/contact/challenge') })).toMatchObject(failed)
    expect(await ask(wanted)).toMatchObject(needed)
    expect((await ask(wanted, { country: 'GB' }, 'another address')).status).toBe(200)
  })

  test('a quote is refused when its total is above the card maximum', async () => {
    const { product, ask } = await newShop()
    const { id } = await product({ price: 90_000_000 })
    expect(await ask([{ productId: id, quantity: 2 }])).toMatchObject({ status: 422, reason: 'order-too-large' })
  })

  test.each([[[]], ['all'], [null], [[{ productId: 'x', quantity: 1 }]]])('rejects %j as a cart', async (items) => {
    const { ask } = await newShop()
    expect((await ask(items)).status).toBe(422)
  })
})
