import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cacheLifetimeMs } from '#domain/ui/cache.ts'
import { createPageCache, type Keepable } from '#server/cache/page-cache.ts'
import { changesAt, pageReads } from '#server/cache/page-reads.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Page = Keepable & { text: string }
const start = new Date('2031-05-01T12:00:00Z')

// lru-cache takes a time of 0 for none, and fake time begins there.
beforeEach(() => void vi.useFakeTimers({ now: start }).advanceTimersByTime(1))
afterEach(() => void vi.useRealTimers())

/** A website with a few things to read, and how often its pages were made. */
function house() {
  const cache = createSiteCache()
  const pages = createPageCache<Page>({ onForget: cache.onForget, clock: () => Date.now() })
  const facts: Record<string, string> = { tour: 'Kiel', announcements: 'none', products: 'a record' }
  let isDown = false
  const made: string[] = []
  const read = (websiteId: string, subject: string) =>
    cache.read(websiteId, `${subject} list`, async () => {
      if (isDown) throw new Error('the database is down')
      return facts[subject]
    })
  const page = (text: string, more: Partial<Page> = {}): Page => ({
    status: 200,
    bytes: text.length,
    isForAll: true,
    text,
    ...more,
  })
  const find = (key: string, subjects: string[], { websiteId = 'a', more = {} as Partial<Page> } = {}) =>
    pages.find({ websiteId, key }, async () => {
      made.push(key)
      const words = await Promise.all(subjects.map((subject) => read(websiteId, subject)))
      await after(5)
      return page(words.join(', '), more)
    })
  const glance = (key: string) => pages.glance({ websiteId: 'a', key }, async () => page('renewed'))
  return { cache, pages, facts, made, find, glance, read, page, fall: (down: boolean) => (isDown = down) }
}

const soon = async <T>(promise: Promise<T>): Promise<T> => {
  await vi.advanceTimersByTimeAsync(20)
  return promise
}

test('a hundred who come at once have the page made once', async () => {
  const { find, made, pages } = house()
  const given = await soon(Promise.all(Array.from({ length: 100 }, () => find('/', ['tour']))))
  expect(new Set(given.map(({ page }) => page)).size).toBe(1)
  expect(made).toEqual(['/'])
  expect(pages.counts()).toMatchObject({ fills: 1, made: 100, kept: 0, pages: 1, bytes: 4 })
  expect((await find('/', ['tour'])).how).toBe('kept')
})

test('a change drops the pages that have read of it, on that website, and no others', async () => {
  const { find, cache, facts, made } = house()
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
  cache.forget('a', 'tour')
  made.length = 0
  const [tour, shop, home, other] = await all()
  expect(made).toEqual(['/tour', '/'])
  expect([tour, home, shop, other].map(({ page }) => page.text)).toEqual(['Oslo', 'Oslo, a record', 'a record', 'Kiel'])
})

test('a page that was being made while something changed is not kept, and nobody who comes after the change gets it', async () => {
  const { find, cache, facts } = house()
  const before = find('/tour', ['tour'])
  await vi.advanceTimersByTimeAsync(1)
  facts.tour = 'Oslo'
  cache.forget('a', 'tour')
  const later = find('/tour', ['tour'])
  expect((await soon(before)).page.text).toBe('Kiel')
  expect((await soon(later)).page.text).toBe('Oslo')
  expect(await find('/tour', ['tour'])).toMatchObject({ how: 'kept', page: { text: 'Oslo' } })
})

test.each(['tour', null])('a page that is done only after a change of %s is not kept', async (subject) => {
  const { find, cache, facts } = house()
  const before = find('/tour', ['tour'])
  await vi.advanceTimersByTimeAsync(1)
  facts.tour = 'Oslo'
  if (subject) cache.forget('a', subject)
  else cache.forgetAll()
  expect((await soon(before)).page.text).toBe('Kiel')
  expect(await soon(find('/tour', ['tour']))).toMatchObject({ how: 'made', page: { text: 'Oslo' } })
})

test('when anything may have changed, nothing is kept', async () => {
  const { find, cache, made } = house()
  const underway = find('/shop', ['products'])
  await soon(find('/tour', ['tour']))
  cache.forgetAll()
  await soon(underway)
  await soon(Promise.all([find('/tour', ['tour']), find('/shop', ['products'])]))
  expect(made).toEqual(['/shop', '/tour', '/tour', '/shop'])
})

test.each([
  ['an error', { status: 500 }],
  ['a page that is not there', { status: 404, isForAll: false }],
  ['a page for one person', { isForAll: false }],
])('%s is given to whoever came for it and not kept', async (_, more) => {
  const { find, made } = house()
  const given = await soon(Promise.all([find('/x', [], { more }), find('/x', [], { more })]))
  expect(given.map(({ how }) => how)).toEqual(['made', 'made'])
  await soon(find('/x', [], { more }))
  expect(made).toHaveLength(2)
})

