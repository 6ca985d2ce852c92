import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { stringifySearch } from '#app/page-route.ts'
import { routeTree } from '#app/routeTree.gen.ts'
import type { Actor } from '#domain/actor.ts'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { type SitePage, sitePages } from '#domain/sites/pages.ts'
import { parseSearch } from '#domain/ui/search-params.ts'
import { createPageCache } from '#server/cache/page-cache.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import type { Database } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { pictures } from '#server/images/table.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, openTestDatabase } from '#tests/database.ts'
import { featuresOf, minimalSite } from '#tests/fixtures/domain/sites.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { createApiClient } from '#web/api-client.ts'

const stored = await openTestDatabase('postgres')
let transactions = 0
const database: Database = {
  ...stored,
  transaction: (...work) => {
    transactions++
    return stored.transaction(...work)
  },
}

const text = { title: 'T', description: 'D', markdown: 'Words.', html: '<p>Words.</p>', chapters: [] }
const release = {
  slug: 'night-ferry',
  title: 'Night Ferry',
  kind: 'album' as const,
  released: '2025',
  cover: 'x.png',
  text: 'A record.',
  credits: 'By us.',
  tracks: [{ title: 'One', duration: '3:00' }],
  product: 'lighthouse-pin',
}
const { slug: _, ...releaseDraft } = release
const editedRelease = { ...releaseDraft, title: 'Day Ferry', released: '2026', cover: null }
const award = { year: 2024, title: 'Best hall', by: 'The Guild', result: 'won', work: null, text: null }
const quote = { quote: 'Loud.', source: 'The Post', author: null, year: 2024, link: null }
const show = {
  date: '2026-06-01',
  time: '20:00',
  zone: 'Europe/Berlin',
  venue: 'Lido',
  city: 'Berlin',
  country: 'DE',
  status: 'upcoming',
}

const pinDraft = { name: 'Lighthouse pin', status: 'published', stockQuantity: 3 }

