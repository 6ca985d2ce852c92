import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cacheLifetimeMs } from '#domain/ui/cache.ts'
import { type CacheablePage, createPageCache } from '#server/cache/page-cache.ts'
import { currentPageReads, recordChangeTimes } from '#server/cache/page-reads.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import type { CacheTag } from '#server/cache/tags.ts'

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Page = CacheablePage & { text: string }
const start = new Date('2031-05-01T12:00:00Z')

// lru-cache takes a time of 0 for none, and fake time begins there.
beforeEach(() => void vi.useFakeTimers({ now: start }).advanceTimersByTime(1))
afterEach(() => void vi.useRealTimers())

/** A website with a few subjects, and a list of its renders. */
function setUp() {
  const cache = createSiteCache()
  const pages = createPageCache<Page>({ onInvalidate: cache.onInvalidate, clock: () => Date.now() })
  const facts: Partial<Record<CacheTag, string>> = { tour: 'Kiel', announcements: 'none', products: 'a record' }
  let isDown = false
  const made: string[] = []
  const read = (websiteId: string, tag: CacheTag) =>
    cache.read(websiteId, tag, 'list', async () => {
      if (isDown) throw new Error('the database is down')
      return facts[tag]
    })
  const page = (text: string, more: Partial<Page> = {}): Page => ({
    status: 200,
    bytes: text.length,
    isShared: true,
    text,
    ...more,
  })
  const find = (key: string, tags: CacheTag[], { websiteId = 'a', more = {} as Partial<Page> } = {}) =>
    pages.get({ websiteId, key }, async () => {
      made.push(key)
      const words = await Promise.all(tags.map((tag) => read(websiteId, tag)))
      await after(5)
      return page(words.join(', '), more)
    })
  const peek = (key: string) => pages.peek({ websiteId: 'a', key }, async () => page('renewed'))
  return { cache, pages, facts, made, find, peek, read, page, fall: (down: boolean) => (isDown = down) }
}

const soon = async <T>(promise: Promise<T>): Promise<T> => {
  await vi.advanceTimersByTimeAsync(20)
  return promise
}

test('renders a page once for a hundred simultaneous requests', async () => {
  const { find, made, pages } = setUp()
  const given = await soon(Promise.all(Array.from({ length: 100 }, () => find('/', ['tour']))))
  expect(new Set(given.map(({ page }) => page)).size).toBe(1)
  expect(made).toEqual(['/'])
  expect(pages.counts()).toMatchObject({ fills: 1, miss: 100, hit: 0, pages: 1, bytes: 4 })
  expect((await find('/', ['tour'])).source).toBe('hit')
})

test('an invalidation drops the pages made from its tag, on that website only', async () => {
  const { find, cache, facts, made } = setUp()
  const all = () =>
    soon(
      Promise.all([
        find('/tour', ['tour']),
        find('/shop', ['products']),
        find('/', ['tour', 'products']),
        find('/tour', ['tour'], { websiteId: 'b' }),
      ]),
    )
  await all()
  facts.tour = 'Oslo'
  cache.invalidate('a', 'tour')
  made.length = 0
  const [tour, shop, home, other] = await all()
  expect(made).toEqual(['/tour', '/'])
  expect([tour, home, shop, other].map(({ page }) => page.text)).toEqual(['Oslo', 'Oslo, a record', 'a record', 'Kiel'])
})

test('does not cache a page that was being rendered during a change, nor serve it to later requests', async () => {
  const { find, cache, facts } = setUp()
  const before = find('/tour', ['tour'])
  await vi.advanceTimersByTimeAsync(1)
  facts.tour = 'Oslo'
  cache.invalidate('a', 'tour')
  const later = find('/tour', ['tour'])
  expect((await soon(before)).page.text).toBe('Kiel')
  expect((await soon(later)).page.text).toBe('Oslo')
  expect(await find('/tour', ['tour'])).toMatchObject({ source: 'hit', page: { text: 'Oslo' } })
})

test.each(['tour', null] as const)('does not cache a page whose render ends after a change of %s', async (tag) => {
  const { find, cache, facts } = setUp()
  const before = find('/tour', ['tour'])
  await vi.advanceTimersByTimeAsync(1)
  facts.tour = 'Oslo'
  if (tag) cache.invalidate('a', tag)
  else cache.invalidateAll()
  expect((await soon(before)).page.text).toBe('Kiel')
  expect(await soon(find('/tour', ['tour']))).toMatchObject({ source: 'miss', page: { text: 'Oslo' } })
})

