import { afterAll, expect, test } from 'vitest'
import { createPageCache } from '#server/cache/page-cache.ts'
import { createSharedCache } from '#server/cache/shared-cache.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import type { Invalidation } from '#server/cache/tags.ts'
import { newId } from '#server/db/id.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { saveDraftPart } from '#server/site-editor/draft.ts'
import { publishVersion } from '#server/site-editor/publishing.ts'
import { copyTemplateDatabase, createTestSite } from '#tests/database.ts'
import { longTest } from '#tests/long-test.ts'
import { runStatementOn } from '#tests/services/postgres.ts'

const { urls, remove } = await copyTemplateDatabase()
const closing: (() => Promise<unknown>)[] = [remove]
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

/**
 * What a process has: a connection, its cache, and what was invalidated there; `all` is everything, once for each time that
 * it has begun to listen, which on a busy machine it may have to do again.
 */
async function newProcess() {
  const database = await openPostgres({ ...urls, poolSize: 1 })
  const invalidated: string[] = []
  const alone = createSiteCache()
  alone.onInvalidate((what: Invalidation | null) => invalidated.push(what ? `${what.websiteId} ${what.tag}` : 'all'))
  const cache = createSharedCache(alone, { database, report: () => {} })
  closing.push(async () => {
    await cache.close()
    await database.close()
  })
  await expect.poll(() => invalidated).toContain('all')
  return { cache, invalidated }
}

const cutAll = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'stagedoor-cache' and datname = current_database()`

test('an invalidation in one process reaches all others, and runs once in itself', async () => {
  const [here, there, elsewhere] = [await newProcess(), await newProcess(), await newProcess()]
  here.cache.invalidate('a', 'tour')
  there.cache.invalidate('b', 'site')
  for (const { invalidated } of [here, there, elsewhere])
    await expect.poll(() => invalidated.filter((what) => what !== 'all').toSorted()).toEqual(['a tour', 'b site'])
})

test('many simultaneous invalidations reach the other processes at least once each', async () => {
  const [here, there] = [await newProcess(), await newProcess()]
  const websites = Array.from({ length: 500 }, (_, at) => `website-${at % 50}`)
  for (const websiteId of websites) here.cache.invalidate(websiteId, 'tour')
  await expect.poll(() => new Set(there.invalidated).size).toBe(51)
  expect(there.invalidated.length).toBeLessThan(200)
})

test('does not cache a load that was running when an invalidation arrived', async () => {
  const [here, there] = [await newProcess(), await newProcess()]
  const slow = Promise.withResolvers<string>()
  const loading = there.cache.read('a', 'tour', 'list', () => slow.promise)
  const pages = createPageCache({ onInvalidate: there.cache.onInvalidate, clock: Date.now })
  const at = { websiteId: 'a', key: '/tour' }
  const page = (text: string) => ({ status: 200, bytes: 1, isShared: true, text })
  const making = pages.get(at, async () => page(await there.cache.read('a', 'tour', 'list', () => slow.promise)))
  here.cache.invalidate('a', 'tour')
  await expect.poll(() => there.invalidated).toContain('a tour')
  slow.resolve('old')
  expect(await loading).toBe('old')
  expect((await making).page).toMatchObject({ text: 'old' })
  expect(await there.cache.read('a', 'tour', 'list', async () => 'new')).toBe('new')
  const again = await pages.get(at, async () => page(await there.cache.read('a', 'tour', 'list', async () => 'newer')))
  expect(again).toMatchObject({ source: 'miss', page: { text: 'new' } })
})

test('a process invalidates everything after a reconnect and sends pending invalidations', async () => {
  const [here, there] = [await newProcess(), await newProcess()]
  await there.cache.read('a', 'tour', 'list', async () => 'kept')
  await runStatementOn(urls.ownerUrl, cutAll)
  here.cache.invalidate('a', 'products')
  for (const { invalidated } of [here, there])
    await expect.poll(() => invalidated.filter((what) => what === 'all').length).toBeGreaterThanOrEqual(2)
  expect(await there.cache.read('a', 'tour', 'list', async () => 'read again')).toBe('read again')
  here.cache.invalidate('a', 'tour')
  await expect.poll(() => there.invalidated).toContain('a tour')
  expect(await there.cache.read('a', 'tour', 'list', async () => 'changed')).toBe('changed')
})

longTest('no process keeps stale answers when its connection is cut again and again', async () => {
  const [here, there] = [await newProcess(), await newProcess()]
  let state = 0
  for (let times = 0; times < 20; times++) {
    await there.cache.read('a', 'tour', 'list', async () => state)
    state++
    if (times % 3 === 0) await runStatementOn(urls.ownerUrl, cutAll)
    here.cache.invalidate('a', 'tour')
    await expect.poll(() => there.cache.read('a', 'tour', 'list', async () => state)).toBe(state)
  }
})

test('a publication reaches the other processes from a process that is killed after its commit', async () => {
  const there = await newProcess()
  // It has no cache that could notify: what arrives was sent by the transaction.
  const database = await openPostgres({ ...urls, poolSize: 1 })
  closing.push(() => database.close())
  const { websiteId } = await createTestSite(database)
  const [userId, now] = [newId(), new Date('2026-05-01T12:00:00Z')]
  const heard = () => there.invalidated.filter((what) => what === `${websiteId} site`)
  const publish = (work: (tx: SiteTx) => Promise<void>) =>
    inSite(database, { websiteId, role: 'administrator', userId }, async (tx) => {
      const value = { content: 'Anna', developer: null }
      const draft = await saveDraftPart(tx, { part: 'copyright', value, expectedSequence: 0 }, { userId, now })
      await publishVersion(tx, draft, { userId, now })
      await work(tx)
    })
  const rolledBack = new Error('rolled back')
  await expect(publish(() => Promise.reject(rolledBack))).rejects.toThrow(rolledBack)
  expect(heard()).toEqual([])
  await publish(async () => {})
  await expect.poll(heard).toHaveLength(1)
})

test('a process that ends sends its last invalidations and closes its connection', async () => {
  const there = await newProcess()
  const database = await openPostgres({ ...urls, poolSize: 1 })
  const alone = createSiteCache()
  const hears = new Promise<void>((resolve) => alone.onInvalidate(() => resolve()))
  const cache = createSharedCache(alone, { database, report: () => {} })
  await hears
  cache.invalidate('last', 'tour')
  await cache.close()
  await database.close()
  await expect.poll(() => there.invalidated).toContain('last tour')
})