describe('time', () => {
  test('a page is given up at the moment when what it shows changes by itself', async () => {
    const { pages, page } = house()
    const onSale = new Date(+start + 10_000)
    const make = async () => {
      const now = new Date()
      changesAt(now, () => [null, new Date(+start + 60_000), onSale, new Date(+start - 1)])
      return page(now < onSale ? 'soon' : 'now')
    }
    const find = () => pages.find({ websiteId: 'a', key: '/tour' }, make)
    expect((await find()).page.text).toBe('soon')
    vi.setSystemTime(+onSale - 1)
    expect(await find()).toMatchObject({ how: 'kept', page: { text: 'soon' } })
    vi.setSystemTime(onSale)
    expect(await find()).toMatchObject({ how: 'made', page: { text: 'now' } })
  })

  test('no page is kept longer than what it was made of', async () => {
    const { find, read, made } = house()
    await read('a', 'tour')
    await vi.advanceTimersByTimeAsync(cacheLifetimeMs - 30_000)
    await soon(find('/tour', ['tour']))
    await vi.advanceTimersByTimeAsync(30_001)
    expect((await soon(find('/tour', ['tour']))).how).toBe('made')
    expect(made).toHaveLength(2)
  })

  test('a page whose time is nearly over is made anew behind the back of whoever asks, from nothing that is kept', async () => {
    const { find, facts, made } = house()
    await soon(find('/tour', ['tour']))
    facts.tour = 'changed without a word'
    await vi.advanceTimersByTimeAsync(cacheLifetimeMs - 30_000)
    expect(await find('/tour', ['tour'])).toMatchObject({ how: 'kept', page: { text: 'Kiel' } })
    await vi.advanceTimersByTimeAsync(50)
    expect(await find('/tour', ['tour'])).toMatchObject({ how: 'kept', page: { text: 'changed without a word' } })
    await vi.advanceTimersByTimeAsync(cacheLifetimeMs - 100_000)
    expect((await find('/tour', ['tour'])).how).toBe('kept')
    expect(made).toHaveLength(2)
  })
})

test('while the database is away the last page that could be made is given, and looked after once in a while', async () => {
  const { find, fall, made } = house()
  await soon(find('/tour', ['tour']))
  fall(true)
  await vi.advanceTimersByTimeAsync(cacheLifetimeMs + 1)
  expect(await soon(find('/tour', ['tour']))).toMatchObject({ how: 'old', page: { text: 'Kiel' } })
  for (let times = 0; times < 10; times++) expect((await find('/tour', ['tour'])).how).toBe('old')
  expect(made).toHaveLength(2)
  fall(false)
  await vi.advanceTimersByTimeAsync(5_001)
  expect((await find('/tour', ['tour'])).how).toBe('old')
  await vi.advanceTimersByTimeAsync(50)
  expect((await find('/tour', ['tour'])).how).toBe('kept')
})

test('a page that lacks something is not kept, nor put in the place of a whole one', async () => {
  const { pages, page, made } = house()
  const lacking = async () => {
    made.push('lacking')
    pageReads()!.isLacking = true
    return page('without the banner')
  }
  const at = { websiteId: 'a', key: '/' }
  expect(await pages.find(at, lacking)).toMatchObject({ how: 'made' })
  expect(await pages.find(at, lacking)).toMatchObject({ how: 'made' })
  expect(made).toHaveLength(2)
  await pages.find(at, async () => page('whole'))
  await vi.advanceTimersByTimeAsync(cacheLifetimeMs + 1)
  expect(await pages.find(at, lacking)).toMatchObject({ how: 'old', page: { text: 'whole' } })
})

test('a page that has done without what could not be read is not kept', async () => {
  const { pages, page, read, fall } = house()
  const make = async () => page((await read('a', 'announcements').catch(() => null)) ?? 'no banner')
  const find = () => pages.find({ websiteId: 'a', key: '/' }, make)
  fall(true)
  expect(await find()).toMatchObject({ how: 'made', page: { text: 'no banner' } })
  fall(false)
  expect(await find()).toMatchObject({ how: 'made', page: { text: 'none' } })
  expect((await find()).how).toBe('kept')
})

test('a page that could not be made in time is not kept, and the next one who comes has it tried again', async () => {
  const { pages, page } = house()
  const at = { websiteId: 'a', key: '/' }
  const late = new Error('The page took too long to make.')
  await expect(pages.find(at, () => Promise.reject(late))).rejects.toThrow(late)
  expect(await pages.find(at, async () => page('done'))).toMatchObject({ how: 'made', page: { text: 'done' } })
})

test('whoever fills the memory of one website pushes out its own pages only', async () => {
  const { pages, page, glance } = house()
  const keep = (websiteId: string, key: string, bytes: number) =>
    pages.find({ websiteId, key }, async () => page(key, { bytes }))
  await keep('a', '/', 1_000)
  for (let at = 0; at < 600; at++) await keep('b', `/tour/${at}`, 10)
  for (let at = 0; at < 60; at++) await keep('c', `/tour/${at}`, 1_000_000)
  expect(glance('/')).toMatchObject({ how: 'kept' })
  expect(pages.counts().pages).toBe(1 + 500 + 25)
  expect(pages.counts().bytes).toBeLessThan(2 * 24 * 1024 * 1024)
})