test('the page cache drops all pages on invalidateAll', async () => {
  const { find, cache, made } = setUp()
  const underway = find('/shop', ['products'])
  await soon(find('/tour', ['tour']))
  cache.invalidateAll()
  await soon(underway)
  await soon(Promise.all([find('/tour', ['tour']), find('/shop', ['products'])]))
  expect(made).toEqual(['/shop', '/tour', '/tour', '/shop'])
})

test.each([
  ['an error', { status: 500 }],
  ['a page that is not there and not shared', { status: 404, isShared: false }],
  ['a page for one person', { isShared: false }],
])('serves %s to the requests that waited for it and does not cache it', async (_, more) => {
  const { find, made } = setUp()
  const given = await soon(Promise.all([find('/x', [], { more }), find('/x', [], { more })]))
  expect(given.map(({ source }) => source)).toEqual(['miss', 'miss'])
  await soon(find('/x', [], { more }))
  expect(made).toHaveLength(2)
})

describe('expiry', () => {
  test('drops a page at the moment at which its content changes by itself', async () => {
    const { pages, page } = setUp()
    const onSale = new Date(+start + 10_000)
    const make = async () => {
      const now = new Date()
      recordChangeTimes(now, () => [null, new Date(+start + 60_000), onSale, new Date(+start - 1)])
      return page(now < onSale ? 'soon' : 'now')
    }
    const find = () => pages.get({ websiteId: 'a', key: '/tour' }, make)
    expect((await find()).page.text).toBe('soon')
    vi.setSystemTime(+onSale - 1)
    expect(await find()).toMatchObject({ source: 'hit', page: { text: 'soon' } })
    vi.setSystemTime(onSale)
    expect(await find()).toMatchObject({ source: 'miss', page: { text: 'now' } })
  })

  test('caches no page longer than the answers it was made from', async () => {
    const { find, read, made } = setUp()
    await read('a', 'tour')
    await vi.advanceTimersByTimeAsync(cacheLifetimeMs - 30_000)
    await soon(find('/tour', ['tour']))
    await vi.advanceTimersByTimeAsync(30_001)
    expect((await soon(find('/tour', ['tour']))).source).toBe('miss')
    expect(made).toHaveLength(2)
  })

  test('refreshes a page shortly before it expires, past the site cache, while visitors get the old one', async () => {
    const { find, facts, made } = setUp()
    await soon(find('/tour', ['tour']))
    facts.tour = 'changed without a word'
    await vi.advanceTimersByTimeAsync(cacheLifetimeMs - 30_000)
    expect(await find('/tour', ['tour'])).toMatchObject({ source: 'hit', page: { text: 'Kiel' } })
    await vi.advanceTimersByTimeAsync(50)
    expect(await find('/tour', ['tour'])).toMatchObject({ source: 'hit', page: { text: 'changed without a word' } })
    await vi.advanceTimersByTimeAsync(cacheLifetimeMs - 100_000)
    expect((await find('/tour', ['tour'])).source).toBe('hit')
    expect(made).toHaveLength(2)
  })
})

test('serves the stale page while the database is down, and retries every few seconds', async () => {
  const { find, fall, made } = setUp()
  await soon(find('/tour', ['tour']))
  fall(true)
  await vi.advanceTimersByTimeAsync(cacheLifetimeMs + 1)
  expect(await soon(find('/tour', ['tour']))).toMatchObject({ source: 'stale', page: { text: 'Kiel' } })
  for (let times = 0; times < 10; times++) expect((await find('/tour', ['tour'])).source).toBe('stale')
  expect(made).toHaveLength(2)
  fall(false)
  await vi.advanceTimersByTimeAsync(5_001)
  expect((await find('/tour', ['tour'])).source).toBe('stale')
  await vi.advanceTimersByTimeAsync(50)
  expect((await find('/tour', ['tour'])).source).toBe('hit')
})

test('does not cache an incomplete page, nor replace a complete one with it', async () => {
  const { pages, page, made } = setUp()
  const lacking = async () => {
    made.push('lacking')
    currentPageReads()!.isIncomplete = true
    return page('without the banner')
  }
  const at = { websiteId: 'a', key: '/' }
  expect(await pages.get(at, lacking)).toMatchObject({ source: 'miss' })
  expect(await pages.get(at, lacking)).toMatchObject({ source: 'miss' })
  expect(made).toHaveLength(2)
  await pages.get(at, async () => page('whole'))
  await vi.advanceTimersByTimeAsync(cacheLifetimeMs + 1)
  expect(await pages.get(at, lacking)).toMatchObject({ source: 'stale', page: { text: 'whole' } })
})

