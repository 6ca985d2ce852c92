import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cacheLifetimeMs, maxCacheEntries } from '#domain/ui/cache.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'

// lru-cache takes a time of 0 for none, and fake time begins there.
beforeEach(() => void vi.useFakeTimers().advanceTimersByTime(1))
afterEach(() => void vi.useRealTimers())

/** Something to load, and how often it was. */
function counted() {
  let count = 0
  const load = async () => ++count
  return { load, times: () => count }
}

test('the site cache loads once for fifty simultaneous reads', async () => {
  const cache = createSiteCache()
  const { load, times } = counted()
  const answers = await Promise.all(Array.from({ length: 50 }, () => cache.read('a', 'tour', 'list', load)))
  expect(new Set(answers)).toEqual(new Set([1]))
  expect(times()).toBe(1)
})

test('the site cache keeps the answers of websites apart', async () => {
  const cache = createSiteCache()
  expect(await cache.read('a', 'tour', 'list', async () => 'ours')).toBe('ours')
  expect(await cache.read('b', 'tour', 'list', async () => 'theirs')).toBe('theirs')
})

test('the site cache reloads only the answers of the invalidated tag', async () => {
  const cache = createSiteCache()
  const [tour, news] = [counted(), counted()]
  await Promise.all([cache.read('a', 'tour', 'list', tour.load), cache.read('a', 'announcements', 'list', news.load)])
  cache.invalidate('a', 'tour')
  await Promise.all([cache.read('a', 'tour', 'list', tour.load), cache.read('a', 'announcements', 'list', news.load)])
  expect([tour.times(), news.times()]).toEqual([2, 1])
})

test('reloads every answer of a tag, running loads included, on that website only', async () => {
  const cache = createSiteCache()
  const [list, page, other] = [counted(), counted(), counted()]
  const readAll = () =>
    Promise.all([
      cache.read('a', 'tour', 'leave-out', list.load),
      cache.read('a', 'tour', 'announced', page.load),
      cache.read('b', 'tour', 'announced', other.load),
    ])
  const first = readAll()
  cache.invalidate('a', 'tour')
  await first
  await readAll()
  expect([list.times(), page.times(), other.times()]).toEqual([2, 2, 1])
})

test('invalidateAll makes the site cache reload everything, running loads included', async () => {
  const cache = createSiteCache()
  const [tour, news] = [counted(), counted()]
  await cache.read('a', 'tour', 'list', tour.load)
  const underway = cache.read('b', 'announcements', 'list', news.load)
  cache.invalidateAll()
  await Promise.all([
    underway,
    cache.read('a', 'tour', 'list', tour.load),
    cache.read('b', 'announcements', 'list', news.load),
  ])
  expect([tour.times(), news.times()]).toEqual([2, 2])
})

test('does not cache a load that began before an invalidation', async () => {
  const cache = createSiteCache()
  const slow = Promise.withResolvers<string>()
  const read = cache.read('a', 'tour', 'list', () => slow.promise)
  cache.invalidate('a', 'tour')
  slow.resolve('before the change')
  expect(await read).toBe('before the change')
  expect(await cache.read('a', 'tour', 'list', async () => 'after the change')).toBe('after the change')
})

test('the site cache keeps an answer for five minutes', async () => {
  const cache = createSiteCache()
  const { load, times } = counted()
  await cache.read('a', 'tour', 'list', load)
  await vi.advanceTimersByTimeAsync(cacheLifetimeMs - 1)
  await cache.read('a', 'tour', 'list', load)
  expect(times()).toBe(1)
  await vi.advanceTimersByTimeAsync(2)
  await cache.read('a', 'tour', 'list', load)
  expect(times()).toBe(2)
})

test('the site cache does not keep a failed load', async () => {
  const cache = createSiteCache()
  await expect(cache.read('a', 'tour', 'list', async () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await cache.read('a', 'tour', 'list', async () => 'up')).toBe('up')
})

test('evicts the least recently used of more than a thousand entries', async () => {
  const cache = createSiteCache()
  const { load, times } = counted()
  await cache.read('a', 'tour', 'first', load)
  for (let i = 0; i < maxCacheEntries; i++) await cache.read('a', 'tour', `entry ${i}`, async () => i)
  await cache.read('a', 'tour', 'first', load)
  expect(times()).toBe(2)
})