/** A site with all features, its pages in a page cache, and the edits of its owner. */
async function setUp() {
  const site = await createTestSite(database)
  const owner: Actor = { kind: 'administrator', userId: site.userId, sessionId: newId(), authenticatedBy: 'session' }
  const cache = createSiteCache()
  const { content } = siteWithDefaults(minimalSite())
  const headings = { tour: 'T', release: 'R', gallery: 'G', shop: 'S', media: 'M', press: 'P' }
  const features = featuresOf({
    tour: true,
    gallery: true,
    media: { enabled: true },
    discography: true,
    press: true,
    awards: true,
    digitalProducts: true,
  })
  const own = { features, content: { ...content, releases: [release], home: { ...content.home, headings } } }
  const written = new Map(['history', 'privacy', 'terms', 'shop-contact'].map((name) => [name, text]))
  const [visitors, owners] = [{ kind: 'visitor' } as const, owner].map((actor) =>
    createTestApi(database, site, actor, { pages: written }, { cache, site: own }),
  )
  const pages = createPageCache<{ status: number; bytes: number; isShared: boolean; data: string }>({
    onInvalidate: cache.onInvalidate,
    clock: () => 0,
  })
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => visitors!.request(new Request(input, init))

  /** All that the loaders of this page read. */
  async function render(path: string) {
    const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const context = { queryClient, api: createApiClient('http://localhost', fetch as typeof globalThis.fetch) }
    const history = createMemoryHistory({ initialEntries: [path] })
    const router = createRouter({ routeTree, context, history, parseSearch, stringifySearch, isServer: true })
    await router.load()
    const failed = router.state.matches.find(({ status }) => status !== 'success')
    if (failed) throw new Error(`${path}: ${failed.routeId} is ${failed.status}: ${failed.error}`)
    const queries = queryClient.getQueryCache().getAll()
    const data = JSON.stringify(queries.map(({ queryKey, state }) => [queryKey, state.data]))
    return { status: 200, bytes: data.length, isShared: true, data }
  }

  async function send(method: 'POST' | 'PUT', path: string, body: object) {
    const answer = await owners!.request(
      `/api/admin/${path}`,
      jsonRequest(body, { method, headers: owners!.confirmed() }),
    )
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return answer.json()
  }

  const identity = { name: 'Another name', tagline: 'Another tagline', description: 'Another description.' }
  const [first, pin] = [await send('POST', 'shows', show), await send('POST', 'products', { ...pinDraft, price: 700 })]
  const edits = {
    announcement: () => send('POST', 'announcements', { title: 'News', message: 'A word.' }),
    settings: () =>
      send('PUT', 'settings', {
        contactEmail: 'new@site.example',
        social: [{ link: 'https://youtube.example/us', icon: 'youtube', label: 'YouTube' }],
        sequence: 0,
      }),
    publication: async () => {
      const { sequence } = await send('PUT', 'site/draft/parts/identity', { sequence: 0, value: identity })
      await send('POST', 'site/draft/publish', { sequence, note: '' })
    },
    release: () => send('POST', 'releases', { ...editedRelease, isPublished: true }),
    award: () => send('POST', 'awards', { ...award, isPublished: true }),
    quote: () => send('POST', 'press', { ...quote, isPublished: true }),
    show: () => send('PUT', `shows/${first.id}`, { ...show, venue: 'Metropol', sequence: first.sequence }),
    product: () =>
      send('PUT', `products/${pin.id}`, { ...pinDraft, price: 900, stockQuantity: 0, sequence: pin.sequence }),
    unpublish: () =>
      send('PUT', `products/${pin.id}`, { ...pinDraft, status: 'draft', price: 700, sequence: pin.sequence }),
    picture: async () => {
      const hash = newId().replaceAll('-', '').slice(-16)
      const row = { name: 'a', hash, width: 300, height: 200, bytes: 9, takenOn: '2024-01-02' }
      const [picture] = await site.as('administrator', (tx) => tx.insert(pictures).values(row).returning())
      await send('POST', 'gallery', { pictureIds: [picture!.id] })
    },
    film: () =>
      send('POST', 'media', {
        kind: 'video',
        title: 'Night Ferry',
        source: 'https://vimeo.com/76979871',
        isPublished: true,
      }),
  }
  return {
    edits,
    page: (path: string) => pages.get({ websiteId: site.websiteId, key: path }, () => render(path)),
  }
}

type Edit = keyof Awaited<ReturnType<typeof setUp>>['edits']

/** The banner, the footer and the name of the site are on each page. */
const onEach: Edit[] = ['announcement', 'settings', 'publication']
const shown: Record<string, Edit[]> = {
  '/': ['show', 'product', 'picture', 'film', 'release'],
  '/tour': ['show'],
  '/tour/$slug': ['show'],
  '/shop': ['product'],
  '/shop/contact': [],
  '/shop/$slug': ['product'],
  '/gallery': ['picture'],
  '/discography': ['release', 'unpublish'],
  '/awards': ['award'],
  '/press': ['quote'],
  '/media': ['film'],
  '/history': [],
  '/contact': [],
  '/cart': [],
  '/checkout': [],
  '/orders/find': [],
  '/privacy': [],
  '/terms': [],
}
const cacheable = Object.entries(sitePages as Record<string, SitePage>).flatMap(([path, page]) =>
  page.cacheable ? [path] : [],
)

test('the table names every cacheable page', () => expect(Object.keys(shown).sort()).toEqual(cacheable.sort()))

test.each(cacheable)('each edit of something that %s shows changes the cached page', async (path) => {
  const slug = path.startsWith('/tour') ? '2026-06-01-berlin-lido' : 'lighthouse-pin'
  const address = path.replace('$slug', slug)
  const { page, edits } = await setUp()
  for (const edit of [...onEach, ...shown[path]!]) {
    const before = await page(address)
    const transactionsBefore = transactions
    expect((await page(address)).source, 'the page is cached').toBe('hit')
    expect(transactions - transactionsBefore, 'transactions for a cached page').toBe(0)
    await edits[edit]()
    const after = await page(address)
    expect(after.source, edit).toBe('miss')
    expect(after.page.data, edit).not.toBe(before.page.data)
  }
})