test('does not cache a page that was rendered without a failed read', async () => {
  const { pages, page, read, fall } = setUp()
  const make = async () => page((await read('a', 'announcements').catch(() => null)) ?? 'no banner')
  const find = () => pages.get({ websiteId: 'a', key: '/' }, make)
  fall(true)
  expect(await find()).toMatchObject({ source: 'miss', page: { text: 'no banner' } })
  fall(false)
  expect(await find()).toMatchObject({ source: 'miss', page: { text: 'none' } })
  expect((await find()).source).toBe('hit')
})

test('does not cache a page that timed out; the next request renders it again', async () => {
  const { pages, page } = setUp()
  const at = { websiteId: 'a', key: '/' }
  const late = new Error('The page took too long to make.')
  await expect(pages.get(at, () => Promise.reject(late))).rejects.toThrow(late)
  expect(await pages.get(at, async () => page('done'))).toMatchObject({ source: 'miss', page: { text: 'done' } })
})

test('the pages of one website cannot push out those of another', async () => {
  const { pages, page, peek } = setUp()
  const keep = (websiteId: string, key: string, bytes: number) =>
    pages.get({ websiteId, key }, async () => page(key, { bytes }))
  await keep('a', '/', 1_000)
  for (let at = 0; at < 11_000; at++) await keep('b', `/tour/${at}`, 10)
  expect(pages.counts()).toMatchObject({ pages: 10_000, bytes: 1_000 + 9_999 * 10 })
  for (let at = 0; at < 100; at++) await keep('c', `/tour/${at}`, 1_000_000)
  expect(pages.counts().bytes).toBeLessThanOrEqual(72 * 1024 * 1024)
  expect(pages.counts().bytes).toBeGreaterThan(71 * 1024 * 1024)
  expect(peek('/')).toMatchObject({ source: 'hit' })
})

test('all websites share one size limit, each with its fair share', async () => {
  const { pages, page, cache } = setUp()
  const megabyte = 1024 * 1024
  const keep = (websiteId: string, key: string) =>
    pages.get({ websiteId, key }, async () => page(key, { bytes: megabyte }))
  const held = async (websiteId: string, most: number) => {
    const results = Array.from({ length: most }, (_, at) =>
      pages.peek({ websiteId, key: `/${at}` }, async () => page('again')),
    )
    return results.filter((found) => found && 'source' in found).length
  }
  for (let at = 0; at < 72; at++) await keep('a', `/${at}`)
  expect(await held('a', 72)).toBe(72)
  for (const websiteId of ['b', 'c', 'd']) for (let at = 0; at < 18; at++) await keep(websiteId, `/${at}`)
  expect(await Promise.all(['a', 'b', 'c', 'd'].map((websiteId) => held(websiteId, 72)))).toEqual([18, 18, 18, 18])
  cache.invalidateAll()
  expect(pages.counts()).toMatchObject({ pages: 0, bytes: 0 })
})

test('stores so many pages by filters and addresses without a page, and drops no other page for them', async () => {
  const { pages, page } = setUp()
  const at = (key: string, isVariant = true) => ({ websiteId: 'a', key, isVariant })
  const get = (key: string, isVariant?: boolean, status = 200) =>
    pages.get(at(key, isVariant), async () => page(key, { status }))
  await get('/tour', false)
  for (let n = 0; n < 200; n++) await get(`/shop?from=${n}`)
  for (let n = 0; n < 200; n++) await get(`/none-${n}`, false, 404)
  expect(pages.counts().pages).toBe(301)
  expect((await get('/tour', false)).source).toBe('hit')
  expect((await get('/none-199', false)).source).toBe('hit')
  expect((await get('/shop?from=0')).source).toBe('miss')
})

test('a page that is made from another one is dropped together with it', async () => {
  const { pages, page, read, cache } = setUp()
  const shared = { websiteId: 'a', key: '/_' }
  const make = () =>
    pages.include(shared, async () => page(`nothing here, but ${await read('a', 'announcements')}`, { status: 404 }))
  const ask = (key: string) => soon(pages.get({ websiteId: 'a', key }, make))
  expect((await ask('/none')).page.text).toBe('nothing here, but none')
  expect((await ask('/nowhere')).page.text).toBe('nothing here, but none')
  expect([(await ask('/none')).source, (await ask('/nowhere')).source]).toEqual(['hit', 'hit'])
  cache.invalidate('a', 'announcements')
  expect([(await ask('/none')).source, (await ask('/nowhere')).source]).toEqual(['miss', 'miss'])
})
