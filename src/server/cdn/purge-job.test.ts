import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { purgeCdnOnInvalidate, setCdn } from '#server/cache/cdn-purge.ts'
import { notifyCaches } from '#server/cache/shared-cache.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { cdnPurgeJob, enqueueCdnPurge } from '#server/cdn/purge-job.ts'
import { asRole } from '#server/db/in-site.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { createTestSite, defaultEngine, openTestDatabase, type TestSite } from '#tests/database.ts'

const token = 'h8Qm2Lr5Zt9Xv3Kc'

/** A CDN that answers purges with the given statuses, then with 200, and holds its first answer until `open` is called. */
async function startCdn({ statuses = [] as number[], holds = false } = {}) {
  const purges: { tags: string[]; header: string | undefined; authorization: string | undefined }[] = []
  const held = Promise.withResolvers<void>()
  if (!holds) held.resolve()
  const server = createServer(async (request, response) => {
    const { headers } = request
    const { tags } = JSON.parse(await text(request))
    purges.push({ tags, header: headers['cache-tag'] as string, authorization: headers.authorization })
    await held.promise
    response.writeHead(statuses.shift() ?? 200).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { purges, open: () => held.resolve(), api: { url: `http://127.0.0.1:${port}/purge`, token } }
}

type Cdn = Awaited<ReturnType<typeof startCdn>>

const database = await openTestDatabase(defaultEngine)
setCdn(database, enqueueCdnPurge)

async function openQueue({ api }: Cdn) {
  const failures: string[] = []
  const jobs = await startJobs(database, {
    jobs: [cdnPurgeJob(api)],
    report: (error) => failures.push(String(error)),
    lookAfter: 1,
  })
  onTestFinished(() => jobs.stop())
  return failures
}

/** The second purges that wait, and in how many seconds they are due. */
const secondPurges = (site: TestSite) =>
  site.as('worker', (tx) =>
    asRole(tx, 'none', async () => {
      const { rows } = await tx.execute<{ tag: string; due: number }>(sql`
        select data -> 'data' ->> 'tag' as tag, extract(epoch from start_after - now())::float8 as due from pgboss.job
        where name = 'purge-cdn' and state = 'created' and data ->> 'websiteId' = ${site.websiteId}`)
      return rows
    }),
  )

const cacheOf = () => {
  const cache = purgeCdnOnInvalidate(createSiteCache(), { database, report: (error) => expect.fail(String(error)) })
  onTestFinished(() => cache.close())
  return cache
}

test('an invalidation purges the pages with its tag, and again after renders that were running', async () => {
  const cdn = await startCdn()
  await openQueue(cdn)
  const [site, cache] = [await createTestSite(database), cacheOf()]
  cache.invalidate(site.websiteId, 'tour')
  // No public page shows orders.
  cache.invalidate(site.websiteId, 'orders')
  await cache.settled()
  const tag = `${site.websiteId}-tour`
  await expect.poll(() => cdn.purges).toEqual([{ tags: [tag], header: tag, authorization: `Bearer ${token}` }])
  await expect.poll(() => secondPurges(site)).toEqual([{ tag, due: expect.any(Number) }])
})

test('a transaction that is rolled back purges nothing, and one that is committed purges its website', async () => {
  const cdn = await startCdn()
  await openQueue(cdn)
  const site = await createTestSite(database)
  const lost = new Error('rolled back')
  const change = (after: () => Promise<void>) =>
    site.as('worker', async (tx) => {
      await notifyCaches(tx, site.websiteId, 'hosts')
      await after()
    })
  await expect(change(() => Promise.reject(lost))).rejects.toThrow(lost)
  await change(async () => {})
  await expect.poll(() => cdn.purges.map(({ tags }) => tags)).toEqual([[site.websiteId]])
})

test('a CDN that refuses a purge is asked again', async () => {
  const cdn = await startCdn({ statuses: [429] })
  const failures = await openQueue(cdn)
  const [site, cache] = [await createTestSite(database), cacheOf()]
  cache.invalidate(site.websiteId, 'products')
  const purged = [`${site.websiteId}-products`]
  await expect.poll(() => cdn.purges.map(({ tags }) => tags)).toEqual([purged, purged])
  expect(failures).toEqual([expect.stringContaining('429')])
})

test('many changes while a purge is running make one more purge, which comes after all of them', async () => {
  const cdn = await startCdn({ holds: true })
  await openQueue(cdn)
  const [site, cache] = [await createTestSite(database), cacheOf()]
  cache.invalidate(site.websiteId, 'products')
  await expect.poll(() => cdn.purges).toHaveLength(1)
  for (let n = 0; n < 20; n++) cache.invalidate(site.websiteId, 'products')
  await cache.settled()
  cdn.open()
  await expect.poll(() => cdn.purges).toHaveLength(2)
  await expect.poll(() => secondPurges(site)).not.toHaveLength(0)
  expect(cdn.purges).toHaveLength(2)
})
