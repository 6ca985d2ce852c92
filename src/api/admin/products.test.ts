import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { InventoryItem } from '#api/admin/inventory.ts'
import type { AdminProduct } from '#api/admin/products.ts'
import type { Actor } from '#domain/actor.ts'
import { activityLogs } from '#server/activity/table.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { newId } from '#server/db/id.ts'
import { productFiles } from '#server/products/files-table.ts'
import { holdStock } from '#server/products/stock.ts'
import { products } from '#server/products/table.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { featuresOf } from '#tests/fixtures/domain/sites.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { insertPlaceholderFile } from '#tests/fixtures/placeholder-file.ts'

const pin = { name: 'Lighthouse pin', price: 700 }
const tee = {
  name: 'Tour tee',
  price: 2000,
  optionNames: ['Size'],
  variants: [
    { options: ['S'], stockQuantity: 1 },
    { options: ['M'], stockQuantity: 2, priceDifference: 100, maxQuantity: 2 },
  ],
}

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  async function newTestSite({ digitalProducts = true } = {}) {
    const site = await createTestSite(database)
    const actor: Actor = { kind: 'administrator', userId: site.userId, sessionId: newId(), authenticatedBy: 'session' }
    const cache = createSiteCache()
    const around = { cache, site: { features: featuresOf({ digitalProducts }) } }
    const [owner, visitor] = [actor, { kind: 'visitor' } as const].map((who) =>
      createTestApi(database, site, who, {}, around),
    )
    const send = (method: string) => (path: string, body?: object) =>
      owner!.request(`/api/admin${path}`, jsonRequest(body, { method }))
    const [get, post, put, remove] = [send('GET'), send('POST'), send('PUT'), send('DELETE')]
    const read = async (answer: Response | Promise<Response>) => (await answer).json()
    return {
      site,
      get,
      post,
      put,
      remove,
      add: async (draft: object): Promise<AdminProduct> => read(post('/products', draft)),
      change: (product: AdminProduct, changes: object) =>
        put(`/products/${product.id}`, { ...draftOf(product), sequence: product.sequence, ...changes }),
      one: (id: string): Promise<AdminProduct> => read(get(`/products/${id}`)),
      names: async (search = ''): Promise<string[]> =>
        (await read(get(`/products${search}`))).products.map(({ name }: AdminProduct) => name),
      stockItems: async (search = ''): Promise<InventoryItem[]> => (await read(get(`/inventory${search}`))).items,
      seen: async (): Promise<string[]> =>
        (await read(await visitor!.request('/api/shop/products'))).products.map(({ name }: { name: string }) => name),
      log: async () =>
        (await site.as('administrator', (tx) => tx.select().from(activityLogs).orderBy(activityLogs.id))).map(
          ({ action, resourceType }) => `${resourceType} ${action}`,
        ),
    }
  }
  const errorOf = async (request: Response | Promise<Response>) => {
    const answer = await request
    return [answer.status, (await answer.json()).error]
  }
  const fieldsOf = async (request: Response | Promise<Response>) => (await (await request).json()).fields

  test('visitors see published, changed and archived products at once', async () => {
    const { add, change, post, seen, log } = await newTestSite()
    const product = await add(pin)
    expect(product).toMatchObject({ slug: 'lighthouse-pin', status: 'draft', productType: 'physical', left: 0 })
    expect(await seen()).toEqual([])
    const published = await (await change(product, { status: 'published' })).json()
    expect(await seen()).toEqual(['Lighthouse pin'])
    await change(published, { name: 'Pin' })
    expect(await seen()).toEqual(['Pin'])
    await post(`/products/${product.id}/archive`)
    expect(await seen()).toEqual([])
    expect(await log()).toEqual([
      ...['product created', 'product status_changed', 'product updated', 'product status_changed'],
    ])
  })

  test('an owner marks a product as featured; a copy is not', async () => {
    const { add, change, one, post } = await newTestSite()
    const product = await add(pin)
    expect(product.isFeatured).toBe(false)
    await change(product, { isFeatured: true })
    expect((await one(product.id)).isFeatured).toBe(true)
    expect((await (await post(`/products/${product.id}/duplicate`)).json()).isFeatured).toBe(false)
  })

  test('makes a unique slug from the name, and keeps it when the name changes', async () => {
    const { add, post, change } = await newTestSite()
    const slugs = [await add({ ...pin, name: 'Contact' }), await add({ ...pin, name: 'Contact' }), await add(pin)]
    expect(slugs.map(({ slug }) => slug)).toEqual(['contact-2', 'contact-3', 'lighthouse-pin'])
    expect(await fieldsOf(post('/products', { ...pin, slug: 'contact-2' }))).toEqual({
      slug: 'Another product already has this address.',
    })
    expect(await fieldsOf(post('/products', { ...pin, slug: 'contact' }))).toHaveProperty('slug')
    const renamed = await (await change(slugs[2]!, { name: 'Pin', slug: null })).json()
    expect(renamed.slug).toBe('lighthouse-pin')
    expect(await fieldsOf(change(renamed, { slug: 'contact-3' }))).toHaveProperty('slug')
    expect((await (await change(renamed, { slug: 'pin' })).json()).slug).toBe('pin')
  })

  test('rejects an edit of an older version of a product; a save without changes makes no new version', async () => {
    const { add, change, one, log } = await newTestSite()
    const product = await add(tee)
    expect(await (await change(product, {})).json()).toMatchObject({ sequence: 0 })
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => change(product, { name })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await one(product.id)).toMatchObject({ sequence: 1 })
    expect(await log()).toEqual(['product created', 'product updated'])
  })

  test('keeps stock and history of variants by id when they are renamed or added again', async () => {
    const { add, change, stockItems, put, get } = await newTestSite()
    const product = await add(tee)
    const [s, m] = product.variants
    expect(product.variants).toMatchObject([
      { options: ['S'], left: 1 },
      { options: ['M'], left: 2, maxQuantity: 2, priceDifference: 100 },
    ])
    // S and M swap their names, L is new.
    const swapped = await change(product, {
      variants: [
        { ...s, options: ['M'] },
        { ...m, options: ['S'] },
        { options: ['L'], stockQuantity: 5 },
      ].map(plain),
    })
    const after: AdminProduct = await swapped.json()
    expect(after.variants.map(({ id, options, left }) => [id, options[0], left])).toEqual([
      [s!.id, 'M', 1],
      [m!.id, 'S', 2],
      [expect.any(String), 'L', 5],
    ])
    // A removed variant is not for sale; when it is added again, it is the same row.
    const without: AdminProduct = await (await change(after, { variants: after.variants.slice(1).map(plain) })).json()
    expect((await stockItems()).map(({ variant }) => variant)).toEqual(['S', 'L'])
    const again: AdminProduct = await (
      await change(without, { variants: [...without.variants.map(plain), { options: ['M'], stockQuantity: 9 }] })
    ).json()
    expect(again.variants.at(-1)).toMatchObject({ id: s!.id, left: 1 })
    const stockItem = (await stockItems()).find(({ variant }) => variant === 'M')!
    await put(`/inventory/${stockItem.id}`, { quantity: 4, seen: 1, note: 'Found a box' })
    const { movements } = await (await get(`/inventory/${stockItem.id}/movements`)).json()
    expect(movements).toMatchObject([
      { reason: 'correction', change: 3, onHandAfter: 4, note: 'Found a box' },
      { reason: 'initial', change: 1, onHandAfter: 1 },
    ])
  })

  test('a variant can take the name of a removed one', async () => {
    const { add, change } = await newTestSite()
    const product = await add(tee)
    const [s, m] = product.variants
    const one: AdminProduct = await (await change(product, { variants: [plain(s!)] })).json()
    const renamed = await change(one, { variants: [{ ...plain(s!), options: ['M'] }] })
    expect((await renamed.json()).variants).toMatchObject([{ id: s!.id, options: ['M'], left: 1 }])
    expect(m!.id).not.toBe(s!.id)
    expect((await change({ ...one, sequence: 2 }, { variants: [{ ...plain(s!), id: newId() }] })).status).toBe(409)
  })

  test('a product that gets variants uses their stock only', async () => {
    const { add, change, stockItems } = await newTestSite()
    const product = await add({ ...pin, stockQuantity: 6 })
    expect(product.left).toBe(6)
    const varied: AdminProduct = await (
      await change(product, { optionNames: ['Metal'], variants: [{ options: ['Brass'], stockQuantity: 4 }] })
    ).json()
    expect([varied.left, (await stockItems()).map(({ variant, onHand }) => [variant, onHand])]).toEqual([
      4,
      [['Brass', 4]],
    ])
    const plainAgain: AdminProduct = await (await change(varied, { optionNames: [], variants: [] })).json()
    expect([plainAgain.left, await stockItems()]).toMatchObject([0, [{ variant: null, onHand: 0 }]])
  })

  test('a digital product has no stock and no limit, and needs the digital feature', async () => {
    const { add, stockItems } = await newTestSite()
    const track = await add({ ...pin, productType: 'digital', maxQuantity: 3, stockQuantity: 9 })
    expect(track).toMatchObject({ maxQuantity: null, left: null })
    expect(await stockItems()).toEqual([])
    const { post } = await newTestSite({ digitalProducts: false })
    for (const productType of ['digital', 'bundle'])
      expect(
        await fieldsOf(
          post('/products', { ...pin, productType, parts: productType === 'bundle' ? [part(track)] : [] }),
        ),
      ).toEqual({ productType: 'This site does not sell digital products.' })
  })

  test('refuses to publish a download without files, by every publishing route', async () => {
    const { site, add, post, change, one, seen } = await newTestSite()
    const sentence = '"Song" cannot be published: it has no recording or zip yet. Please upload one first.'
    const song = { ...pin, name: 'Song', productType: 'digital' }
    const field = { status: 'Please keep it as a draft until a recording or zip is uploaded.' }
    expect(await (await post('/products', { ...song, status: 'published' })).json()).toMatchObject({
      reason: 'product-without-files',
      error: sentence,
      fields: field,
    })
    const draft = await add(song)
    const publish = () => post('/products/status', { ids: [draft.id], status: 'published' })
    expect(await errorOf(change(draft, { status: 'published' }))).toEqual([409, sentence])
    expect(await errorOf(publish())).toEqual([409, sentence])
    await post(`/products/${draft.id}/archive`)
    expect(await errorOf(post(`/products/${draft.id}/restore`, { status: 'published' }))).toEqual([409, sentence])
    await post(`/products/${draft.id}/restore`, {})
    // A cover is nothing to download.
    await site.as('administrator', (tx) => insertPlaceholderFile(tx, draft.id, 'cover'))
    expect(await errorOf(publish())).toEqual([409, sentence])
    expect([(await one(draft.id)).status, await seen()]).toEqual(['draft', []])
    await site.as('administrator', (tx) => insertPlaceholderFile(tx, draft.id))
    expect((await publish()).status).toBe(200)
    expect(await seen()).toEqual(['Song'])
  })

  test('a bundle is published once each of its downloads has a file', async () => {
    const { site, add, change, post } = await newTestSite()
    const [poster, song] = [
      await add({ ...pin, name: 'Poster' }),
      await add({ ...pin, name: 'Song', productType: 'digital' }),
    ]
    const box = { ...pin, name: 'Box', productType: 'bundle' }
    const sentence = '"Box" cannot be published: its part "Song" has no recording or zip yet.'
    const parts = [part(poster), part(song)]
    expect(await errorOf(post('/products', { ...box, parts, status: 'published' }))).toEqual([409, sentence])
    const bundle = await add({ ...box, parts: [part(poster)], status: 'published' })
    expect(await errorOf(change(bundle, { parts }))).toEqual([409, sentence])
    await site.as('administrator', (tx) => insertPlaceholderFile(tx, song.id))
    expect((await change(bundle, { parts })).status).toBe(200)
  })

  test('a published download without files can be edited, and the dashboard lists it', async () => {
    const { site, add, change, one, get } = await newTestSite()
    const song = await add({ ...pin, name: 'Song', productType: 'digital' })
    const bundle = await add({ ...pin, name: 'Box', productType: 'bundle', parts: [part(song)] })
    await site.as('administrator', (tx) => tx.update(products).set({ status: 'published' }))
    await site.as('administrator', (tx) => insertPlaceholderFile(tx, song.id, 'cover'))
    expect((await change(await one(song.id), { name: 'Old song' })).status).toBe(200)
    const withoutFiles = async () => (await (await get('/dashboard')).json()).attention.withoutFiles
    expect(await withoutFiles()).toEqual([
      { productId: song.id, product: 'Old song', part: null },
      { productId: bundle.id, product: 'Box', part: 'Old song' },
    ])
    await site.as('administrator', (tx) => insertPlaceholderFile(tx, song.id))
    expect(await withoutFiles()).toEqual([])
  })

  test('keeps the last file of a product on sale, also during a simultaneous publication', async () => {
    const { site, add, post, remove, one } = await newTestSite()
    const song = await add({ ...pin, name: 'Song', productType: 'digital' })
    const isTrack = eq(productFiles.fileType, 'tracks')
    const fileIds = async () =>
      (await site.as('administrator', (tx) => tx.select().from(productFiles).where(isTrack))).map(({ id }) => id)
    const removeOne = async () => remove(`/product-files/${(await fileIds())[0]}`)
    const setStatus = (status: string) => post('/products/status', { ids: [song.id], status })
    await site.as('administrator', (tx) => insertPlaceholderFile(tx, song.id))
    await site.as('administrator', (tx) => insertPlaceholderFile(tx, song.id))
    await setStatus('published')
    expect((await removeOne()).status).toBe(200)
    await site.as('administrator', (tx) => insertPlaceholderFile(tx, song.id, 'cover'))
    expect(await errorOf(removeOne())).toEqual([
      409,
      '"Song" is published and would have no files left. Please upload another one first, or make it a draft.',
    ])
    const bundle = await add({ ...pin, name: 'Box', productType: 'bundle', parts: [part(song)], status: 'published' })
    await setStatus('draft')
    expect((await removeOne()).status).toBe(409)
    await post(`/products/${bundle.id}/archive`)
    // Publishing and removing at the same moment: never both.
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([setStatus('published'), removeOne()])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect((await one(song.id)).status === 'published').toBe((await fileIds()).length === 1)
      await setStatus('draft')
      if (!(await fileIds()).length) await site.as('administrator', (tx) => insertPlaceholderFile(tx, song.id))
    }
  })

  test('the stock of a bundle is computed from its parts, which cannot be deleted', async () => {
    const { add, post, put, change, stockItems, remove, one } = await newTestSite()
    const [poster, shirt] = [await add({ ...pin, name: 'Poster', stockQuantity: 7 }), await add(tee)]
    const [, m] = shirt.variants
    const parts = [part(poster, 2), { ...part(shirt), variantId: m!.id }]
    const bundle = await add({ ...pin, name: 'Fan pack', productType: 'bundle', parts })
    expect(bundle).toMatchObject({ left: 2, parts: [{ name: 'Poster' }, { name: 'Tour tee', variant: 'M' }] })
    const stockItem = (await stockItems('?q=poster'))[0]!
    await put(`/inventory/${stockItem.id}`, { quantity: 3, seen: 7 })
    expect(await one(bundle.id)).toMatchObject({ left: 1 })
    const refused = async (parts: object[]) =>
      (await fieldsOf(post('/products', { ...pin, productType: 'bundle', parts }))).parts
    expect(await refused([part(bundle)])).toBe('Fan pack is a bundle itself.')
    expect(await refused([part(shirt)])).toBe('Please choose which Tour tee belongs to the bundle.')
    expect(await refused([{ ...part(poster), variantId: m!.id }])).toMatch('Please choose which Poster')
    expect(await refused([{ ...part(poster), productId: newId() }])).toMatch('One of the parts is gone.')
    expect(await fieldsOf(change(shirt, { variants: shirt.variants.slice(0, 1).map(plain) }))).toEqual({
      variants: 'M is part of the bundle Fan pack.',
    })
    expect(await fieldsOf(change(poster, { optionNames: ['Size'], variants: [{ options: ['A2'] }] }))).toHaveProperty(
      'optionNames',
    )
    expect(await errorOf(remove(`/products/${poster.id}`))).toEqual([
      409,
      'Cannot delete product "Poster". It is part of the bundle "Fan pack".',
    ])
    expect((await remove(`/products/${bundle.id}`)).status).toBe(200)
    expect((await remove(`/products/${poster.id}`)).status).toBe(200)
  })

  test('refuses to archive twice or restore an active product, with the specified messages', async () => {
    const { add, post, change } = await newTestSite()
    const { id } = await add({ ...pin, status: 'published' })
    const archive = () => post(`/products/${id}/archive`)
    const restore = (status?: string) => post(`/products/${id}/restore`, { status })
    expect(await errorOf(restore())).toEqual([409, 'Only archived products can be restored'])
    const archived: AdminProduct = await (await archive()).json()
    expect(await errorOf(archive())).toEqual([409, 'Product is already archived'])
    expect(await (await change(archived, { name: 'Pin', status: 'published' })).json()).toMatchObject({
      name: 'Pin',
      status: 'archived',
    })
    expect(await (await restore()).json()).toMatchObject({ status: 'draft' })
    await archive()
    expect(await (await restore('published')).json()).toMatchObject({ status: 'published' })
  })

  test('publishes or archives several products, all or none', async () => {
    const { add, post, seen } = await newTestSite()
    const ids = [(await add(pin)).id, (await add(tee)).id]
    const set = async (status: string, which = ids) => post('/products/status', { ids: which, status })
    expect(await (await set('published')).json()).toEqual({ changed: 2 })
    expect(await (await set('published')).json()).toEqual({ changed: 0 })
    expect(await seen()).toEqual(['Lighthouse pin', 'Tour tee'])
    expect((await set('archived', [ids[0]!, newId()])).status).toBe(404)
    expect(await seen()).toHaveLength(2)
  })

  test('duplicates a product as a draft without stock', async () => {
    const { add, post } = await newTestSite()
    const product = await add({ ...tee, status: 'published', description: '**Soft**' })
    const copy: AdminProduct = await (await post(`/products/${product.id}/duplicate`)).json()
    expect(copy).toMatchObject({ name: 'Tour tee (copy)', slug: 'tour-tee-copy', status: 'draft', left: 0 })
    expect(copy.variants.map(({ options }) => options[0])).toEqual(['S', 'M'])
    expect(copy.variants[0]!.id).not.toBe(product.variants[0]!.id)
  })

  test('searches, filters, sorts and pages the products', async () => {
    const { add, names, post } = await newTestSite()
    const category = await (await post('/categories', { name: 'Vinyl' })).json()
    await add({ ...pin, name: 'Night Ferry', price: 2500, categoryId: category.id, stockQuantity: 20 })
    await add({ ...tee, status: 'published' })
    await add({ ...pin, name: 'Low Water', productType: 'digital', description: 'Recorded at night' })
    await add({ ...pin, stockQuantity: 0 })
    expect(await names()).toEqual(['Lighthouse pin', 'Low Water', 'Night Ferry', 'Tour tee'])
    expect(await names('?sort=price&direction=down')).toEqual([
      'Night Ferry',
      'Tour tee',
      'Low Water',
      'Lighthouse pin',
    ])
    expect(await names('?q=night&sort=name')).toEqual(['Low Water', 'Night Ferry'])
    expect(await names('?q=viny')).toEqual(['Night Ferry'])
    expect(await names('?q=nigth+fery')).toEqual(['Night Ferry'])
    expect(await names('?status=published')).toEqual(['Tour tee'])
    expect(await names('?type=digital')).toEqual(['Low Water'])
    expect(await names(`?category=${category.id}`)).toEqual(['Night Ferry'])
    expect(await names('?stock=out')).toEqual(['Lighthouse pin'])
    expect(await names('?stock=low')).toEqual(['Tour tee'])
    expect(await names('?stock=in')).toEqual(['Low Water', 'Night Ferry', 'Tour tee'])
    expect(await names('?page=2&size=3')).toEqual(['Tour tee'])
    expect(await names('?q=%27)%3B--')).toEqual([])
  })

  test('category names are unique, a rename of an older version is refused, and a delete keeps the products', async () => {
    const { add, post, put, remove, get, one } = await newTestSite()
    const vinyl = await (await post('/categories', { name: 'Vinyl' })).json()
    expect(vinyl.slug).toBe('vinyl')
    expect(await fieldsOf(post('/categories', { name: ' vinyl ' }))).toEqual({
      name: 'A category with this name already exists.',
    })
    const product = await add({ ...pin, categoryId: vinyl.id })
    expect((await put(`/categories/${vinyl.id}`, { name: 'Records', sequence: 0 })).status).toBe(200)
    const renamed = { ...vinyl, name: 'Records', sequence: 1, count: 1 }
    expect(await (await get('/categories')).json()).toEqual([renamed])
    const outdated = await put(`/categories/${vinyl.id}`, { name: 'Vinyl records', sequence: 0 })
    expect([outdated.status, (await outdated.json()).reason]).toEqual([409, 'conflict'])
    expect((await put(`/categories/${vinyl.id}`, { name: 'Records', sequence: 1 })).status).toBe(200)
    expect(await (await get('/categories')).json()).toEqual([renamed])
    expect((await remove(`/categories/${vinyl.id}`)).status).toBe(200)
    expect(await one(product.id)).toMatchObject({ category: null })
    expect(await fieldsOf(post('/products', { ...pin, categoryId: vinyl.id }))).toHaveProperty('categoryId')
  })

  test('rejects a stock correction based on an outdated count, and returns held pieces', async () => {
    const { site, add, stockItems, put, log } = await newTestSite()
    const { id } = await add({ ...pin, stockQuantity: 3 })
    await site.as('checkout', (tx) => holdStock(tx, [{ productId: id, variantId: null, quantity: 2 }]))
    const [stockItem] = await stockItems()
    expect(stockItem).toMatchObject({ onHand: 3, held: 2, name: 'Lighthouse pin' })
    const count = (quantity: unknown, seen: number) => put(`/inventory/${stockItem!.id}`, { quantity, seen })
    expect((await count(8, 2)).status).toBe(409)
    expect(await (await count(8, 3)).json()).toMatchObject({ onHand: 8, held: 2 })
    for (const quantity of [-1, 1.5, 1e9, 'x']) expect((await count(quantity, 8)).status).toBe(422)
    expect((await log()).at(-1)).toBe('product stock_corrected')
    expect((await stockItems('?stock=out')).length + (await stockItems('?stock=low')).length).toBe(0)
  })

  test('answers 404 for products of another website', async () => {
    const [mine, theirs] = [await newTestSite(), await newTestSite()]
    const { id } = await theirs.add({ ...pin, stockQuantity: 1 })
    const [stockItem] = await theirs.stockItems()
    const category = await (await theirs.post('/categories', { name: 'Vinyl' })).json()
    expect((await mine.get(`/products/${id}`)).status).toBe(404)
    expect((await mine.remove(`/products/${id}`)).status).toBe(404)
    expect((await mine.post(`/products/${id}/duplicate`)).status).toBe(404)
    expect((await mine.put(`/inventory/${stockItem!.id}`, { quantity: 0, seen: 1 })).status).toBe(404)
    expect((await mine.get(`/inventory/${stockItem!.id}/movements`)).status).toBe(404)
    expect(await fieldsOf(mine.post('/products', { ...pin, categoryId: category.id }))).toHaveProperty('categoryId')
    const bundle = { ...pin, productType: 'bundle', parts: [{ productId: id, variantId: null, quantity: 1 }] }
    expect(await fieldsOf(mine.post('/products', bundle))).toHaveProperty('parts')
    expect(await theirs.names()).toEqual(['Lighthouse pin'])
  })
})

const plain = ({ left: _, ...variant }: Partial<AdminProduct['variants'][number]>) => variant
const part = ({ id }: AdminProduct, quantity = 1) => ({ productId: id, variantId: null, quantity })
const draftOf = ({ name, description, productType, status, price, vatKind, category, ...rest }: AdminProduct) => ({
  name,
  description,
  productType,
  price,
  vatKind,
  categoryId: category?.id ?? null,
  status: status === 'published' ? status : 'draft',
  maxQuantity: rest.maxQuantity,
  slug: rest.slug,
  optionNames: rest.optionNames,
  variants: rest.variants.map(plain),
  images: rest.images.map(({ imageUrl, alt }) => ({ imageUrl, alt })),
  parts: rest.parts.map(({ productId, variantId, quantity }) => ({ productId, variantId, quantity })),
})
