import { eq, sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { ShowDraft } from '#domain/tour/draft.ts'
import type { Database } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { defineJob, type JobRun } from '#server/jobs/job.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { websites } from '#server/sites/table.ts'
import { insertShow } from '#server/tour/commands.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { adminShows } from '#tests/fixtures/tour.ts'
import { firstCases, longTest } from '#tests/long-test.ts'
import { waitLimitMs } from '#tests/wait-limit.ts'

const lido = ShowDraft.parse({ date: '2026-05-01', zone: 'UTC', venue: 'Lido', city: 'Berlin', country: 'DE' })

/** A job of one test: what it was run with, and what it does. */
function testJob(does: (run: JobRun, words: string) => Promise<void> = async () => {}, tries = 1) {
  const runs: { words: string; websiteId: string }[] = []
  const job = defineJob({
    name: `test-${newId()}`,
    data: z.object({ words: z.string().max(50) }),
    tries,
    run: async ({ words }, run) => {
      runs.push({ words, websiteId: run.websiteId })
      await does(run, words)
    },
  })
  return { job, runs }
}

async function working(database: Database, job: Parameters<typeof startJobs>[1]['jobs'][number]) {
  const failures: string[] = []
  const jobs = await startJobs(database, { jobs: [job], report: (error) => failures.push(String(error)), lookAfter: 1 })
  onTestFinished(() => jobs.stop())
  return { failures, jobs }
}

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  test('runs a job on the website that enqueued it, for every role', async () => {
    const { job, runs } = testJob()
    await working(database, job)
    const [ours, theirs] = [await createTestSite(database), await createTestSite(database)]
    await ours.as('visitor', (tx) => enqueue(tx, job, { words: 'ours' }))
    await theirs.as('administrator', async (tx) => {
      await enqueue(tx, job, { words: 'theirs' })
      // The transaction is the administrator's again.
      await insertShow(tx, lido)
    })
    await expect.poll(() => runs.length).toBe(2)
    expect(runs).toContainEqual({ words: 'ours', websiteId: ours.websiteId })
    expect(runs).toContainEqual({ words: 'theirs', websiteId: theirs.websiteId })
  })

  test('a job exists only if its transaction is committed', async () => {
    const { job, runs } = testJob()
    await working(database, job)
    const site = await createTestSite(database)
    const changed = site.as('administrator', async (tx) => {
      await enqueue(tx, job, { words: 'rolled back' })
      throw new Error('changed my mind')
    })
    await expect(changed).rejects.toThrow('changed my mind')
    await site.as('visitor', (tx) => enqueue(tx, job, { words: 'committed' }))
    await expect.poll(() => runs.length).toBe(1)
    expect(runs[0]!.words).toBe('committed')
  })

  test('runs a job with the rights of the worker only', async () => {
    const { job, runs } = testJob(async (run) => {
      const found = await run.inSite((tx) => tx.select().from(websites))
      expect(found.map(({ websiteId }) => websiteId)).toEqual([run.websiteId])
      await run.inSite((tx) => insertShow(tx, lido))
    })
    const { failures } = await working(database, job)
    const site = await createTestSite(database)
    await site.as('visitor', (tx) => enqueue(tx, job, { words: 'x' }))
    await expect.poll(() => failures.length).toBe(1)
    expect(runs).toHaveLength(1)
    expect(await site.as('administrator', (tx) => adminShows(tx))).toEqual([])
  })

  test('retries a failed job and gives up in the end', async () => {
    const { job, runs } = testJob(async () => Promise.reject(new Error('no luck')), 2)
    const { failures } = await working(database, job)
    const site = await createTestSite(database)
    await site.as('visitor', (tx) => enqueue(tx, job, { words: 'x' }))
    await expect.poll(() => runs.length).toBe(2)
    await expect
      .poll(() => laidAside(database, job.name))
      .toEqual([{ websiteId: site.websiteId, data: { words: 'x' } }])
    expect(failures).toEqual(['Error: no luck', 'Error: no luck'])
  })

  test('logs an error and stores nothing of it in the queue, where it could hold personal data', async () => {
    const lost = new Error('Failed query: insert into mails\nparams: ann@example.com')
    const { job } = testJob(async () => Promise.reject(lost))
    await working(database, job)
    const site = await createTestSite(database)
    await site.as('visitor', (tx) => enqueue(tx, job, { words: 'x' }))
    await expect.poll(() => laidAside(database, job.name)).toHaveLength(1)
    const rows = await asLogin<{ row: string }>(database, 'select job::text as row from pgboss.job')
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.filter(({ row }) => row.includes('ann@'))).toEqual([])
  })

  test.each([
    ['has no website', () => ({ data: { words: 'x' } })],
    ['is for a website that does not exist here', () => ({ websiteId: newId(), data: { words: 'x' } })],
    ['cannot work on this', (websiteId: string) => ({ websiteId, data: { words: 5 } })],
  ])('moves a job that %s to the dead letter queue without running it', async (words, payload) => {
    const { job, runs } = testJob(undefined, 5)
    const { failures } = await working(database, job)
    const { websiteId } = await createTestSite(database)
    await send(database, job.name, payload(websiteId))
    await expect.poll(() => failures).toEqual([expect.stringContaining(words)])
    await expect.poll(() => laidAside(database, job.name)).toHaveLength(1)
    expect(runs).toEqual([])
  })

  test('rejects invalid job data when the job is enqueued', async () => {
    const { job } = testJob()
    await working(database, job)
    const site = await createTestSite(database)
    const handing = site.as('visitor', (tx) => enqueue(tx, job, { words: 'x'.repeat(51) }))
    await expect(handing).rejects.toThrow('cannot work on this')
  })

  test('commits the effect of a job with its end: an expired run has no effect', async () => {
    const lost = Promise.withResolvers<void>()
    const { job, runs } = testJob(async (run, words) => {
      if (runs.length === 1) await lost.promise
      await run.finish(async (tx) => {
        await tx
          .insert(websites)
          .values({ websiteId: run.websiteId, name: words })
          .onConflictDoUpdate({
            target: websites.websiteId,
            set: { name: `run ${runs.length}` },
          })
      })
    }, 3)
    const { failures } = await working(database, job)
    const site = await createTestSite(database)
    await site.as('visitor', (tx) => enqueue(tx, job, { words: 'x' }))
    await expect.poll(() => runs.length).toBe(1)
    await giveToAnother(database, job.name)
    lost.resolve()
    await expect.poll(() => failures).toEqual([expect.stringContaining('another worker has taken the job')])
    await expect.poll(() => runs.length).toBe(2)
    const name = () =>
      site.as(
        'visitor',
        async (tx) => (await tx.select().from(websites).where(eq(websites.websiteId, site.websiteId)))[0]?.name,
      )
    await expect.poll(name).toBe('run 2')
  })

  test('stop waits for the running job, and rejects new jobs', async () => {
    const begun = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    let done = false
    const { job } = testJob(async () => {
      begun.resolve()
      await goOn.promise
      done = true
    })
    const { jobs } = await working(database, job)
    const site = await createTestSite(database)
    await site.as('visitor', (tx) => enqueue(tx, job, { words: 'x' }))
    await begun.promise
    const stopped = jobs.stop()
    goOn.resolve()
    await stopped
    expect(done).toBe(true)
    await expect(site.as('visitor', (tx) => enqueue(tx, job, { words: 'x' }))).rejects.toThrow('before startJobs')
  })
})

