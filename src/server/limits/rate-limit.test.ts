import { afterAll, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { countAttempt, peekLimit, resetLimit, sweepLimits } from '#server/limits/rate-limit.ts'
import { copyTemplateDatabase, createTestSite } from '#tests/database.ts'

const { urls, remove } = await copyTemplateDatabase()
const processes = [await openPostgres({ ...urls, poolSize: 3 }), await openPostgres({ ...urls, poolSize: 3 })]
afterAll(async () => {
  for (const process of processes) await process.close()
  await remove()
})

const now = new Date('2026-05-01T12:00:00Z')
const limit = { name: 'of-a-test', max: 7, seconds: 60 }

test('several processes share the count of a rate limit', async () => {
  const { websiteId } = await createTestSite(processes[0]!)
  const counted = { limit, subject: newId() }
  const tries = Array.from({ length: 40 }, (_, i) =>
    inSite(processes[i % 2]!, { websiteId, role: 'auth_service' }, (tx) => countAttempt(tx, counted, now)),
  )
  const taken = await Promise.all(tries)
  expect(taken.filter(({ over }) => over === null)).toHaveLength(limit.max)
  // Exactly one attempt is reported as the first over the limit, however many are parallel.
  expect(taken.filter(({ over }) => over?.isFirst)).toHaveLength(1)
  await inSite(processes[0]!, { websiteId, role: 'auth_service' }, (tx) => resetLimit(tx, counted))
  const again = await inSite(processes[1]!, { websiteId, role: 'auth_service' }, (tx) => countAttempt(tx, counted, now))
  expect(again).toEqual({ left: limit.max - 1, over: null })
})

test('each website has its own count of a rate limit', async () => {
  const sites = [await createTestSite(processes[0]!), await createTestSite(processes[1]!)]
  const counted = { limit: { ...limit, max: 1 }, subject: newId() }
  for (const { websiteId } of sites) {
    const once = () =>
      inSite(processes[0]!, { websiteId, role: 'auth_service' }, (tx) => countAttempt(tx, counted, now))
    expect(await once()).toEqual({ left: 0, over: null })
    expect(await once()).toEqual({ left: 0, over: { waitSeconds: 60, isFirst: true } })
  }
})

test('a rate limit over all sites is one count for all websites and processes', async () => {
  const sites = [
    await createTestSite(processes[0]!),
    await createTestSite(processes[1]!),
    await createTestSite(processes[0]!),
  ]
  const counted = { limit: { ...limit, overAllSites: true } as const, subject: newId() }
  const at = <T>(i: number, work: (tx: SiteTx) => Promise<T>) =>
    inSite(processes[i % 2]!, { websiteId: sites[i % 3]!.websiteId, role: 'auth_service' }, work)
  const taken = await Promise.all(Array.from({ length: 40 }, (_, i) => at(i, (tx) => countAttempt(tx, counted, now))))
  expect(taken.filter(({ over }) => over === null)).toHaveLength(limit.max)
  expect(taken.filter(({ over }) => over?.isFirst)).toHaveLength(1)
  expect(await at(1, (tx) => peekLimit(tx, counted, now))).toMatchObject({ left: 0 })
  const then = new Date(+now + limit.seconds * 1000)
  expect(await at(2, (tx) => peekLimit(tx, counted, then))).toEqual({ left: limit.max, over: null })
  await at(2, (tx) => sweepLimits(tx, then))
  expect(await at(0, (tx) => countAttempt(tx, counted, now))).toEqual({ left: limit.max - 1, over: null })
})
