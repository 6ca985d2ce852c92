import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { ProductDetails, ShopAnswer } from '#api/site/shop.ts'
import { ProductDraft } from '#domain/products/draft.ts'
import { newId } from '#server/db/id.ts'
import { createCategory } from '#server/products/categories.ts'
import { createProduct, setProductStatuses } from '#server/products/commands.ts'
import { offerKey, readOffers } from '#server/products/offers.ts'
import { holdStock } from '#server/products/stock.ts'
import { productById } from '#server/products/stored-products.ts'
import { products } from '#server/products/table.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { featuresOf, minimalConfig } from '#tests/fixtures/domain/sites.ts'
import { insertPlaceholderFile } from '#tests/fixtures/placeholder-file.ts'

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  async function newShop(features = featuresOf()) {
    const site = await createTestSite(database)
    const context = { userId: site.userId, now }
    const visitor = createTestApi(database, site, { kind: 'visitor' }, {}, { site: { features } })
    const get = (path: string) => visitor.request(`/api/shop${path}`)
    return {
      site,
      get,
      shop: async (search = ''): Promise<ShopAnswer> => (await get(`/products${search}`)).json(),
      product: async (slug: string): Promise<ProductDetails> => (await get(`/products/${slug}`)).json(),
      category: (name: string) => site.as('administrator', (tx) => createCategory(tx, { name }, context)),
      add: (draft: object) => {
        const parsed = ProductDraft.parse({ price: 1000, status: 'published', ...draft })
        return site.as('administrator', async (tx) => {
          if (parsed.productType !== 'digital') return createProduct(tx, parsed, context)
          const { id } = await createProduct(tx, { ...parsed, status: 'draft' }, context)
          await insertPlaceholderFile(tx, id)
          await setProductStatuses(tx, [id], parsed.status, context)
          return productById(tx, id)
        })
      },
      offers: (...wanted: { productId: string; variantId: string | null }[]) =>
        site.as('checkout', async (tx) => (await readOffers(tx, wanted)).offers),
    }
  }
  const names = ({ products }: ShopAnswer) => products.map(({ name }) => name)

  test('lists published products by name, with counts and prices', async () => {
    const { add, category, shop, get } = await newShop()
    const [vinyl, shirts] = [await category('Vinyl'), await category('Shirts')]
    await category('Empty')
    await add({ name: 'Night Ferry', price: 2450, categoryId: vinyl.id, stockQuantity: 3 })
    await add({ name: 'Low Water', price: 1800, categoryId: vinyl.id })
    await add({ name: 'Tee', price: 2000, categoryId: shirts.id, stockQuantity: 30 })
    await add({ name: 'Secret', status: 'draft' })
    const all = await shop()
    expect(names(all)).toEqual(['Low Water', 'Night Ferry', 'Tee'])
    expect(all).toMatchObject({ total: 3, countOfAll: 3, prices: { from: 18, to: 25 } })
    expect(all.categories.map(({ name, count }) => `${name} ${count}`)).toEqual(['Shirts 1', 'Vinyl 2'])
    expect(all.products.map(({ isAvailable, available }) => [isAvailable, available])).toEqual([
      [false, 0],
      [true, 3],
      [true, 10],
    ])
    expect(names(await shop('?category=vinyl'))).toEqual(['Low Water', 'Night Ferry'])
    expect(names(await shop('?in=stock&sort=price&direction=down'))).toEqual(['Night Ferry', 'Tee'])
    expect(names(await shop('?categories=shirts,empty&from=20&to=20'))).toEqual(['Tee'])
    expect((await (await get('/categories')).json()).map(({ slug }: { slug: string }) => slug)).toEqual([
      'shirts',
      'vinyl',
    ])
    for (const bad of ['?sort=x', '?from=-1', '?category=<b>', '?page=0', '?q=%00'])
      expect((await get(`/products${bad}`)).status, bad).toBe(422)
  })

  test('returns the newest products as highlights when none is featured', async () => {
    const { add, shop } = await newShop()
    for (const name of ['A', 'B', 'C', 'D', 'E']) await add({ name, stockQuantity: 1 })
    const { highlights } = await shop()
    expect([highlights.kind, highlights.products.length]).toEqual(['newest', 4])
  })

  test('returns featured products as highlights of the unfiltered list', async () => {
    const { add, shop, product } = await newShop()
    for (const name of ['A', 'B']) await add({ name, stockQuantity: 1 })
    await add({ name: 'F', isFeatured: true })
    await add({ name: 'G', isFeatured: true, status: 'draft' })
    const row = async (search = '') => {
      const { highlights } = await shop(search)
      return [highlights.kind, ...highlights.products.map(({ name }) => name)]
    }
    expect(await row()).toEqual(['featured', 'F'])
    for (const search of ['?sort=price', '?q=f', '?page=2', '?in=stock', '?size=4&sort=newest&in=stock'])
      expect(await row(search), search).toEqual(['featured'])
    expect(names(await shop())).toEqual(['A', 'B', 'F'])
    expect(await product('f')).not.toHaveProperty('isFeatured')
  })

  test('finds words, prefixes and misspelled words', async () => {
    const { add, category, shop } = await newShop()
    const vinyl = await category('Vinyl')
    await add({ name: 'Night Ferry', categoryId: vinyl.id, description: 'The **second** album.' })
    await add({ name: 'Tee', description: 'With a ferry on it.' })
    await add({ name: 'Hoodie' })
    await add({ name: 'Ferry draft', status: 'draft' })
    expect(names(await shop('?q=ferry'))).toEqual(['Night Ferry', 'Tee'])
    expect(names(await shop('?q=ferr'))).toEqual(['Night Ferry', 'Tee'])
    expect(names(await shop('?q=ferry+-night'))).toEqual(['Tee'])
    expect(names(await shop('?q="night+ferry"'))).toEqual(['Night Ferry'])
    expect(names(await shop('?q=VINYL'))).toEqual(['Night Ferry'])
    expect(names(await shop('?q=second'))).toEqual(['Night Ferry'])
    expect(names(await shop('?q=hoddie'))).toEqual(['Hoodie'])
    expect(names(await shop('?q=nigth+fery'))).toEqual(['Night Ferry'])
    expect(names(await shop('?q=xylophone'))).toEqual([])
    expect(names(await shop(`?q=${encodeURIComponent("'; :* & | !( <->")}`))).toEqual([])
  })

  test('returns a product with its variants and related products', async () => {
    const { add, category, product, get } = await newShop()
    const vinyl = await category('Vinyl')
    await add({ name: 'Other', stockQuantity: 1 })
    await add({ name: 'Low Water', categoryId: vinyl.id, stockQuantity: 1 })
    await add({
      name: 'Tee',
      price: 2000,
      categoryId: vinyl.id,
      description: '# Soft\n\n<b>x</b>',
      optionNames: ['Size'],
      variants: [
        { options: ['S'], stockQuantity: 0 },
        { options: ['M'], stockQuantity: 4, priceDifference: -100, maxQuantity: 2 },
      ],
    })
    const tee = await product('tee')
    expect(tee).toMatchObject({ price: 1900, isAvailable: true, available: 4, description: 'Soft. <b>x</b>' })
    expect(tee.descriptionHtml).toBe('<h2>Soft</h2>\n<p>&lt;b&gt;x&lt;/b&gt;</p>')
    expect(tee.variants).toMatchObject([
      { options: ['S'], price: 2000, isAvailable: false, maxQuantity: null },
      { options: ['M'], price: 1900, isAvailable: true, maxQuantity: 2 },
    ])
    expect(tee.related.map(({ name }) => name)).toEqual(['Low Water', 'Other'])
    expect((await get('/products/never-was')).status).toBe(404)
    expect((await get('/products/Never%20Was')).status).toBe(404)
  })

  test('returns offers with current prices and stock, and none for unavailable items', async () => {
    const { site, add, offers } = await newShop()
    const tee = await add({
      name: 'Tee',
      maxQuantity: 5,
      optionNames: ['Size', 'Colour'],
      variants: [{ options: ['M', 'Red'], stockQuantity: 4, priceDifference: 250, maxQuantity: 2 }],
    })
    const poster = await add({ name: 'Poster', stockQuantity: 7, status: 'draft' })
    const track = await add({ name: 'Track', productType: 'digital' })
    const m = tee.variants[0]!.id
    const wanted = [
      { productId: tee.id, variantId: m },
      { productId: poster.id, variantId: null },
    ] as const
    const parts = [{ ...wanted[0] }, { ...wanted[1], quantity: 2 }, { productId: track.id }]
    const bundle = await add({ name: 'Pack', productType: 'bundle', parts })
    const songs = await add({ name: 'Songs', productType: 'bundle', parts: [{ productId: track.id }] })
    await site.as('checkout', (tx) => holdStock(tx, [{ ...wanted[1], quantity: 2 }]))
    const own = (id: string) => ({ productId: id, variantId: null })
    const found = await offers(...wanted, own(bundle.id), own(songs.id), own(track.id))
    expect(found.get(offerKey(wanted[0]))).toMatchObject({
      name: 'Tee',
      variant: 'M / Red',
      price: 1250,
      maxQuantity: 2,
      available: 4,
      isDigital: false,
      takes: [{ ...wanted[0], quantity: 1 }],
    })
    expect(found.get(offerKey(wanted[1]))).toMatchObject({ status: 'draft', available: 5 })
    expect(found.get(offerKey(own(bundle.id)))).toMatchObject({
      available: 2,
      isDigital: false,
      takes: [{ quantity: 1 }, { quantity: 2 }],
      parts: [{ name: 'Tee', variant: 'M / Red' }, { name: 'Poster' }, { name: 'Track', isDigital: true }],
    })
    expect(found.get(offerKey(own(songs.id)))).toMatchObject({ available: null, isDigital: true, takes: [] })
    expect(found.get(offerKey(own(track.id)))).toMatchObject({ available: null, isDigital: true, maxQuantity: null })
    const none = await offers(own(tee.id), { productId: tee.id, variantId: newId() }, own(newId()), {
      productId: poster.id,
      variantId: m,
    })
    expect([...none.keys()]).toEqual([])
    const elsewhere = await newShop()
    expect((await elsewhere.offers(...wanted)).size).toBe(0)
  })

  test('lists all tracks of a physical record, and only tracks with files of a download', async () => {
    const tracks = ['One', 'Two', 'Three'].map((title) => ({ title, duration: '3:05' }))
    const about = {
      title: 'Low Water',
      kind: 'album',
      released: '2026',
      cover: 'cover.jpg',
      text: '.',
      credits: '.',
    } as const
    const release = (slug: string) => ({ ...about, slug, tracks, product: slug })
    const content = { ...minimalConfig.content, releases: [release('low-water'), release('low-water-songs')] }
    const { site, add } = await newShop()
    const visitor = createTestApi(
      database,
      site,
      { kind: 'visitor' },
      {},
      { site: { features: featuresOf(), content } },
    )
    await add({ name: 'Low Water' })
    const { id: productId } = await add({ name: 'Low Water songs', productType: 'digital' })
    const digitalMetadata = { tracks: [{ fileId: newId(), title: 'Two', position: 1, duration: 185 }] }
    await site.as('administrator', (tx) =>
      tx.update(products).set({ digitalMetadata }).where(eq(products.id, productId)),
    )
    const songs = async (slug: string) =>
      ((await (await visitor.request(`/api/shop/products/${slug}`)).json()) as ProductDetails).tracks.length
    expect([await songs('low-water'), await songs('low-water-songs')]).toEqual([3, 1])
  })

  test('answers 404 on a site without a shop', async () => {
    const { get } = await newShop(featuresOf({ shop: { enabled: false, type: 'stripe' } }))
    for (const path of ['/products', '/products/tee', '/categories']) expect((await get(path)).status).toBe(404)
  })
})
