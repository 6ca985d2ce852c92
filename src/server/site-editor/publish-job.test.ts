import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { SiteDocument } from '#domain/site-editor/document.ts'
import type { Site } from '#domain/sites/site.ts'
import { asRole, inSite, type SiteTx } from '#server/db/in-site.ts'
import { countJobs } from '#server/jobs/health.ts'
import { saveDraftPart } from '#server/site-editor/draft.ts'
import { publishJob } from '#server/site-editor/publish-job.ts'
import {
  cancelScheduledPublication,
  publishDraft,
  requestDuePublication,
  scheduleDraft,
} from '#server/site-editor/publishing.ts'
import { versionByNumber, versionInState } from '#server/site-editor/versions.ts'
import { siteVersions } from '#server/site-editor/versions-table.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { noon, openAccounts } from '#tests/fixtures/accounts.ts'
import { minimalSite, siteFrom } from '#tests/fixtures/domain/sites.ts'
import { openPublishQueue } from '#tests/fixtures/publish-queue.ts'

const identity = (name: string) => ({ name, tagline: 'Songs', description: 'A singer.' })
const publishAt = new Date(+noon + 60_000)

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const accounts = await openAccounts(database)
  await openPublishQueue(database)

  async function scheduled(document: Partial<SiteDocument> = { identity: identity('Anna') }) {
    const site = await createTestSite(database)
    const owner = await accounts.newUser(site, { administers: true })
    const context = { userId: owner.userId, now: noon }
    const starter: Site = { ...siteFrom(minimalSite()), siteId: site.websiteId }
    const asOwner = <T>(work: (tx: SiteTx) => Promise<T>) =>
      inSite(database, { websiteId: site.websiteId, role: 'administrator', userId: owner.userId }, work)
    const asWorker = <T>(work: (tx: SiteTx) => Promise<T>) =>
      inSite(database, { websiteId: site.websiteId, role: 'worker' }, work)
    let sequence = 0
    for (const [part, value] of Object.entries(document))
      ({ sequence } = await asOwner((tx) =>
        saveDraftPart(tx, { part: part as 'identity', value: value as never, expectedSequence: sequence }, context),
      ))
    const job = publishJob({
      starterOf: () => ({ ...starter, origin: 'https://site.example' }),
      clock: () => publishAt,
      invalidate: () => {},
    })
    const schedule = () =>
      asOwner((tx) => scheduleDraft(tx, { expectedSequence: sequence, note: '', publishAt, starter }, context))
    return {
      site,
      owner,
      starter,
      context,
      asOwner,
      schedule,
      perform: (data: object) =>
        job.perform(data, {
          websiteId: site.websiteId,
          inSite: asWorker,
          finish: asWorker,
          signal: new AbortController().signal,
        }),
      published: () => asOwner((tx) => versionInState(tx, 'published')),
      stateOf: (number: number) => asOwner((tx) => versionByNumber(tx, number)),
      publishNow: async (name: string) => {
        const edit = { part: 'identity', value: identity(name), expectedSequence: Number.POSITIVE_INFINITY } as const
        const { sequence: expectedSequence } = await asOwner((tx) => saveDraftPart(tx, edit, context))
        await asOwner((tx) => publishDraft(tx, { expectedSequence, note: '', starter }, context))
      },
    }
  }

  const due = { number: 1, publishAt: publishAt.toISOString() }

  test('publishes a scheduled version when its time has come', async () => {
    const { schedule, perform, published } = await scheduled()
    await schedule()
    await perform(due)
    expect((await published())?.document.identity?.name).toBe('Anna')
    // A second run finds nothing to do.
    await perform(due)
  })

  test('leaves a version alone whose schedule was cancelled', async () => {
    const { schedule, perform, published, asOwner, context } = await scheduled()
    await schedule()
    await asOwner((tx) => cancelScheduledPublication(tx, context))
    await perform(due)
    expect(await published()).toBeNull()
  })

  test('a newer publication cancels the schedule, so that the older version never comes back', async () => {
    const { schedule, perform, published, publishNow, stateOf } = await scheduled()
    await schedule()
    await publishNow('Berta')
    expect((await published())?.document.identity?.name).toBe('Berta')
    expect(await stateOf(1)).toMatchObject({ state: 'superseded', publishAt: null, scheduledBy: null })
    await perform(due)
    expect((await published())?.document.identity?.name).toBe('Berta')
  })

  test('keeps a publication made at the moment of a scheduled one', async () => {
    for (let round = 0; round < 5; round++) {
      const { schedule, perform, published, publishNow, stateOf } = await scheduled()
      await schedule()
      await Promise.all([perform(due), publishNow('Berta')])
      expect((await published())?.document.identity?.name).toBe('Berta')
      expect((await stateOf(1)).state).toBe('superseded')
    }
  })

  test('stores who scheduled and who published a version', async () => {
    const { schedule, perform, published, publishNow, owner } = await scheduled()
    await schedule()
    await perform(due)
    expect(await published()).toMatchObject({ scheduledBy: owner.userId, publishedBy: null })
    await publishNow('Berta')
    expect(await published()).toMatchObject({ scheduledBy: null, publishedBy: owner.userId })
  })

  test('a version that cannot be published any more is a draft again, and the owner gets a mail', async () => {
    const { schedule, perform, published, asOwner, starter, owner, site } = await scheduled()
    await schedule()
    // A newer starter whose colours cannot be read.
    starter.theme = structuredClone(starter.theme)
    starter.theme.light.colours.primary[600] = '#ffeeee'
    await perform(due)
    expect(await published()).toBeNull()
    expect((await asOwner((tx) => versionInState(tx, 'draft')))?.document.identity?.name).toBe('Anna')
    const mails = await accounts.mailsOf(site)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [owner.email, 'Example: your website was not published'],
    ])
  })

  test('a version that cannot be read any more is a draft again, and every administrator gets the reason', async () => {
    const { schedule, perform, published, asOwner, owner, site } = await scheduled()
    const second = await accounts.newUser(site, { administers: true })
    await schedule()
    const document = { identity: { name: 'Anna' } } as never
    await asOwner((tx) => tx.update(siteVersions).set({ document }))
    await perform(due)
    expect(await published()).toBeNull()
    expect(await asOwner((tx) => versionInState(tx, 'draft'))).toMatchObject({ number: 1, publishAt: null })
    const mails = await accounts.mailsOf(site)
    expect(mails.map(({ to }) => to).toSorted()).toEqual([owner.email, second.email].toSorted())
    for (const { text } of mails)
      expect(text).toContain('Version 1 of the website cannot be read: identity.tagline: This must be text.')
  })

  test('enqueues a due publication again whose job was lost, and no other', async () => {
    const { schedule, asOwner, site } = await scheduled()
    await schedule()
    const dropJobs = () =>
      inSite(database, { websiteId: site.websiteId, role: 'worker' }, (tx) =>
        asRole(tx, 'none', () =>
          tx.execute(sql`delete from pgboss.job where data ->> 'websiteId' = ${site.websiteId}`),
        ),
      )
    const waiting = async () => (await asOwner(countJobs)).waiting
    const request = (now: Date) =>
      inSite(database, { websiteId: site.websiteId, role: 'worker' }, (tx) => requestDuePublication(tx, now))
    expect(await waiting()).toBe(1)
    await dropJobs()
    await request(publishAt)
    expect(await waiting()).toBe(0)
    await request(new Date(+publishAt + 5 * 60_000))
    expect(await waiting()).toBe(1)
  })
})
