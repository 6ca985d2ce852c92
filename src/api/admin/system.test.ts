import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { SystemAnswer } from '#api/admin/system.ts'
import type { Actor } from '#domain/actor.ts'
import { activityLogs } from '#server/activity/table.ts'
import { newId } from '#server/db/id.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { defineJob } from '#server/jobs/job.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { createMailJob } from '#server/mail/mail-job.ts'
import { queueMail } from '#server/mail/queue.ts'
import { mails } from '#server/mail/table.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { testKeys } from '#tests/fixtures/accounts.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'

const letter = { to: 'canary@example.com', subject: 'Canary', text: 'canary' }
const unreachable = 'The mail server could not be reached.'

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const { job: sendMail } = createMailJob(database, {
    sealer: testKeys().sealer,
    transport: { deliver: () => Promise.reject(new Error('never sent')) },
    senderOf: async () => null,
    clock: () => new Date(),
    report: () => {},
  })

  /** A job that fails until the test lets it succeed. */
  async function newTestSystem() {
    let fails = true
    const done: string[] = []
    const job = defineJob({
      name: `test-${newId()}`,
      data: z.object({ words: z.string() }),
      tries: 1,
      run: async ({ words }) => {
        if (fails) throw new Error(`no luck with ${words}`)
        done.push(words)
      },
    })
    const only = { ...sendMail, perform: async () => {} }
    const jobs = await startJobs(database, { jobs: [job, only], report: () => {}, lookAfter: 1 })
    onTestFinished(() => jobs.stop())
    return {
      done,
      mend: () => {
        fails = false
      },
      newTestSite: async () => {
        const site = await createTestSite(database)
        const actor: Actor = { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'session' }
        const api = createTestApi(database, site, actor, {}, { clock: () => new Date() })
        const read = async (): Promise<SystemAnswer> => (await api.request('/api/admin/system')).json()
        const post = (path: string, ids?: string[]) =>
          api.request(`/api/admin/system/${path}`, jsonRequest({ ids }, { headers: { origin: 'http://localhost' } }))
        return {
          site,
          read,
          retry: (what: 'mails' | 'jobs', ids?: string[]) => post(`${what}/retry`, ids),
          drop: (ids: string[]) => post('mails/bulk-delete', ids),
          hand: (words: string) => site.as('visitor', (tx) => enqueue(tx, job, { words })),
          failedJobs: (many: number) => expect.poll(async () => (await read()).jobs.failed).toBe(many),
          failMail: async () => {
            const id = newId()
            await site.as('visitor', (tx) => queueMail(tx, letter, id))
            await site.as('worker', (tx) =>
              tx.update(mails).set({ state: 'failed', attempts: 9, failure: unreachable }).where(eq(mails.id, id)),
            )
            return id
          },
          log: () => site.as('administrator', (tx) => tx.select().from(activityLogs).orderBy(activityLogs.id)),
        }
      },
    }
  }

  test('returns version, database, disk space, and failed jobs and mails', async () => {
    const { newTestSite } = await newTestSystem()
    const { read } = await newTestSite()
    expect(await read()).toMatchObject({
      version: '1.2.3',
      builtAt: null,
      database: expect.stringMatching(engine === 'pglite' ? /^PGlite \(PostgreSQL \d+/ : /^PostgreSQL \d+/),
      room: { free: 1_000, total: 4_000 },
      backup: { lastAt: null, areAutomatic: true },
      jobs: { failed: 0, newest: [] },
      mails: { queued: 0, failed: 0, newest: [] },
    })
  })

  test('reports the time of the last backup and whether mails are only files', async () => {
    const actor: Actor = { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'session' }
    const madeAt = new Date('2026-05-01T03:00:00Z')
    const running = {
      version: '1.2.3',
      builtAt: null,
      diskSpace: async () => null,
      backups: () => ({ lastAt: madeAt, areAutomatic: false }),
    }
    for (const stay of [true, false]) {
      const localMails = { stay, remove: async () => {} }
      const api = createTestApi(database, await createTestSite(database), actor, { running }, { localMails })
      expect(await (await api.request('/api/admin/system')).json()).toMatchObject({
        backup: { lastAt: madeAt.toISOString(), areAutomatic: false },
        mails: { areFiles: stay },
      })
    }
  })

  test('lists a failed job without its error, and runs it on retry', async () => {
    const { newTestSite, mend, done } = await newTestSystem()
    const { hand, read, retry, failedJobs, log } = await newTestSite()
    await hand('canary')
    await failedJobs(1)
    const { jobs } = await read()
    expect(jobs.newest).toMatchObject([{ name: expect.stringMatching(/^test-/), tries: 1 }])
    expect(JSON.stringify(jobs)).not.toContain('canary')
    mend()
    expect(await (await retry('jobs', [jobs.newest[0]!.id])).json()).toEqual({ changed: 1 })
    await expect.poll(() => done).toEqual(['canary'])
    await failedJobs(0)
    expect((await retry('jobs', [jobs.newest[0]!.id])).status).toBe(404)
    expect(await log()).toMatchObject([{ resourceType: 'job', action: 'retried', details: { jobs: 1 } }])
  })

  test('retries all failed jobs of this website only', async () => {
    const { newTestSite, mend, done } = await newTestSystem()
    const [mine, theirs] = [await newTestSite(), await newTestSite()]
    for (const words of ['a', 'b']) await mine.hand(words)
    await theirs.hand('theirs')
    await mine.failedJobs(2)
    await theirs.failedJobs(1)
    mend()
    const foreign = (await theirs.read()).jobs.newest[0]!.id
    expect((await mine.retry('jobs', [foreign])).status).toBe(404)
    expect(await (await mine.retry('jobs')).json()).toEqual({ changed: 2 })
    await expect.poll(() => done.toSorted()).toEqual(['a', 'b'])
    expect((await theirs.read()).jobs.failed).toBe(1)
  })

  test('lists failed mails with their reason, and retries one or all', async () => {
    const { newTestSite } = await newTestSystem()
    const { failMail, read, retry } = await newTestSite()
    const [one, ...rest] = [await failMail(), await failMail(), await failMail()]
    const { mails: before } = await read()
    expect(before).toMatchObject({ queued: 0, failed: 3 })
    expect(before.newest[0]).toMatchObject({ attempts: 9, failure: unreachable, mayRetry: true })
    expect(JSON.stringify(before).toLowerCase()).not.toContain('canary')
    expect(await (await retry('mails', [one!])).json()).toEqual({ changed: 1 })
    expect((await read()).mails).toMatchObject({ queued: 1, failed: 2 })
    expect((await retry('mails', [one!])).status).toBe(409)
    expect(await (await retry('mails')).json()).toEqual({ changed: rest.length })
    expect((await read()).mails).toMatchObject({ queued: 3, failed: 0 })
  })

  test('removes a mail that cannot be retried from the list when it is given up', async () => {
    const { newTestSite } = await newTestSystem()
    const [{ failMail, read, retry, drop, site, log }, theirs] = [await newTestSite(), await newTestSite()]
    const [handedOver, other, foreign] = [await failMail(), await failMail(), await theirs.failMail()]
    await site.as('worker', (tx) => tx.update(mails).set({ handedOverAt: new Date() }).where(eq(mails.id, handedOver)))
    expect((await read()).mails.newest.find(({ id }) => id === handedOver)).toMatchObject({ mayRetry: false })
    expect((await retry('mails', [handedOver])).status).toBe(409)
    expect(await (await drop([handedOver])).json()).toMatchObject({ changed: 1 })
    expect((await read()).mails).toMatchObject({ failed: 1, newest: [{ id: other }] })
    for (const gone of [handedOver, foreign]) expect((await drop([gone])).status).toBe(404)
    expect((await theirs.read()).mails.failed).toBe(1)
    await retry('mails', [other])
    expect((await drop([other])).status, 'it waits to be sent').toBe(404)
    expect((await log()).map(({ action }) => action)).toEqual(['dismissed', 'retried'])
  })

  test('the routes of the System page reject empty and malformed ids', async () => {
    const { newTestSite } = await newTestSystem()
    const { retry } = await newTestSite()
    for (const what of ['mails', 'jobs'] as const)
      for (const ids of [[], ['x']]) expect((await retry(what, ids)).status).toBe(422)
  })
})
