import { describe, expect, test } from 'vitest'
import type { AdminSettings } from '#api/admin/settings.ts'
import type { Actor } from '#domain/actor.ts'
import { Refusal } from '#domain/refusal.ts'
import { activityLogs } from '#server/activity/table.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { newId } from '#server/db/id.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, defaultEngine, engines, openTestDatabase } from '#tests/database.ts'
import { openAccounts } from '#tests/fixtures/accounts.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'

const facebook = { link: 'https://facebook.example/artist', icon: 'facebook', label: 'Facebook' } as const
const youtube = { link: 'https://youtube.example/artist', icon: 'youtube', label: 'YouTube' } as const
const asFile = { contactEmail: null, social: null }

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const accounts = await openAccounts(database)

  async function newTestSite() {
    const site = await createTestSite(database)
    const actor: Actor = { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'session' }
    const cache = createSiteCache()
    const context = { cache, site: { contact: { email: 'file@site.example' }, social: [facebook] } }
    const [owner, visitor] = [actor, { kind: 'visitor' } as const].map((who) =>
      createTestApi(database, site, who, {}, context),
    )
    const save = (draft: object, headers = owner!.confirmed()) =>
      owner!.request('/api/admin/settings', jsonRequest(draft, { method: 'PUT', headers }))
    return {
      site,
      cache,
      save,
      read: async (): Promise<AdminSettings> => (await owner!.request('/api/admin/settings')).json(),
      /** The values that visitors get. */
      asVisitor: async () => ({
        social: (await (await visitor!.request('/api/site')).json()).social,
        email: (await (await visitor!.request('/api/contact')).json()).email,
      }),
      log: () => site.as('administrator', (tx) => tx.select().from(activityLogs).orderBy(activityLogs.id)),
    }
  }

  test('shows visitors changed and reset settings at once', async () => {
    const { read, save, asVisitor } = await newTestSite()
    const inFile = { social: [facebook], email: 'file@site.example' }
    expect(await asVisitor()).toEqual(inFile)
    expect(await read()).toMatchObject({
      ...asFile,
      sequence: 0,
      starter: { contactEmail: 'file@site.example', social: [facebook] },
    })
    const saved = await save({ contactEmail: 'new@site.example', social: [youtube], sequence: 0 })
    expect(await saved.json()).toMatchObject({ contactEmail: 'new@site.example', social: [youtube], sequence: 1 })
    expect(await asVisitor()).toEqual({ social: [youtube], email: 'new@site.example' })
    await save({ contactEmail: null, social: [], sequence: 1 })
    expect(await asVisitor()).toEqual({ social: [], email: 'file@site.example' })
    await save({ ...asFile, sequence: 2 })
    expect(await asVisitor()).toEqual(inFile)
  })

  test('refuses to change or remove the contact address without a fresh confirmation', async () => {
    const { read, save, log } = await newTestSite()
    const refused = await save({ contactEmail: 'thief@example.com', social: [], sequence: 0 }, {})
    expect([refused.status, (await refused.json()).reason]).toEqual([403, 'confirmation-required'])
    expect([(await read()).sequence, await log()]).toEqual([0, []])
    // Links need no confirmation.
    expect((await save({ ...asFile, social: [], sequence: 0 }, {})).status).toBe(200)
    expect((await save({ contactEmail: 'new@site.example', social: [], sequence: 1 })).status).toBe(200)
    expect((await save({ contactEmail: 'new@site.example', social: [youtube], sequence: 2 }, {})).status).toBe(200)
    expect((await save({ contactEmail: null, social: [youtube], sequence: 3 }, {})).status).toBe(403)
  })

  test('a change of settings does not invalidate other cached answers', async () => {
    const { site, cache, save, asVisitor } = await newTestSite()
    await asVisitor()
    let reads = 0
    const others = () => cache.read(site.websiteId, 'tour', 'announced', async () => ++reads)
    await others()
    await save({ contactEmail: 'new@site.example', social: null, sequence: 0 })
    await others()
    expect(reads).toBe(1)
    expect((await asVisitor()).email).toBe('new@site.example')
  })

  test('rejects a change of an older version of the settings', async () => {
    const { read, save } = await newTestSite()
    const drafts = ['a', 'b', 'c'].map((name) => ({ ...asFile, contactEmail: `${name}@site.example`, sequence: 0 }))
    const answers = await Promise.all(drafts.map((draft) => save(draft)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await read()).sequence).toBe(1)
  })

  test('logs a change with the previous value, and logs nothing when nothing changed', async () => {
    const { save, log, read } = await newTestSite()
    await save({ contactEmail: 'new@site.example', social: null, sequence: 0 })
    expect((await save({ contactEmail: 'new@site.example', social: null, sequence: 1 })).status).toBe(200)
    expect((await read()).sequence).toBe(1)
    expect(await log()).toMatchObject([
      {
        resourceType: 'settings',
        action: 'updated',
        details: { changes: { contactEmail: { before: null, after: 'new@site.example' } } },
      },
    ])
  })

  test('mails every administrator and the old address about a new contact address', async () => {
    const { site, save, log } = await newTestSite()
    const people = [
      await accounts.newUser(site, { administers: true }),
      await accounts.newUser(site, { administers: true }),
    ]
    const before = await log()
    await save({ contactEmail: null, social: [youtube], sequence: 0 })
    expect(await accounts.mailsOf(site)).toEqual([])
    await save({ contactEmail: 'thief@example.com', social: [youtube], sequence: 1 })
    const mails = await accounts.mailsOf(site)
    expect(mails.map(({ to }) => to).toSorted()).toEqual(
      [...people.map(({ email }) => email), 'file@site.example'].toSorted(),
    )
    for (const { subject, text } of mails) {
      expect(subject).toMatch(/^The contact address of .* was changed$/)
      expect(text).toContain('Before: file@site.example. Now: thief@example.com.')
    }
    expect((await log()).slice(before.length)).toMatchObject([
      { resourceType: 'settings', resourceName: 'Social links' },
      { resourceType: 'settings', resourceName: 'Contact address', details: { device: expect.any(String) } },
    ])
  })

  test('names invalid fields and changes nothing', async () => {
    const { save, read } = await newTestSite()
    const bad = { contactEmail: 'x@', social: [{ ...facebook, link: 'javascript:alert(1)' }], sequence: 0 }
    const refused = await save(bad)
    expect(refused.status).toBe(422)
    expect(Object.keys((await refused.json()).fields).sort()).toEqual(['contactEmail', 'social.0.link'])
    expect((await save(asFile)).status).toBe(422)
    expect(await read()).toMatchObject(asFile)
  })

  test('keeps the settings of websites apart', async () => {
    const [mine, theirs] = [await newTestSite(), await newTestSite()]
    await mine.save({ contactEmail: 'new@site.example', social: [], sequence: 0 })
    expect((await theirs.asVisitor()).email).toBe('file@site.example')
    expect((await theirs.read()).sequence).toBe(0)
  })
})

test('uses the values of the site file while the database is unavailable', async () => {
  const database = await openTestDatabase(defaultEngine)
  const site = await createTestSite(database)
  const away = { ...createSiteCache(), read: () => Promise.reject(new Refusal('unavailable')) }
  const api = createTestApi(
    database,
    site,
    { kind: 'visitor' },
    {},
    { cache: away, site: { social: [facebook], contact: { email: 'file@site.example' } } },
  )
  expect((await (await api.request('/api/site')).json()).social).toEqual([facebook])
  expect((await (await api.request('/api/contact')).json()).email).toBe('file@site.example')
})
