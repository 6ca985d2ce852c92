import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/actor.ts'
import { demoKinds } from '#domain/demo/demo.ts'
import type { SiteDocument } from '#domain/site-editor/document.ts'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { ShowDraft } from '#domain/tour/draft.ts'
import { activityLogs } from '#server/activity/table.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import { newId } from '#server/db/id.ts'
import { removeDemoFilesJob } from '#server/demo/remove-files-job.ts'
import { pictures } from '#server/images/table.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { saveDraftPart } from '#server/site-editor/draft.ts'
import { publishDraft } from '#server/site-editor/publishing.ts'
import { siteVersions } from '#server/site-editor/versions-table.ts'
import { readSettings } from '#server/sites/settings.ts'
import { createShow } from '#server/tour/commands.ts'
import { performances } from '#server/tour/table.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase, type TestSite } from '#tests/database.ts'
import { demoShow, fillDemo } from '#tests/fixtures/demo.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'
import { testFiles } from '#tests/fixtures/files.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { putOrder } from '#tests/fixtures/orders.ts'
import { ownAnswers } from '#tests/fixtures/own-site.ts'

const sealing = { sealer: createSealer({ current: Buffer.alloc(32, 1) }), keys: createDerivedKeys('ab'.repeat(32)) }

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  function ownerOf(site: TestSite, deps: Parameters<typeof createTestApi>[4] = {}) {
    const actor: Actor = {
      kind: 'administrator',
      userId: site.userId,
      sessionId: newId(),
      authenticatedBy: 'session',
    }
    const owner = createTestApi(database, site, actor, {}, deps)
    return {
      owner,
      read: async (path: string) => (await owner.request(path)).json(),
      makeOwn: (answers: object = {}, headers = owner.confirmed()) =>
        owner.request(
          '/api/admin/set-up/own',
          jsonRequest({ ...ownAnswers, keepEdited: true, withoutBackup: false, ...answers }, { headers }),
        ),
    }
  }

  async function filledSite(options = {}) {
    const site = await createTestSite(database)
    await fillDemo(site, options)
    return { site, ...ownerOf(site) }
  }

  /** The job that deletes the stored files has a queue. */
  async function withQueue(work: () => Promise<void>) {
    const jobs = await startJobs(database, {
      jobs: [removeDemoFilesJob(testFiles())],
      work: false,
      report: (error) => console.error(error),
    })
    await work().finally(() => jobs.stop())
  }

  const storedOf = (site: TestSite) =>
    site.as('administrator', async (tx) => ({
      versions: (await tx.select().from(siteVersions)).toSorted((a, b) => a.number - b.number),
      settings: await readSettings(tx),
      shows: (await tx.select().from(performances)).length,
      log: (await tx.select().from(activityLogs)).map(({ resourceType, action }) => `${resourceType} ${action}`),
    }))

  test('replaces the demo artist by the owner in settings, texts and look, and removes the demo content', async () => {
    const [{ site, read, makeOwn }, other] = [await filledSite(), await filledSite({ hasOrders: false })]
    const [picture] = await site.as('administrator', (tx) =>
      tx
        .insert(pictures)
        .values({ name: 'me', hash: 'e'.repeat(16), width: 2000, height: 1500, bytes: 9 })
        .returning(),
    )
    const portrait = `/images/${'e'.repeat(16)}/me-1280.jpeg`
    const others = await storedOf(other.site)
    await withQueue(async () => {
      const made = await makeOwn({ portrait })
      expect([made.status, await made.json()]).toEqual([200, { state: 'mine', isOwn: true }])
    })
    const { versions, settings, log } = await storedOf(site)
    expect(versions.map(({ state, publishedBy }) => [state, publishedBy])).toEqual([['published', site.userId]])
    expect(versions[0]!.document).toMatchObject({
      identity: { name: 'Ada Lund' },
      branding: { logo: null, signature: null, icon: null },
      style: { fonts: 'ballad' },
    })
    expect(settings).toMatchObject({
      contactEmail: 'ada@adalund.example',
      region: { currency: 'SEK' },
      features: { shop: { enabled: true }, gallery: true },
      mailingList: { enabled: true, listName: 'ada', productionDomain: 'adalund.example' },
      vat: { rates: { SE: { standard: 2_500 } } },
      delivery: [
        { id: 'home', countries: ['SE'] },
        { id: 'abroad', countries: 'rest' },
      ],
    })
    const { demo } = await read('/api/admin/set-up/demo')
    expect(demoKinds.filter((kind) => demo[kind] > 0)).toEqual([])
    expect(log).toEqual(
      expect.arrayContaining(['settings updated', 'site_version published', 'demo removed', 'demo replaced']),
    )
    const frame = await read('/api/site')
    expect([frame.name, frame.logo, frame.currency]).toEqual(['Ada Lund', null, 'SEK'])
    const [described] = await site.as('administrator', (tx) =>
      tx.select().from(pictures).where(eq(pictures.id, picture!.id)),
    )
    expect(described!.alt).toBe('Ada Lund')
    expect(await storedOf(other.site)).toEqual(others)
    expect(await other.read('/api/admin/set-up')).toEqual({ state: null, isOwn: false })
  })

  test('replaces the demo site once: of two concurrent requests the second is refused', async () => {
    const { site, owner, read, makeOwn } = await filledSite({ hasOrders: false })
    await withQueue(async () => {
      const answers = await Promise.all([makeOwn({ name: 'Ada' }), makeOwn({ name: 'Berta' })])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const before = await storedOf(site)
      const refused = await makeOwn({ name: 'Clara' })
      expect([refused.status, (await refused.json()).reason]).toEqual([409, 'already-own'])
      expect(await storedOf(site)).toEqual(before)
    })
    const choose = (state: string) => owner.request('/api/admin/set-up', jsonRequest({ state }, { method: 'PUT' }))
    expect(await (await choose('dismissed')).json()).toEqual({ state: 'dismissed', isOwn: true })
    expect((await makeOwn()).status).toBe(409)
    expect(await (await choose('exploring')).json()).toEqual({ state: 'mine', isOwn: true })
    expect(await read('/api/admin/set-up')).toEqual({ state: 'mine', isOwn: true })
  })

  test('replacing the demo site changes nothing when a step or the backup fails', async () => {
    const { site, read, makeOwn } = await filledSite()
    const before = await storedOf(site)
    // The job for the files is the last step but two; without its queue it cannot be enqueued.
    expect((await makeOwn()).status).toBe(500)
    const failing = ownerOf(site, { backUp: () => Promise.reject(new Error('the disk is full')) })
    await withQueue(async () => expect((await failing.makeOwn()).status).toBe(503))
    expect(await storedOf(site)).toEqual(before)
    expect(await read('/api/admin/set-up')).toEqual({ state: null, isOwn: false })
  })

  test('replacing the demo site keeps the owner’s pages and shows, and stores the draft as a version', async () => {
    const { site, makeOwn } = await filledSite({ hasOrders: false })
    const starter = siteWithDefaults(minimalSite())
    const context = { userId: site.userId, now: new Date('2026-04-01T12:00:00Z') }
    const page = (title: string, address: string) => ({
      title,
      address,
      description: `${title}.`,
      image: null,
      visibility: 'published' as const,
      sections: [],
    })
    await site.as('administrator', async (tx) => {
      const save = (part: 'own-a' | 'own-b', value: ReturnType<typeof page>) =>
        saveDraftPart(tx, { part, value, expectedSequence: 100 }, context)
      const { sequence } = await save('own-a', page('House concerts', '/house-concerts'))
      await publishDraft(tx, { note: '', starter, expectedSequence: sequence }, context)
      await save('own-a', page('Concerts at home', '/house-concerts'))
      await save('own-b', page('Lessons', '/lessons'))
      await createShow(tx, ShowDraft.parse({ ...demoShow, city: 'Hamburg' }), context)
    })
    await withQueue(async () => expect((await makeOwn()).status).toBe(200))
    const { versions, shows } = await storedOf(site)
    const published = versions.find(({ state }) => state === 'published')!.document as SiteDocument
    expect([published['own-a']?.title, published['own-b']?.visibility]).toEqual(['House concerts', 'hidden'])
    expect(versions.map(({ state }) => state)).toEqual(['superseded', 'superseded', 'published'])
    expect(shows).toBe(1)
  })

  test('refuses a locked currency, a missing picture and invalid answers', async () => {
    const { site, makeOwn } = await filledSite({ hasOrders: false })
    await putOrder(site, sealing)
    await withQueue(async () => {
      const refused = async (answers: object) => {
        const answer = await makeOwn(answers)
        return [answer.status, Object.keys((await answer.json()).fields)]
      }
      expect(await refused({})).toEqual([422, ['region']])
      const region = { ...ownAnswers.region, currency: 'GBP' }
      expect(await refused({ region, logo: `/images/${'0'.repeat(16)}/logo.png` })).toEqual([422, ['logo']])
      expect(await refused({ region, email: 'nobody' })).toEqual([422, ['email']])
      expect(await refused({ region, name: ' ' })).toEqual([422, ['name']])
      expect((await makeOwn({ region })).status).toBe(200)
    })
  })

  test('replacing the demo site requires a confirmation', async () => {
    const refused = await ownerOf(await createTestSite(database)).makeOwn({}, {})
    expect([refused.status, (await refused.json()).reason]).toEqual([403, 'confirmation-required'])
  })
})
