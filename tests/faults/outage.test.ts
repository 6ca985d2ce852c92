import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { toRefusal } from '#server/db/errors.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { listShows } from '#server/tour/queries.ts'
import { createTestSite, openTestDatabase } from '#tests/database.ts'
import { longTest } from '#tests/long-test.ts'
import { startPostgres } from '#tests/services/postgres.ts'
import { waitLimitMs } from '#tests/wait-limit.ts'

const now = new Date()
const unavailable = { name: 'Refusal', reason: 'unavailable' }

test('refuses requests while PostgreSQL is away, and answers when it is back', async ({ onTestFinished }) => {
  const cluster = await startPostgres({ durable: true })
  onTestFinished(cluster.stop)
  const urls = { url: cluster.url('postgres'), ownerUrl: cluster.ownerUrl('postgres') }
  const database = await openPostgres({ ...urls, poolSize: 2 })
  onTestFinished(() => database.close())
  const site = await createTestSite(database)
  const list = () => site.as('visitor', (tx) => listShows(tx, now))
  expect(await list()).toEqual([])
  const midway = site.as('visitor', async (tx) => {
    await cluster.kill()
    return listShows(tx, now)
  })
  await expect(midway).rejects.toMatchObject(unavailable)
  await expect(list()).rejects.toMatchObject(unavailable)
  await expect(database.ping()).rejects.toThrow()
  await cluster.start()
  // The first request succeeds: there is no delay before a new try.
  expect(await list()).toEqual([])
  await database.ping()
})

longTest('drops a connection that does not answer and opens another', async ({ onTestFinished }) => {
  const cluster = await startPostgres()
  onTestFinished(cluster.stop)
  const urls = { url: cluster.url('postgres'), ownerUrl: cluster.ownerUrl('postgres') }
  const database = await openPostgres({ ...urls, poolSize: 1, maxSilenceMs: 10_000 })
  onTestFinished(() => database.close())
  const site = await createTestSite(database)
  const list = () => site.as('visitor', (tx) => listShows(tx, now))
  const whichOne = async () => {
    const { rows } = await database.transaction(
      'select 1',
      (queries) => queries.execute<{ pid: number }>('select pg_backend_pid() as pid'),
      waitLimitMs,
    )
    return rows[0]!.pid
  }
  const pid = await whichOne()
  process.kill(pid, 'SIGSTOP')
  onTestFinished(() => void process.kill(pid, 'SIGCONT'))
  await expect(list()).rejects.toMatchObject(unavailable)
  await expect.poll(list).toEqual([])
  expect(await whichOne()).not.toBe(pid)
})

describe('with two connections', async () => {
  const database = await openTestDatabase('postgres', { poolSize: 2, maxWaitMs: 500 })

  test('refuses a request that waits too long for a connection, and loses no connection', async () => {
    const site = await createTestSite(database)
    const release = Promise.withResolvers<void>()
    const held = [1, 2].map(() => site.as('visitor', () => release.promise))
    await expect(site.as('visitor', async () => null)).rejects.toMatchObject(unavailable)
    release.resolve()
    await Promise.all(held)
    await Promise.all([1, 2, 3, 4].map(() => site.as('visitor', () => after(10))))
  })

  test('repeatedly cut connections leave complete transactions and a complete pool', async () => {
    const site = await createTestSite(database)
    const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'stagedoor' and datname = current_database() and pid <> pg_backend_pid()`
    let cuts = 0
    for (let times = 0; times < 50; times++) {
      const both = await Promise.allSettled([
        database.transaction('select 1', (queries) => queries.execute(cut), waitLimitMs),
        site.as('visitor', (tx) => listShows(tx, now)),
      ])
      cuts += both.filter((one) => one.status === 'rejected').length
      for (const one of both) if (one.status === 'rejected') expect(toRefusal(one.reason)).toMatchObject(unavailable)
    }
    expect(cuts).toBeGreaterThan(0)
    await expect.poll(() => site.as('visitor', (tx) => listShows(tx, now))).toEqual([])
  })
})
