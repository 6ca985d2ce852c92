import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { HealthFacts } from '#app/health-facts.ts'
import { createMetrics } from '#app/http/metrics.ts'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import type { Database } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { postgresFindings } from '#server/doctor/database.ts'
import { defineJob } from '#server/jobs/job.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { sites } from '#sites/index.ts'
import { copyTemplateDatabase, openTestDatabase } from '#tests/database.ts'
import { waitLimitMs } from '#tests/wait-limit.ts'

const job = defineJob({ name: 'test-nothing-to-do', data: z.object({}), run: async () => {} })
const minutes = 60

async function start(database: Database, work: boolean): Promise<() => Promise<void>> {
  const { stop } = await startJobs(database, { jobs: [job], work, report: () => {}, lookAfter: 1 })
  onTestFinished(stop)
  return stop
}

/** As if the queues had been created, and last maintained, so many seconds ago. */
const pass = (database: Database, seconds: number) => {
  const ago = sql.raw(`interval '${seconds} s'`)
  const earlier = sql`update pgboss.queue set created_on = now() - ${ago},
    monitor_claim_on = case when monitor_claim_on is not null then now() - ${ago} end`
  return database.transaction('select 1', (queries) => queries.execute(earlier), waitLimitMs)
}

/** Resolves when a worker that was started now has maintained the queues of another database. */
async function maintainsAnother(): Promise<void> {
  const { urls, remove } = await copyTemplateDatabase()
  const database = await openPostgres({ ...urls, poolSize: 2 })
  try {
    const end = await start(database, true)
    await pass(database, 20 * minutes)
    await expect.poll(() => silence(database)).toBeLessThan(5 * minutes)
    await end()
  } finally {
    await database.close()
    await remove()
  }
}

async function silence(database: Database): Promise<number> {
  const counts = () => ({ hit: 0, miss: 0, stale: 0, fills: 0, pages: 0, bytes: 0 })
  const keys = { dataKey: '0a1b2c3d', appSecret: '4e5f6071' }
  const healthFacts: HealthFacts = { keys, diskSpace: async () => null, files: 'stay', store: null }
  const text = await createMetrics().text({
    services: { database, sites: createSiteRegistry(sites), healthFacts },
    pages: { counts },
  })
  expect(text).toMatch(/^stagedoor_jobs_waiting 0$/m)
  return Number(/^stagedoor_jobs_worker_silent_seconds (\d+)$/m.exec(text)?.[1])
}

describe('on postgres, without a waiting job', async () => {
  const { urls, remove } = await copyTemplateDatabase()
  const database = await openPostgres({ ...urls, poolSize: 2 })
  afterAll(async () => {
    await database.close()
    await remove()
  })
  const doctor = async () =>
    (await postgresFindings({ ...urls, poolSize: 2, keys: null })).filter(({ subject }) => subject === 'Worker')

  test('metrics and doctor report a missing worker until one runs', async () => {
    await start(database, false)
    await pass(database, 20 * minutes)
    await maintainsAnother()
    expect(await silence(database)).toBeGreaterThanOrEqual(20 * minutes)
    const message = expect.stringMatching(/^no worker has reported for 2\d minutes$/)
    const fix = expect.stringContaining('npm run worker')
    expect(await doctor()).toEqual([{ subject: 'Worker', state: 'bad', message, fix }])

    const end = await start(database, true)
    await expect.poll(() => silence(database)).toBeLessThan(5 * minutes)
    expect(await doctor()).toEqual([expect.objectContaining({ state: 'ok' })])

    await end()
    await pass(database, 30 * minutes)
    expect(await silence(database)).toBeGreaterThanOrEqual(30 * minutes)
    expect(await doctor()).toEqual([expect.objectContaining({ state: 'bad' })])
  })
})

describe('on pglite', async () => {
  const database = await openTestDatabase('pglite')

  test('on the embedded database the process that runs the jobs counts as a running worker', async () => {
    await start(database, true)
    await pass(database, 20 * minutes)
    await expect.poll(() => silence(database)).toBeLessThan(5 * minutes)
  })
})