describe('on a queue whose connection can be cut', async () => {
  const database = await openTestDatabase('pglite')

  /** The same database; after `cut`, the next statements of the queue fail. */
  function cuttable() {
    let refusals = 0
    const jobsConnection = () => {
      const { db, ...rest } = database.jobsConnection()
      const executeSql = (text: string, values?: unknown[]) =>
        refusals-- > 0 ? Promise.reject(new Error('the connection is cut')) : db!.executeSql(text, values)
      return { ...rest, db: { ...db!, executeSql } }
    }
    const cut = () => {
      refusals = 8
    }
    return { cut, database: { ...database, jobsConnection } satisfies Database }
  }

  test.each(firstCases(1, ['fails', 'succeeds']))(
    'a job that %s while the queue is unreachable is reported again later',
    async (how) => {
      const { cut, database: unstable } = cuttable()
      const { job, runs } = testJob(async () => {
        if (runs.length > 1) return
        cut()
        if (how === 'fails') throw new Error('no luck')
      }, 2)
      await working(unstable, job)
      const site = await createTestSite(unstable)
      await site.as('visitor', (tx) => enqueue(tx, job, { words: 'x' }))
      const states = () =>
        asLogin<{ state: string }>(database, `select state from pgboss.job where name = '${job.name}'`)
      await expect.poll(states).toEqual([{ state: 'completed' }])
      expect(runs).toHaveLength(how === 'fails' ? 2 : 1)
    },
  )
})

describe('on postgres', async () => {
  const database = await openTestDatabase('postgres')

  longTest('a job without a heartbeat is run by another worker', async () => {
    const { job, runs } = testJob(undefined, 2)
    const handing = await startJobs(database, { jobs: [job], work: false, report: () => {} })
    const site = await createTestSite(database)
    await site.as('visitor', (tx) => enqueue(tx, job, { words: 'x' }))
    const silent = `state = 'active', started_on = now() - interval '22 s', heartbeat_on = now() - interval '21 s'`
    await asLogin(database, `update pgboss.job set ${silent} where name = '${job.name}'`)
    await handing.stop()
    await working(database, job)
    await expect.poll(() => runs.length).toBe(1)
  })

  test('two workers run each job once', async () => {
    const { job, runs } = testJob((run, words) =>
      run.finish(async (tx) => {
        await tx.update(websites).set({ name: sql`${websites.name} || ${` ${words}`}` })
      }),
    )
    await working(database, job)
    await working(database, job)
    const site = await createTestSite(database)
    const all = Array.from({ length: 100 }, (_, number) => `${number}`)
    await site.as('visitor', async (tx) => {
      for (const words of all) await enqueue(tx, job, { words })
    })
    const done = () =>
      site.as('visitor', async (tx) => (await tx.select().from(websites))[0]!.name.split(' ').slice(-100))
    await expect.poll(async () => (await done()).toSorted()).toEqual(all.toSorted())
    expect(runs).toHaveLength(100)
  })
})

/** Past `enqueue`, as an older version or a stranger might. */
const send = (database: Database, name: string, data: object) =>
  asLogin(
    database,
    `insert into pgboss.job (name, data, retry_limit, dead_letter) values ('${name}', '${JSON.stringify(data)}', 4, 'laid-aside')`,
  )

const laidAside = async (database: Database, name: string) =>
  (
    await asLogin<{ data: object }>(
      database,
      `select data from pgboss.job where name = 'laid-aside' and source_name = '${name}'`,
    )
  ).map(({ data }) => data)

/** As when a process was silent for so long that another one has started its job again. */
const giveToAnother = (database: Database, name: string) =>
  asLogin(database, `update pgboss.job set state = 'retry', start_after = now() where name = '${name}'`)

async function asLogin<R>(database: Database, statement: string): Promise<R[]> {
  const { rows } = await database.transaction('select 1', (queries) => queries.execute(statement), waitLimitMs)
  return rows as R[]
}
