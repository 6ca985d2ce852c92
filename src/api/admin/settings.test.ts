import { describe, expect, test } from 'vitest'
import type { EditedSettings } from '#api/admin/settings.ts'
import type { Actor } from '#domain/actor.ts'
import { Refusal } from '#domain/refusal.ts'
import { activityLogs } from '#server/activity/table.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { newId } from '#server/db/id.ts'
import { apiOf } from '#tests/api.ts'
import { engines, newSite, openTestDatabase } from '#tests/database.ts'
import { json } from '#tests/fixtures/http.ts'

const facebook = { link: 'https://facebook.example/artist', icon: 'facebook', label: 'Facebook' } as const
const youtube = { link: 'https://youtube.example/artist', icon: 'youtube', label: 'YouTube' } as const
const asFile = { contactEmail: null, social: null }

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  async function newTestSite() {
    const site = await newSite(database)
    const actor: Actor = { kind: 'administrator', userId: newId(), sessionId: newId(), shownBy: 'session' }
    const cache = createSiteCache()
    const needs = { cache, site: { contact: { email: 'file@site.example' }, social: [facebook] } }
    const [owner, visitor] = [actor, { kind: 'visitor' } as const].map((who) => apiOf(database, site, who, {}, needs))
    const save = (draft: object, headers = owner!.confirmed()) =>
      owner!.request('/api/admin/settings', json(draft, { method: 'PUT', headers }))
    return {
      site,
      cache,
      save,
      read: async (): Promise<EditedSettings> => (await owner!.request('/api/admin/settings')).json(),
      /** What a visitor's page knows of it. */
      seen: async () => ({
        social: (await (await visitor!.request('/api/site')).json()).social,
        email: (await (await visitor!.request('/api/contact')).json()).email,
      }),
      log: () => site.as('administrator', (tx) => tx.select().from(activityLogs).orderBy(activityLogs.id)),
    }
  }

  test('what the owner sets, visitors see at once, and also that it is as in the file again', async () => {
    const { read, save, seen } = await newTestSite()
    const inFile = { social: [facebook], email: 'file@site.example' }
    expect(await seen()).toEqual(inFile)
    expect(await read()).toEqual({
      ...asFile,
      sequence: 0,
      file: { contactEmail: 'file@site.example', social: [facebook] },
    })
    const saved = await save({ contactEmail: 'new@site.example', social: [youtube], sequence: 0 })
    expect(await saved.json()).toMatchObject({ contactEmail: 'new@site.example', social: [youtube], sequence: 1 })
    expect(await seen()).toEqual({ social: [youtube], email: 'new@site.example' })
    await save({ contactEmail: null, social: [], sequence: 1 })
    expect(await seen()).toEqual({ social: [], email: 'file@site.example' })
    await save({ ...asFile, sequence: 2 })
    expect(await seen()).toEqual(inFile)
  })

  test('where messages go changes only for somebody who has confirmed who they are', async () => {
    const { read, save, log } = await newTestSite()
    const refused = await save({ contactEmail: 'thief@example.com', social: [], sequence: 0 }, {})
    expect([refused.status, (await refused.json()).reason]).toEqual([403, 'confirmation-required'])
    expect([(await read()).sequence, await log()]).toEqual([0, []])
    // The links are words on a page, like the rest of it.
    expect((await save({ ...asFile, social: [], sequence: 0 }, {})).status).toBe(200)
    expect((await save({ contactEmail: 'new@site.example', social: [], sequence: 1 })).status).toBe(200)
    expect((await save({ contactEmail: 'new@site.example', social: [youtube], sequence: 2 }, {})).status).toBe(200)
    expect((await save({ contactEmail: null, social: [youtube], sequence: 3 }, {})).status).toBe(403)
  })

  test('what else visitors see is not read anew for it', async () => {
    const { site, cache, save, seen } = await newTestSite()
    await seen()
    let reads = 0
    const others = () => cache.read(site.websiteId, 'tour announced', async () => ++reads)
    await others()
    await save({ contactEmail: 'new@site.example', social: null, sequence: 0 })
    await others()
    expect(reads).toBe(1)
    expect((await seen()).email).toBe('new@site.example')
  })

  test('who has not seen the newest version cannot overwrite it', async () => {
    const { read, save } = await newTestSite()
    const drafts = ['a', 'b', 'c'].map((name) => ({ ...asFile, contactEmail: `${name}@site.example`, sequence: 0 }))
    const answers = await Promise.all(drafts.map((draft) => save(draft)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await read()).sequence).toBe(1)
  })

  test('a change is written down, with what was before; a save that changes nothing is none', async () => {
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

  test('bad input is named, and nothing is changed', async () => {
    const { save, read } = await newTestSite()
    const bad = { contactEmail: 'x@', social: [{ ...facebook, link: 'javascript:alert(1)' }], sequence: 0 }
    const refused = await save(bad)
    expect(refused.status).toBe(422)
    expect(Object.keys((await refused.json()).fields).sort()).toEqual(['contactEmail', 'social.0.link'])
    expect((await save(asFile)).status).toBe(422)
    expect(await read()).toMatchObject(asFile)
  })

  test('one website’s settings are not another’s', async () => {
    const [mine, theirs] = [await newTestSite(), await newTestSite()]
    await mine.save({ contactEmail: 'new@site.example', social: [], sequence: 0 })
    expect((await theirs.seen()).email).toBe('file@site.example')
    expect((await theirs.read()).sequence).toBe(0)
  })
})

test('while the database is away, the frame is as the file has it', async () => {
  const database = await openTestDatabase('pglite')
  const site = await newSite(database)
  const away = { ...createSiteCache(), read: () => Promise.reject(new Refusal('unavailable')) }
  const api = apiOf(database, site, { kind: 'visitor' }, {}, { cache: away, site: { social: [facebook] } })
  expect((await (await api.request('/api/site')).json()).social).toEqual([facebook])
  expect((await api.request('/api/contact')).status).toBe(503)
})
