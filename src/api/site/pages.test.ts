import { describe, expect, test } from 'vitest'
import type { Release } from '#domain/pages/content.ts'
import { ProductDraft } from '#domain/products/draft.ts'
import { createProduct } from '#server/products/commands.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { featuresOf, minimalConfig } from '#tests/fixtures/domain/sites.ts'

const record = (slug: string, product: string | null): Release => ({
  slug,
  title: slug,
  kind: 'album',
  released: '2026',
  cover: 'cover.jpg',
  text: 'Ten songs.',
  credits: 'One person.',
  tracks: [{ title: 'One', duration: '3:05' }],
  product,
})

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  test('answers with the pictures that the content names', async () => {
    const site = await createTestSite(database)
    const award = { year: 2024, title: 'Small Room', by: 'The List', result: 'won' as const, work: null, text: null }
    const { content } = minimalConfig
    const tour = { ...content.pages.tour!, image: 'tour.jpg' }
    const looks = {
      ...content,
      pages: { ...content.pages, tour },
      notFound: { ...content.notFound, image: 'lost.jpg' },
      awards: [{ ...award, image: 'lantern.svg' }, award],
    }
    const features = featuresOf({ awards: true })
    const api = createTestApi(database, site, { kind: 'visitor' }, {}, { site: { content: looks, features } })
    const get = async (path: string) => (await api.request(path)).json()
    const picture = expect.objectContaining({ base: expect.any(String) })
    expect(await get('/api/pages/awards')).toMatchObject([{ picture }, { picture: null }])
    expect(await get('/api/pages/lists/tour')).toMatchObject({ picture })
    expect(await get('/api/pages/lists/shop')).toMatchObject({ picture: null })
    expect(await get('/api/site')).toMatchObject({ notFound: { picture } })
    expect(await get('/api/pages/written/history')).toMatchObject({ chapters: [] })
  })

  type Link = { product: string | null; isSoldOut: boolean }

  test('a release links to its product only while the shop lists it', async () => {
    const site = await createTestSite(database)
    const releases = ['night-ferry', 'low-water', 'salt-radio'].map((slug) => record(slug, slug))
    const content = { ...minimalConfig.content, releases: [...releases, record('demo', null)] }
    const linksOf = async (changes: Parameters<typeof featuresOf>[0]) => {
      const features = featuresOf({ discography: true, ...changes })
      const api = createTestApi(database, site, { kind: 'visitor' }, {}, { site: { content, features } })
      const links = async (path: string) => (await api.request(`/api/pages/${path}`)).json()
      const [all, { release }] = await Promise.all([links('releases'), links('release')])
      expect(release).toEqual(all[0])
      return all.map(({ product, isSoldOut }: Link) => (isSoldOut ? `${product}, sold out` : product))
    }
    expect(await linksOf({})).toEqual([null, null, null, null])
    const add = (draft: object) =>
      site.as('administrator', (tx) =>
        createProduct(tx, ProductDraft.parse({ price: 1000, ...draft }), { userId: site.userId, now }),
      )
    await add({ name: 'Night Ferry', slug: 'night-ferry', status: 'published' })
    await add({ name: 'Low Water', slug: 'low-water', status: 'draft' })
    await add({ name: 'Salt Radio', slug: 'salt-radio', status: 'published', stockQuantity: 3 })
    expect(await linksOf({})).toEqual(['night-ferry, sold out', null, 'salt-radio', null])
    expect(await linksOf({ shop: { enabled: true, type: 'contact' } })).toEqual([null, null, null, null])
    expect(await linksOf({ shop: { enabled: false, type: 'stripe' } })).toEqual([null, null, null, null])
  })
})
