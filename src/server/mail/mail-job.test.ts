import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { activityLogs } from '#server/activity/table.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import { roles } from '#server/db/access.ts'
import { errorCode } from '#server/db/errors.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import type { JobRun } from '#server/jobs/job.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { countQueuedAndFailedMails, failedMails, retryMails } from '#server/mail/failed-mails.ts'
import { createMailJob, type MailDeps } from '#server/mail/mail-job.ts'
import { type MailMessage, parseMessage } from '#server/mail/message.ts'
import { queueMail } from '#server/mail/queue.ts'
import { mails } from '#server/mail/table.ts'
import { DeliveryError, type MailTransport } from '#server/mail/transport.ts'
import { changeSettings, readSettings } from '#server/sites/settings.ts'
import { createTestSite, engines, openTestDatabase, type TestSite } from '#tests/database.ts'

const sealer = createSealer({ current: randomBytes(32) })
const mail = { to: 'canary-7f3a@example.com', subject: 'Canary subject', text: 'Canary text' }
const hour = 3_600_000
const refused = 'The mail server refused the recipient (550).'

/** A mail server with one prepared answer for each mail, and `well` by default. */
function newCarrier() {
  const taken: MailMessage[] = []
  const answers: (() => void)[] = []
  const transport: MailTransport = {
    deliver: async (message, { beforeLastByte }) => {
      await beforeLastByte()
      answers.shift()?.()
      taken.push(message)
    },
  }
  const fail =
    (permanent: boolean, answered = true) =>
    () => {
      throw new DeliveryError('EENVELOPE RCPT TO 550', { permanent, answered, failure: refused })
    }
  return {
    taken,
    transport,
    notNow: () => answers.push(fail(false)),
    never: () => answers.push(fail(true)),
    /** The connection is cut after the last word. */
    silence: () => answers.push(fail(false, false)),
  }
}

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  /** One site, one mail server, and a worker that runs only when the test calls it. */
  async function newPost(changes: Partial<MailDeps> = {}) {
    const site = await createTestSite(database)
    const reports: { facts: object; words: string }[] = []
    const { transport, ...carrier } = newCarrier()
    const { job } = createMailJob(database, {
      sealer,
      transport,
      senderOf: async () => ({ name: 'Marlow Quay', address: 'hello@marlow.example' }),
      clock: () => new Date(),
      report: (facts, words) => reports.push({ facts, words }),
      ...changes,
    })
    const jobs = await startJobs(database, { jobs: [job], work: false, report: () => {} })
    const asWorker: JobRun['inSite'] = (work) => site.as('worker', work)
    const run = (mailId: string, others: Partial<JobRun> = {}) =>
      job.perform(
        { mailId },
        {
          websiteId: site.websiteId,
          inSite: asWorker,
          finish: asWorker,
          signal: new AbortController().signal,
          ...others,
        },
      )
    const all = () => site.as('worker', (tx) => tx.select().from(mails).orderBy(mails.id))
    const queue = async () => {
      await site.as('visitor', (tx) => queueMail(tx, mail))
      return (await all()).at(-1)!.id
    }
    return { site, job, run, all, queue, reports, stop: jobs.stop, ...carrier }
  }

  /** What waits for a worker, for this site. */
  const waiting = async (site: TestSite) =>
    inSite(database, { websiteId: site.websiteId, role: 'worker' }, async (tx) => {
      await tx.execute(sql`set local role none`)
      const { rows } = await tx.execute<{ data: { data: { mailId: string } }; start_after: Date }>(
        sql`select data, start_after from pgboss.job where name = 'send-mail' and state < 'active'
          and data ->> 'websiteId' = ${site.websiteId} order by created_on`,
      )
      return rows.map(({ data, start_after }) => ({ ...data.data, startAfter: new Date(start_after) }))
    })

  test('every acting role may queue a mail, and only the worker can read one', async () => {
    const { site, all, stop } = await newPost()
    const acting = roles.filter((role) => !['preview', 'demo_remover', 'platform'].includes(role))
    for (const role of acting) await site.as(role, (tx) => queueMail(tx, mail))
    expect((await all()).map(({ state }) => state)).toEqual(acting.map(() => 'queued'))
    for (const role of roles.filter((each) => each !== 'worker')) {
      const select = site.as(role, (tx) => tx.select().from(mails))
      expect(await select.catch(errorCode), role).toBe('42501')
      const change = site.as(role, (tx) => tx.update(mails).set({ attempts: 7 }))
      expect(await change.catch(errorCode), role).toBe('42501')
      const forge = site.as(role, (tx) => tx.insert(mails).values({ state: 'sent', sentAt: new Date() }))
      expect(await forge.catch(errorCode), role).toBe('42501')
    }
    await stop()
  })

  test('queues a mail and its job only if the transaction commits', async () => {
    const { site, all, stop } = await newPost()
    const undone = site.as('auth_service', async (tx) => {
      await queueMail(tx, mail)
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    expect([await all(), await waiting(site)]).toEqual([[], []])
    await site.as('auth_service', (tx) => queueMail(tx, mail))
    const [stored] = await all()
    expect(await waiting(site)).toEqual([{ mailId: stored!.id, startAfter: expect.any(Date) }])
    await stop()
  })

  test('deletes the content of a mail once it is sent', async () => {
    const { run, all, queue, taken, stop } = await newPost()
    const id = await queue()
    await run(id)
    expect(taken).toHaveLength(1)
    expect(taken[0]!.envelope).toEqual({ from: 'hello@marlow.example', to: mail.to })
    expect((await parseMessage(taken[0]!.bytes)).text?.trim()).toBe(mail.text)
    expect(await all()).toMatchObject([{ state: 'sent', attempts: 1, content: null, sentAt: expect.any(Date) }])
    await run(id)
    expect(taken).toHaveLength(1)
    await stop()
  })

  test('retries a mail that was not accepted', async () => {
    const { site, run, all, queue, taken, notNow, reports, stop } = await newPost()
    const id = await queue()
    notNow()
    const before = Date.now()
    await run(id)
    const after = Date.now()
    expect(taken).toEqual([])
    expect(await all()).toMatchObject([{ state: 'queued', attempts: 1, handedOverAt: null, failure: refused }])
    const [, again] = await waiting(site)
    expect(again).toMatchObject({ mailId: id })
    expect(+again!.startAfter).toBeGreaterThanOrEqual(before + 30_000)
    expect(+again!.startAfter).toBeLessThanOrEqual(after + 30_000)
    expect(reports).toEqual([
      {
        facts: { mailId: id, attempts: 1, why: 'EENVELOPE RCPT TO 550' },
        words: 'a mail was not taken and will be tried again',
      },
    ])
    await run(id)
    expect(taken).toHaveLength(1)
    expect(await all()).toMatchObject([{ state: 'sent', attempts: 2, content: null, failure: null }])
    await stop()
  })

  test.each([
    ['that no server accepts for a day', 25 * hour, false],
    ['that a server refuses for good', 0, true],
  ])('a mail %s fails, and its content is kept for a while', async (_, later, permanent) => {
    const { site, run, all, queue, notNow, never, reports, stop } = await newPost({
      clock: () => new Date(Date.now() + later),
    })
    const id = await queue()
    permanent ? never() : notNow()
    await run(id)
    const [failed] = await all()
    expect(failed).toMatchObject({ state: 'failed', failure: refused, handedOverAt: null, sentAt: null })
    expect(failed!.content).not.toBeNull()
    expect(await waiting(site)).toHaveLength(1)
    expect(reports.map(({ words }) => words)).toEqual(['a mail was given up'])
    await stop()
  })

  describe('when the process dies', () => {
    const dies = async () => {
      throw new Error('the process is gone')
    }

    test('does not resend a mail when the process dies after the server accepted it', async () => {
      const { run, all, queue, taken, reports, stop } = await newPost()
      const id = await queue()
      await expect(run(id, { finish: dies })).rejects.toThrow('gone')
      expect(taken).toHaveLength(1)
      expect(await all()).toMatchObject([{ state: 'queued', handedOverAt: expect.any(Date) }])
      await run(id)
      expect(taken).toHaveLength(1)
      const [{ sentAt, handedOverAt }] = (await all()) as [Awaited<ReturnType<typeof all>>[0]]
      expect(sentAt).toEqual(handedOverAt)
      expect(reports).toMatchObject([{ words: expect.stringContaining('not sent again') }])
      await stop()
    })

    test('sends a mail on the next run when the process dies before the handover', async () => {
      const { site, run, all, queue, taken, stop } = await newPost()
      const id = await queue()
      let calls = 0
      await expect(run(id, { inSite: (work) => (calls++ ? dies() : site.as('worker', work)) })).rejects.toThrow('gone')
      expect(taken).toEqual([])
      await run(id)
      expect(taken).toHaveLength(1)
      expect(await all()).toMatchObject([{ state: 'sent', attempts: 2 }])
      await stop()
    })

    test('a slow run does not hand over a mail that another run has claimed', async () => {
      const { site, run, all, queue, taken, notNow, stop } = await newPost()
      const id = await queue()
      let calls = 0
      const slow: JobRun['inSite'] = async (work) => {
        if (calls++ === 1) {
          notNow()
          await run(id)
        }
        return site.as('worker', work)
      }
      await expect(run(id, { inSite: slow })).rejects.toThrow('given to another in the meantime')
      expect(taken).toEqual([])
      expect(await all()).toMatchObject([{ state: 'queued', attempts: 2, handedOverAt: null }])
      await stop()
    })
  })

  test('keeps a mail queued while its data key is missing, and fails a damaged one', async () => {
    const { site, run, all, queue, taken, reports, stop } = await newPost()
    const [waits, damaged] = [await queue(), await queue()]
    await site.as('worker', (tx) =>
      tx
        .update(mails)
        .set({ content: sql`set_byte(${mails.content}, 80, get_byte(${mails.content}, 80) # 1)` })
        .where(eq(mails.id, damaged)),
    )
    await run(damaged)
    const other = createSealer({ current: randomBytes(32) })
    const content = other.seal({ websiteId: site.websiteId, table: 'mails', column: 'content', rowId: waits }, '{}')
    await site.as('worker', (tx) => tx.update(mails).set({ content }).where(eq(mails.id, waits)))
    await run(waits)
    expect(taken).toEqual([])
    expect((await all()).map(({ state }) => state)).toEqual(['queued', 'failed'])
    expect(JSON.stringify(reports)).toContain(`needs the data key ${other.currentKey}`)
    await stop()
  })

  test('a sealed mail that was moved to another row or site is not sent', async () => {
    const [here, there] = [await newPost(), await newPost()]
    const [id, foreign] = [await here.queue(), await there.queue()]
    const content = (await here.all())[0]!.content
    await there.site.as('worker', (tx) => tx.update(mails).set({ content }))
    await there.run(foreign)
    expect(there.taken).toEqual([])
    expect(await there.all()).toMatchObject([{ state: 'failed' }])
    await here.run(id, { websiteId: there.site.websiteId })
    expect(here.taken).toEqual([])
    await there.stop()
  })

  describe('a failed mail is retried on request', () => {
    const dayLater = { clock: () => new Date(Date.now() + 25 * hour) }
    const retry = (site: TestSite, ids: string[] | null, userId = site.userId) =>
      site.as('administrator', (tx) => retryMails(tx, ids, { userId, now: new Date() }))
    const reasonOf = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        ({ reason }) => reason,
      )

    test('retries a failed mail once for simultaneous requests', async () => {
      const { site, run, all, queue, taken, never, stop } = await newPost()
      const id = await queue()
      never()
      await run(id)
      const listed = await site.as('administrator', (tx) => failedMails(tx, new Date(), 10))
      expect(listed).toEqual([{ id, createdAt: expect.any(Date), attempts: 1, failure: refused, mayRetry: true }])
      const reasons = await Promise.all([1, 2, 3].map(() => reasonOf(retry(site, [id]))))
      expect(reasons.sort()).toEqual(['done', 'mail-not-retried', 'mail-not-retried'])
      expect(await waiting(site)).toHaveLength(2)
      await run(id)
      expect(taken).toHaveLength(1)
      expect(await all()).toMatchObject([{ state: 'sent', content: null, failure: null }])
      expect(await reasonOf(retry(site, [id]))).toBe('mail-not-retried')
      expect(await site.as('administrator', (tx) => countQueuedAndFailedMails(tx, new Date()))).toEqual({
        queued: 0,
        failed: 0,
      })
      const lines = await site.as('administrator', (tx) => tx.select().from(activityLogs))
      expect(lines).toMatchObject([{ resourceType: 'mail', action: 'retried', details: { mails: [id] } }])
      await stop()
    })

    test('never retries a mail that the mail server may have accepted', async () => {
      const { site, run, all, queue, taken, silence, stop } = await newPost(dayLater)
      const id = await queue()
      silence()
      await run(id)
      expect(await all()).toMatchObject([{ state: 'failed', content: null, handedOverAt: expect.any(Date) }])
      const [listed] = await site.as('administrator', (tx) => failedMails(tx, new Date(), 10))
      expect(listed).toMatchObject({ mayRetry: false, failure: expect.stringContaining('it may have been sent') })
      expect(await reasonOf(retry(site, [id]))).toBe('mail-not-retried')
      expect(await retry(site, null)).toBe(0)
      expect([taken, (await all())[0]!.state]).toEqual([[], 'failed'])
      await stop()
    })

    test('retries all failed mails of this website and none of another', async () => {
      const [here, there] = [await newPost(), await newPost()]
      for (const { run, queue, never } of [here, there]) {
        const id = await queue()
        never()
        await run(id)
      }
      const [foreign] = await there.all()
      expect(await reasonOf(retry(here.site, [foreign!.id]))).toBe('mail-not-retried')
      expect(await retry(here.site, null)).toBe(1)
      expect((await here.all())[0]!.state).toBe('queued')
      expect((await there.all())[0]!.state).toBe('failed')
      await there.stop()
    })
  })

  test('deletes the content of a failed mail after thirty days', async () => {
    const { site, run, all, queue, never, stop } = await newPost()
    const [old, fresh] = [await queue(), await queue()]
    never()
    await run(old)
    const longAgo = new Date(Date.now() - 31 * 24 * hour)
    await site.as('worker', (tx) => tx.update(mails).set({ createdAt: longAgo }).where(eq(mails.id, old)))
    await run(fresh)
    expect((await all())[0]).toMatchObject({ id: old, state: 'failed', content: null })
    await stop()
  })

  test('the sender is the contact address that the owner has set', async () => {
    const { site, run, queue, taken, stop } = await newPost({
      senderOf: async (tx) => {
        const { contactEmail } = await readSettings(tx)
        return { name: 'Marlow Quay', address: contactEmail ?? 'hello@marlow.example' }
      },
    })
    const edit = { draft: { contactEmail: 'new@marlow.example' }, expectedSequence: 0, check: () => {} }
    await site.as('administrator', (tx) => changeSettings(tx, edit, { userId: newId(), now: new Date() }))
    await run(await queue())
    expect(taken[0]!.envelope.from).toBe('new@marlow.example')
    await stop()
  })

  test('deletes a mail after three months', async () => {
    const { site, run, all, queue, stop } = await newPost()
    const [old, unsent, fresh] = [await queue(), await queue(), await queue()]
    await run(old)
    const longAgo = new Date(Date.now() - 91 * 24 * hour)
    for (const id of [old, unsent])
      await site.as('worker', (tx) => tx.update(mails).set({ createdAt: longAgo }).where(eq(mails.id, id)))
    await run(fresh)
    expect((await all()).map(({ id }) => id)).toEqual([unsent, fresh])
    await stop()
  })
})
