import { afterAll, expect, test } from 'vitest'
import { createPageCache } from '#server/cache/page-cache.ts'
import { shareCache } from '#server/cache/shared-cache.ts'
import { createSiteCache, type Forgotten } from '#server/cache/site-cache.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { copyOfPostgres } from '#tests/database.ts'
import { longTest } from '#tests/long-test.ts'
import { runOn } from '#tests/services/postgres.ts'

const { urls, remove } = await copyOfPostgres()
const closing: (() => Promise<unknown>)[] = [remove]
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

/**
 * What a process has: a connection, its cache, and what was forgotten there; `all` is everything, once for each time that
 * it has begun to listen, which on a busy machine it may have to do again.
 */
async function newProcess() {
  const database = await openPostgres({ ...urls, poolSize: 1 })
  const forgotten: string[] = []
  const alone = createSiteCache()
  alone.onForget((what: Forgotten | null) => forgotten.push(what ? `${what.websiteId} ${what.subject}` : 'all'))
  const cache = shareCache(alone, { database, report: () => {} })
  closing.push(async () => {
    await cache.close()
    await database.close()
  })
  await expect.poll(() => forgotten).toContain('all')
  return { cache, forgotten }
}

const cutAll = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'stagedoor-cache' and datname = current_database()`

test('what is forgotten in one process is forgotten in all others, and once in itself', async () => {
  const [here, there, elsewhere] = [await newProcess(), await newProcess(), await newProcess()]
  here.cache.forget('a', 'tour')
  there.cache.forget('b', 'site')
  for (const { forgotten } of [here, there, elsewhere])
    await expect.poll(() => forgotten.filter((what) => what !== 'all').toSorted()).toEqual(['a tour', 'b site'])
})

test('many changes at once reach the others, each of them once or more', async () => {
  const [here, there] = [await newProcess(), await newProcess()]
  const told = Array.from({ length: 500 }, (_, at) => `${at % 50}`)
  for (const name of told) here.cache.forget('a', `subject-${name}`)
  await expect.poll(() => new Set(there.forgotten).size).toBe(51)
  expect(there.forgotten.length).toBeLessThan(200)
})

test('what was being loaded elsewhere when the change was heard of is not kept there', async () => {
  const [here, there] = [await newProcess(), await newProcess()]
  const slow = Promise.withResolvers<string>()
  const loading = there.cache.read('a', 'tour', () => slow.promise)
  const pages = createPageCache({ onForget: there.cache.onForget, clock: Date.now })
  const at = { websiteId: 'a', key: '/tour' }
  const page = (text: string) => ({ status: 200, bytes: 1, isForAll: true, text })
  const making = pages.find(at, async () => page(await there.cache.read('a', 'tour', () => slow.promise)))
  here.cache.forget('a', 'tour')
  await expect.poll(() => there.forgotten).toContain('a tour')
  slow.resolve('old')
  expect(await loading).toBe('old')
  expect((await making).page).toMatchObject({ text: 'old' })
  expect(await there.cache.read('a', 'tour', async () => 'new')).toBe('new')
  const again = await pages.find(at, async () => page(await there.cache.read('a', 'tour', async () => 'newer')))
  expect(again).toMatchObject({ how: 'made', page: { text: 'new' } })
})

test('whoever was cut off forgets everything, hears again, and says what could not be said', async () => {
  const [here, there] = [await newProcess(), await newProcess()]
  await there.cache.read('a', 'tour', async () => 'kept')
  await runOn(urls.ownerUrl, cutAll)
  here.cache.forget('a', 'products')
  for (const { forgotten } of [here, there])
    await expect.poll(() => forgotten.filter((what) => what === 'all').length).toBeGreaterThanOrEqual(2)
  expect(await there.cache.read('a', 'tour', async () => 'read anew')).toBe('read anew')
  here.cache.forget('a', 'tour')
  await expect.poll(() => there.forgotten).toContain('a tour')
  expect(await there.cache.read('a', 'tour', async () => 'changed')).toBe('changed')
})

longTest('cut off again and again, nobody keeps what another has changed', async () => {
  const [here, there] = [await newProcess(), await newProcess()]
  let state = 0
  for (let times = 0; times < 20; times++) {
    await there.cache.read('a', 'tour', async () => state)
    state++
    if (times % 3 === 0) await runOn(urls.ownerUrl, cutAll)
    here.cache.forget('a', 'tour')
    await expect.poll(() => there.cache.read('a', 'tour', async () => state)).toBe(state)
  }
})

test('a process that ends says first what it has to say, and takes its connection with it', async () => {
  const there = await newProcess()
  const database = await openPostgres({ ...urls, poolSize: 1 })
  const alone = createSiteCache()
  const hears = new Promise<void>((resolve) => alone.onForget(() => resolve()))
  const cache = shareCache(alone, { database, report: () => {} })
  await hears
  cache.forget('a', 'last')
  await cache.close()
  await database.close()
  await expect.poll(() => there.forgotten).toContain('a last')
})
