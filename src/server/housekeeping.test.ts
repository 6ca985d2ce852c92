import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { messageRetentionCutoff } from '#domain/contact/contact.ts'
import { activityLogs } from '#server/activity/table.ts'
import { countFinishedDaysAndPrune } from '#server/analytics/count-days.ts'
import { analyticsDays } from '#server/analytics/table.ts'
import { contactMessages } from '#server/contact/table.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import { newId } from '#server/db/id.ts'
import { asRole } from '#server/db/in-site.ts'
import { createHousekeepingJobs, sweepSite } from '#server/housekeeping.ts'
import { enqueueRegularly } from '#server/jobs/regular.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { dataExports } from '#server/privacy/table.ts'
import { createTestSite, engines, openTestDatabase, type TestSite } from '#tests/database.ts'
import { testFiles } from '#tests/fixtures/files.ts'

const now = new Date('2026-05-01T12:00:00Z')
const inLondon = { siteOf: () => ({ zone: 'Europe/London' }) }
const secrets = { sealer: createSealer({ current: randomBytes(32) }), keys: createDerivedKeys('a secret of the tests') }
const then = messageRetentionCutoff(now)
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const justBefore = (moment: Date) => new Date(+moment - 1)

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const { store } = testFiles()
  const sweep = async (sites: readonly TestSite[]) => {
    for (const { websiteId } of sites) await sweepSite({ database, store }, websiteId, now)
  }
  async function write(site: TestSite, emailIndex: Buffer, receivedAt: Date): Promise<string> {
    const id = newId()
    const content = Buffer.from('sealed')
    await site.as('visitor', (tx) => tx.insert(contactMessages).values({ id, content, emailIndex, receivedAt }))
    return id
  }
  const idsIn = async (site: TestSite) =>
    (await site.as('administrator', (tx) => tx.select().from(contactMessages))).map(({ id }) => id).sort()
  const logOf = (site: TestSite) => site.as('administrator', (tx) => tx.select().from(activityLogs))

  test('deletes all messages of a sender two years after the last one, and logs it', async () => {
    const [site, other] = [await createTestSite(database), await createTestSite(database)]
    const [gone, still] = [randomBytes(32), randomBytes(32)]
    const old = [await write(site, gone, new Date('2020-01-01')), await write(site, gone, justBefore(then))]
    // The first of these is as old, but its sender has written again since.
    const kept = [await write(site, still, new Date('2020-01-01')), await write(site, still, then)]
    const elsewhere = await write(other, gone, now)
    await sweep([site, other])
    expect(await idsIn(site)).toEqual(kept.sort())
    expect(await idsIn(other)).toEqual([elsewhere])
    const [line, ...more] = await logOf(site)
    expect(line).toMatchObject({ resourceType: 'contact_message', action: 'expired', userId: null, createdAt: now })
    expect((line!.details.messages as string[]).toSorted()).toEqual(old.sort())
    await sweep([site, other])
    expect([more, (await logOf(site)).length, await logOf(other)]).toEqual([[], 1, []])
  })

  test('concurrent processes delete and count once, without blocking each other', async () => {
    const [site, other] = [await createTestSite(database), await createTestSite(database)]
    const addresses = Array.from({ length: 20 }, () => randomBytes(32))
    for (const each of [site, other]) for (const address of addresses) await write(each, address, justBefore(then))
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        await sweep([site, other])
        for (const each of [site, other])
          await each.as('worker', (tx) => countFinishedDaysAndPrune(tx, 'Europe/London', now))
      }),
    )
    for (const each of [site, other]) {
      expect(await idsIn(each)).toEqual([])
      const messages = (await logOf(each)).flatMap(({ details }) => details.messages as string[])
      expect([messages.length, new Set(messages).size]).toEqual([20, 20])
    }
  })

  test('closes days by the clock of the database, and reopens days that were closed too early', async () => {
    const site = await createTestSite(database)
    const day = 86_400_000
    const counted = () =>
      site.as('worker', async (tx) => {
        const days = (await tx.select().from(analyticsDays)).filter(({ cut }) => cut === 'counted')
        return days.map((each) => each.day).toSorted()
      })
    const warn = vi.fn()
    const countBy = async (clock: () => Date) => {
      const job = createHousekeepingJobs({ ...secrets, database, store, sites: inLondon, clock, warn }).find(
        ({ name }) => name === 'count-days',
      )!
      const unused = async () => expect.fail('not needed')
      const signal = new AbortController().signal
      await job.perform({}, { websiteId: site.websiteId, signal, inSite: unused, finish: unused })
    }
    for (const days of [65, -65]) await countBy(() => new Date(Date.now() + days * day))
    expect(await counted()).toEqual([])
    expect(warn).toHaveBeenCalledWith(
      { aheadSeconds: expect.any(Number) },
      expect.stringMatching(/^skipped counting days/),
    )
    // As it was before: 65 days ahead, and back.
    await site.as('worker', (tx) => countFinishedDaysAndPrune(tx, 'Europe/London', new Date(Date.now() + 65 * day)))
    expect((await counted()).at(-1)! > dayOf(Date.now())).toBe(true)
    await countBy(() => new Date())
    expect((await counted()).at(-1)! <= dayOf(Date.now() - day)).toBe(true)
    expect(await counted()).toHaveLength(88)
  })

  test('runs soon after the start, and regularly once for all processes', async () => {
    const [site, other] = [await createTestSite(database), await createTestSite(database)]
    for (const each of [site, other])
      await each.as('worker', (tx) =>
        tx.insert(dataExports).values({
          tokenHash: 'x',
          email: Buffer.from('x'),
          emailIndex: randomBytes(32),
          requestedAt: justBefore(now),
          expiresAt: now,
        }),
      )
    const report = (error: unknown) => expect.fail(String(error))
    const own = createHousekeepingJobs({
      ...secrets,
      database,
      store,
      sites: inLondon,
      clock: () => new Date(),
      warn: report,
    })
    const jobs = await startJobs(database, { jobs: own, report, lookAfter: 1 })
    const sites = { websiteIds: [site.websiteId, other.websiteId] }
    const all = Array.from({ length: 3 }, () =>
      enqueueRegularly(database, { jobs: own, sites, report, afterSeconds: 0 }),
    )
    onTestFinished(async () => {
      for (const each of all) await each.stop()
      await jobs.stop()
    })
    const left = (each: TestSite) => each.as('worker', async (tx) => (await tx.select().from(dataExports)).length)
    await expect.poll(async () => [await left(site), await left(other)]).toEqual([0, 0])
    const counted = () =>
      site.as('worker', async (tx) => (await tx.select().from(analyticsDays)).filter(({ cut }) => cut === 'counted'))
    await expect.poll(async () => (await counted()).length).toBeGreaterThan(80)
    const runs = await site.as('worker', (tx) =>
      asRole(tx, 'none', () =>
        tx.execute(sql`select count(*)::int as n from pgboss.job
          where name = 'sweep' and data ->> 'websiteId' = ${site.websiteId}`),
      ),
    )
    expect(runs.rows[0]!.n).toBeLessThanOrEqual(2)
  })
})
