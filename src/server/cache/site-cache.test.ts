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
  const answers = await Promise.all(Array.from({ length: 50 }, () => cache.read('a', 'tour', load)))
  expect(new Set(answers)).toEqual(new Set([1]))
  expect(times()).toBe(1)
})

test('a website never gets what was loaded for another', async () => {
  const cache = createSiteCache()
  expect(await cache.read('a', 'tour', async () => 'ours')).toBe('ours')
  expect(await cache.read('b', 'tour', async () => 'theirs')).toBe('theirs')
})

test('what has changed is loaded again, and nothing else', async () => {
  const cache = createSiteCache()
  const [tour, news] = [counted(), counted()]
  await Promise.all([cache.read('a', 'tour', tour.load), cache.read('a', 'announcements', news.load)])
  cache.forget('a', 'tour')
  await Promise.all([cache.read('a', 'tour', tour.load), cache.read('a', 'announcements', news.load)])
  expect([tour.times(), news.times()]).toEqual([2, 1])
})

test('everything about a subject is loaded again, also what is on its way, and nothing of another website', async () => {
  const cache = createSiteCache()
  const [list, page, other] = [counted(), counted(), counted()]
  const readAll = () =>
    Promise.all([
      cache.read('a', 'tour leave-out 200', list.load),
      cache.read('a', 'tour announced', page.load),
      cache.read('b', 'tour announced', other.load),
    ])
  const first = readAll()
  cache.forget('a', 'tour')
  await first
  await readAll()
  expect([list.times(), page.times(), other.times()]).toEqual([2, 2, 1])
})

test('when anything may have changed, everything is loaded again, also what is on its way', async () => {
  const cache = createSiteCache()
  const [tour, news] = [counted(), counted()]
  await cache.read('a', 'tour', tour.load)
  const underway = cache.read('b', 'announcements', news.load)
  cache.forgetAll()
  await Promise.all([underway, cache.read('a', 'tour', tour.load), cache.read('b', 'announcements', news.load)])
  expect([tour.times(), news.times()]).toEqual([2, 2])
})

test('a load that was on its way when something changed is not kept', async () => {
  const cache = createSiteCache()
  const slow = Promise.withResolvers<string>()
  const asked = cache.read('a', 'tour', () => slow.promise)
  cache.forget('a', 'tour')
  slow.resolve('before the change')
  expect(await asked).toBe('before the change')
  expect(await cache.read('a', 'tour', async () => 'after the change')).toBe('after the change')
})

test('an entry is kept for five minutes', async () => {
  const cache = createSiteCache()
  const { load, times } = counted()
  await cache.read('a', 'tour', load)
  await vi.advanceTimersByTimeAsync(cacheLifetimeMs - 1)
  await cache.read('a', 'tour', load)
  expect(times()).toBe(1)
  await vi.advanceTimersByTimeAsync(2)
  await cache.read('a', 'tour', load)
  expect(times()).toBe(2)
})

test('a failed load is not kept', async () => {
  const cache = createSiteCache()
  await expect(cache.read('a', 'tour', async () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await cache.read('a', 'tour', async () => 'up')).toBe('up')
})

test('of more than a thousand entries the one that was used longest ago goes', async () => {
  const cache = createSiteCache()
  const { load, times } = counted()
  await cache.read('a', 'first', load)
  for (let i = 0; i < cacheEntries; i++) await cache.read('a', `entry ${i}`, async () => i)
  await cache.read('a', 'first', load)
  expect(times()).toBe(2)
})
