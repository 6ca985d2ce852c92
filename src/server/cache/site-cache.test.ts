import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cacheEntries, cacheLifetimeMs } from '#domain/ui/cache.ts'
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

test('fifty who ask at once cause one load', async () => {
  const cache = createSiteCache()
  const { load, times } = counted()
  const answers = await Promise.all(Array.from({ length: 50 }, () => cache.read('a', 'tour', 'list', load)))
  expect(new Set(answers)).toEqual(new Set([1]))
  expect(times()).toBe(1)
})

test('a website never gets what was loaded for another', async () => {
  const cache = createSiteCache()
  expect(await cache.read('a', 'tour', 'list', async () => 'ours')).toBe('ours')
  expect(await cache.read('b', 'tour', 'list', async () => 'theirs')).toBe('theirs')
})

test('what has changed is loaded again, and nothing else', async () => {
  const cache = createSiteCache()
  const [tour, news] = [counted(), counted()]
  await Promise.all([cache.read('a', 'tour', 'list', tour.load), cache.read('a', 'announcements', 'list', news.load)])
  cache.invalidate('a', 'tour')
  await Promise.all([cache.read('a', 'tour', 'list', tour.load), cache.read('a', 'announcements', 'list', news.load)])
  expect([tour.times(), news.times()]).toEqual([2, 1])
})

test('everything about a subject is loaded again, also what is on its way, and nothing of another website', async () => {
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

test('when anything may have changed, everything is loaded again, also what is on its way', async () => {
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

test('a load that was on its way when something changed is not kept', async () => {
  const cache = createSiteCache()
  const slow = Promise.withResolvers<string>()
  const asked = cache.read('a', 'tour', 'list', () => slow.promise)
  cache.invalidate('a', 'tour')
  slow.resolve('before the change')
  expect(await asked).toBe('before the change')
  expect(await cache.read('a', 'tour', 'list', async () => 'after the change')).toBe('after the change')
})

test('an entry is kept for five minutes', async () => {
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

test('a failed load is not kept', async () => {
  const cache = createSiteCache()
  await expect(cache.read('a', 'tour', 'list', async () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await cache.read('a', 'tour', 'list', async () => 'up')).toBe('up')
})

test('of more than a thousand entries the one that was used longest ago goes', async () => {
  const cache = createSiteCache()
  const { load, times } = counted()
  await cache.read('a', 'tour', 'first', load)
  for (let i = 0; i < cacheEntries; i++) await cache.read('a', 'tour', `entry ${i}`, async () => i)
  await cache.read('a', 'tour', 'first', load)
  expect(times()).toBe(2)
})
