import { sql } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createSharedCache } from '#server/cache/shared-cache.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import type { Database } from '#server/db/database.ts'
import { connectionsBesidePool, openPostgres, processesWithin } from '#server/db/postgres.ts'
import { defineJob } from '#server/jobs/job.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { copyTemplateDatabase } from '#tests/database.ts'
import { waitLimitMs } from '#tests/wait-limit.ts'

const poolSize = 3
const { urls, remove } = await copyTemplateDatabase()
afterAll(remove)

const jobs = Array.from({ length: 12 }, (_, number) =>
  defineJob({ name: `test-many-${number}`, data: z.object({}), run: async () => {} }),
)

/** Everything of a process that speaks to PostgreSQL. */
async function startProcess(): Promise<Database> {
  const database = await openPostgres({ ...urls, poolSize })
  const cache = createSharedCache(createSiteCache(), { database, report: () => {} })
  const { stop } = await startJobs(database, { jobs, report: () => {} })
  onTestFinished(async () => {
    await stop()
    await cache.close()
    await database.close()
  })
  return database
}

const asking = (database: Database, statement: string) =>
  database.transaction('select 1', (queries) => queries.execute(sql.raw(statement)), waitLimitMs)

/** How many there are while all of the pool is in use, this one included. */
async function held(database: Database): Promise<number> {
  const busy = Array.from({ length: poolSize - 1 }, () => asking(database, 'select pg_sleep(1)'))
  const count = 'select count(*)::int as held from pg_stat_activity where datname = current_database()'
  const { rows } = await asking(database, count)
  await Promise.all(busy)
  return Number(rows[0]!.held)
}

test('a process with a worker opens the documented number of connections', async () => {
  const database = await startProcess()
  let max = 0
  await expect
    .poll(async () => {
      max = Math.max(max, await held(database))
      return max
    })
    .toBe(poolSize + connectionsBesidePool)
  for (let look = 0; look < 3; look++)
    expect(await held(database)).toBeLessThanOrEqual(poolSize + connectionsBesidePool)
})

test.each([
  [100, 10, 5],
  [21, 10, 1],
  [20, 10, 0],
  [3, 10, 0],
])('max_connections %i and a pool of %i are enough for %i processes', (max, size, processes) => {
  expect(processesWithin(max, size)).toBe(processes)
})
