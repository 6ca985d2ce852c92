import { afterAll, describe, expect, test } from 'vitest'
import type { SiteDocument } from '#domain/site-editor/document.ts'
import type { Site } from '#domain/sites/site.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import { startJobs } from '#server/jobs/start.ts'
import { publishJob } from '#server/site-editor/publish-job.ts'
import { savePart, scheduleDraft, unschedule, versionIn } from '#server/site-editor/versions.ts'
import { engines, newSite, openTestDatabase } from '#tests/database.ts'
import { noon, openAccounts } from '#tests/fixtures/accounts.ts'
import { minimalSite, siteFrom } from '#tests/fixtures/domain/sites.ts'

const identity = (name: string) => ({ name, tagline: 'Songs', description: 'A singer.' })
const publishAt = new Date(+noon + 60_000)

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const accounts = await openAccounts(database)
  const idle = publishJob({ starterOf: () => null, clock: () => noon, invalidate: () => {} })
  const jobs = await startJobs(database, { jobs: [idle], work: false, report: console.error })
  afterAll(() => jobs.stop())

  async function scheduled(document: Partial<SiteDocument> = { identity: identity('Anna') }) {
    const site = await newSite(database)
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
        savePart(tx, { part: part as 'identity', value: value as never, expectedSequence: sequence }, context),
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
      published: () => asOwner((tx) => versionIn(tx, 'published')),
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
    await asOwner((tx) => unschedule(tx, context))
    await perform(due)
    expect(await published()).toBeNull()
  })

  test('a version that cannot be published any more is a draft again, and the owner gets a mail', async () => {
    const { schedule, perform, published, asOwner, starter, owner, site } = await scheduled()
    await schedule()
    // A newer starter whose colours cannot be read.
    starter.theme = structuredClone(starter.theme)
    starter.theme.light.colours.primary[600] = '#ffeeee'
    await perform(due)
    expect(await published()).toBeNull()
    expect((await asOwner((tx) => versionIn(tx, 'draft')))?.document.identity?.name).toBe('Anna')
    const mails = await accounts.mailsOf(site)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [owner.email, 'Example: your website was not published'],
    ])
  })
})
