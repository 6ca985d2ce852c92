import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/actor.ts'
import { fixedPartNames } from '#domain/site-editor/document.ts'
import { draftPreviewId, previewHeader } from '#domain/site-editor/preview.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { siteVersions } from '#server/site-editor/versions-table.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { openAccounts } from '#tests/fixtures/accounts.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { openPublishQueue } from '#tests/fixtures/publish-queue.ts'

const identity = (name: string) => ({ name, tagline: 'Songs', description: 'A singer.' })

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  await openAccounts(database)
  await openPublishQueue(database)

  async function newTestSite() {
    const site = await createTestSite(database)
    const actor: Actor = { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'session' }
    const cache = createSiteCache()
    const [owner, visitor] = [actor, { kind: 'visitor' } as const].map((who) =>
      createTestApi(database, site, who, {}, { cache }),
    )
    const ask = async (path: string, init?: RequestInit) => {
      const answer = await owner!.request(`/api/admin/site${path}`, init)
      return { status: answer.status, body: await answer.json() }
    }
    const post = (path: string, body: object = {}) => ask(path, jsonRequest(body))
    const sequence = async (): Promise<number> => (await ask('/draft')).body.sequence
    return {
      sequence,
      owner: owner!,
      visitor: visitor!,
      site,
      ask,
      post,
      save: (part: string, value: unknown, sequence: number) =>
        ask(`/draft/parts/${part}`, jsonRequest({ value, sequence }, { method: 'PUT' })),
      publish: (sequence: number, note = '') => post('/draft/publish', { sequence, note }),
      /** The name that visitors see. */
      nameShown: async () => (await (await visitor!.request('/api/site')).json()).name,
      versions: async () =>
        (await ask('/versions')).body.versions as { number: number; state: string; changedParts: string[] }[],
      rows: () => site.as('administrator', (tx) => tx.select().from(siteVersions).orderBy(siteVersions.number)),
    }
  }

  test('visitors see an edit once it is published', async () => {
    const { save, publish, nameShown, versions } = await newTestSite()
    expect(await nameShown()).toBe('Example')
    const { status, body: draft } = await save('identity', identity('Anna'), 0)
    expect(status).toBe(200)
    expect(draft.changes.map(({ path, after }: { path: string[]; after: string }) => [path, after])).toEqual([
      [['name'], 'Anna'],
      [['tagline'], 'Songs'],
      [['description'], 'A singer.'],
    ])
    expect(await nameShown()).toBe('Example')
    const published = await publish(draft.draft.sequence, 'A name of her own')
    expect([published.status, published.body.draft, published.body.changes]).toEqual([200, null, []])
    expect(await nameShown()).toBe('Anna')
    expect(await versions()).toMatchObject([
      { number: 1, state: 'published', note: 'A name of her own', changedParts: ['identity'] },
    ])
  })

  test('removes a part from the document when it equals the starter again', async () => {
    const { save, rows } = await newTestSite()
    const { body } = await save('identity', identity('Anna'), 0)
    const reset = await save('identity', null, body.draft.sequence)
    expect([reset.body.changes, reset.body.ownParts, reset.body.document.identity.name]).toEqual([[], [], 'Example'])
    expect((await rows())[0]!.document).toEqual({})
  })

  test('restoring keeps the current draft as a version of its own', async () => {
    const { save, publish, post, versions, nameShown, sequence } = await newTestSite()
    await publish((await save('identity', identity('First'), 0)).body.draft.sequence)
    await publish((await save('identity', identity('Second'), await sequence())).body.draft.sequence)
    await save('identity', identity('Third'), await sequence())
    const { body: restored } = await post('/versions/1/restore')
    expect([restored.draft.number, restored.document.identity.name]).toEqual([4, 'First'])
    expect((await versions()).map(({ number, state }) => [number, state])).toEqual([
      [4, 'draft'],
      [3, 'superseded'],
      [2, 'published'],
      [1, 'superseded'],
    ])
    expect((await post('/versions/3/restore')).body.document.identity.name).toBe('Third')
    expect(await nameShown()).toBe('Second')
  })

  test('refuses to save a part that another administrator has saved meanwhile, and accepts other parts', async () => {
    const { save, publish } = await newTestSite()
    const { body } = await save('identity', identity('Anna'), 0)
    expect((await save('copyright', { content: 'Anna', developer: null }, 0)).status).toBe(200)
    const late = await save('identity', identity('Bert'), 0)
    expect([late.status, late.body.reason]).toEqual([409, 'conflict'])
    expect((await publish(body.draft.sequence)).body.reason).toBe('conflict')
  })

  test.each([
    ['HTML', 'identity', identity('<b>Anna</b>'), 'name'],
    ['a script', 'identity', { ...identity('Anna'), description: 'x <script>alert(1)</script>' }, 'description'],
    ['a control character', 'identity', identity('An\u0007na'), 'name'],
    ['a bidi control', 'identity', identity('An\u202ena'), 'name'],
    ['a title of 10,000 characters', 'identity', identity('A'.repeat(10_000)), 'name'],
    ['an empty name', 'identity', identity('  '), 'name'],
    [
      'a link to a script',
      'text-history',
      { title: 'H', description: 'D', markdown: '[x](javascript:alert(1))' },
      'markdown',
    ],
    [
      'a navigation target that is no address',
      'navigation',
      { main: [{ target: 'javascript:alert(1)', label: 'x' }], footer: null },
      'main.0.target',
    ],
    [
      'a navigation target that does not exist',
      'navigation',
      { main: [{ target: '/no-such-page', label: 'x' }], footer: null },
      'main.0.target',
    ],
  ])('refuses %s in a sentence beside the field', async (_, part, value, field) => {
    const { save, rows } = await newTestSite()
    const { status, body } = await save(part, value, 0)
    expect([status, body.reason, Object.keys(body.fields)]).toEqual([422, 'invalid', [field]])
    expect(body.fields[field]).toMatch(/^This must .*\.$/)
    expect(await rows()).toEqual([])
  })

  test('refuses a document over 512 KB, counted in bytes, and keeps the draft', async () => {
    const { save, sequence, rows } = await newTestSite()
    const page = { title: 'Page', description: 'A page.', markdown: 'ä'.repeat(95_000) }
    const longer = { ...page, markdown: 'ä'.repeat(100_000) }
    for (const part of ['text-history', 'text-privacy'])
      expect((await save(part, page, await sequence())).status).toBe(200)
    const { status, body } = await save('text-terms', longer, await sequence())
    expect([status, body.reason]).toEqual([413, 'site-too-long'])
    expect(body.error).toContain('The longest part is “Terms”.')
    expect(Object.keys((await rows())[0]!.document)).toEqual(['text-history', 'text-privacy'])
  })

  test('does not publish colours on which text cannot be read', async () => {
    const { save, publish, ask, nameShown } = await newTestSite()
    const { theme } = (await ask('/draft')).body.document
    theme.light.colours.primary[600] = '#ffeeee'
    const { body } = await save('theme', theme, 0)
    expect(body.problems).toEqual([
      { part: 'theme', text: expect.stringMatching(/^Light theme: white on primary 600/) },
    ])
    const refused = await publish(body.draft.sequence)
    expect([refused.status, refused.body.reason]).toEqual([422, 'site-not-publishable'])
    expect(await nameShown()).toBe('Example')
    const short = await save(
      'theme',
      { ...theme, light: { ...theme.light, colours: { ...theme.light.colours, accent: { 50: '#fff' } } } },
      body.draft.sequence,
    )
    expect(short.status).toBe(422)
  })

  test('does not publish a scheduled version before its time, and its schedule can be cancelled', async () => {
    const { save, post, versions, nameShown } = await newTestSite()
    const { body } = await save('identity', identity('Anna'), 0)
    const { sequence } = body.draft
    expect((await post('/draft/schedule', { sequence, note: '', publishAt: now })).body.reason).toBe(
      'schedule-in-the-past',
    )
    const publishAt = new Date(+now + 3_600_000)
    const scheduled = await post('/draft/schedule', { sequence, note: '', publishAt })
    expect([scheduled.status, scheduled.body.scheduled]).toEqual([
      200,
      { number: 1, publishAt: publishAt.toISOString() },
    ])
    expect(await nameShown()).toBe('Example')
    expect((await post('/scheduled/cancel')).body.draft.number).toBe(1)
    expect((await versions()).map(({ state }) => state)).toEqual(['draft'])
  })

  test('deletes a superseded version and refuses to delete the published one', async () => {
    const { save, publish, ask, sequence } = await newTestSite()
    await publish((await save('identity', identity('First'), 0)).body.draft.sequence)
    await publish((await save('identity', identity('Second'), await sequence())).body.draft.sequence)
    const remove = (number: number) =>
      ask(`/versions/${number}`, { method: 'DELETE', headers: { origin: 'http://localhost' } })
    expect((await remove(2)).body.reason).toBe('version-in-use')
    expect((await remove(1)).status).toBe(200)
    expect((await remove(1)).status).toBe(404)
  })

  test('a draft is readable neither by visitors nor by another site', async () => {
    const [one, other] = [await newTestSite(), await newTestSite()]
    await one.save('identity', identity('Secret'), 0)
    const rowsAs = (role: 'visitor' | 'administrator', { websiteId, userId } = one.site) =>
      inSite(database, { websiteId, role, userId }, (tx) => tx.select().from(siteVersions))
    expect(await rowsAs('visitor')).toEqual([])
    expect(await rowsAs('administrator', other.site)).toEqual([])
    expect(await rowsAs('administrator')).toHaveLength(1)
  })

  test('only an administrator with a session sees the preview, and no answer of it is cached', async () => {
    const { site, owner, visitor, post, save, ask, nameShown } = await newTestSite()
    await save('identity', identity('Secret'), 0)
    const siteAs = async (who: typeof owner, path = '/api/site') => {
      const answer = await who.request(path, { headers: { [previewHeader]: draftPreviewId } })
      return { status: answer.status, headers: answer.headers, ...(await answer.json()) }
    }
    const preview = await siteAs(owner)
    expect([preview.name, preview.isPreview, preview.headers.get('cache-control')]).toEqual([
      'Secret',
      true,
      'no-store',
    ])
    expect((await siteAs(visitor)).status).toBe(401)
    expect(await nameShown()).toBe('Example')
    // What is derived from the site is not put into the cache of the visitors.
    await owner.request('/tour.ics', { headers: { [previewHeader]: draftPreviewId } })
    expect(await (await visitor.request('/tour.ics')).text()).not.toContain('Secret')
    const token: Actor = { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'token' }
    expect((await siteAs(createTestApi(database, site, token))).status).toBe(410)
    const signedIn: Actor = { kind: 'signed-in', userId: newId(), sessionId: newId(), authenticatedBy: 'session' }
    expect((await siteAs(createTestApi(database, site, signedIn))).status).toBe(410)
    const elsewhere = await newTestSite()
    expect((await siteAs(elsewhere.owner)).name).toBe('Example')
    await post('/draft/discard', { sequence: (await ask('/draft')).body.sequence })
    expect((await siteAs(owner)).name).toBe('Example')
  })

  test('the role preview reads the draft and what is published, of its own site, and only with a user', async () => {
    const [one, other] = [await newTestSite(), await newTestSite()]
    await one.publish((await one.save('identity', identity('First'), 0)).body.draft.sequence)
    await one.publish((await one.save('identity', identity('Second'), await one.sequence())).body.draft.sequence)
    await one.save('identity', identity('Third'), await one.sequence())
    const statesAs = (websiteId: string, userId: string) =>
      inSite(database, { websiteId, role: 'preview', userId }, (tx) =>
        tx.select({ state: siteVersions.state }).from(siteVersions).orderBy(siteVersions.number),
      )
    const { websiteId, userId } = one.site
    expect(await statesAs(websiteId, userId)).toEqual([{ state: 'published' }, { state: 'draft' }])
    expect(await statesAs(other.site.websiteId, userId)).toEqual([])
    await expect(statesAs(websiteId, '')).rejects.toThrow('needs the userId')
  })

  test('refuses an edit that is older than the publication of the same part', async () => {
    const { save, publish, sequence } = await newTestSite()
    const opened = await sequence()
    await publish((await save('identity', identity('Anna'), opened)).body.draft.sequence)
    expect((await save('identity', identity('Bert'), opened)).body.reason).toBe('conflict')
    expect((await save('copyright', { content: 'Bert', developer: null }, opened)).status).toBe(200)
    expect((await save('identity', identity('Bert'), await sequence())).status).toBe(200)
  })

  test.each([
    ['HTML', '<b>new</b>', 422],
    ['a bidi control', 'new\u202e', 422],
    ['more than 500 characters', 'A'.repeat(501), 422],
    ['two lines', 'A new name.\nAnd a new logo.', 200],
  ])('answers a note with %s with %d', async (_, note, expected) => {
    const { save, publish, sequence, post } = await newTestSite()
    await save('identity', identity('Anna'), 0)
    const { status, body } = await publish(await sequence(), note)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([expected, expected === 422 ? ['note'] : []])
    if (expected === 200) return
    const publishAt = new Date(+now + 3_600_000)
    expect((await post('/draft/schedule', { sequence: await sequence(), note, publishAt })).status).toBe(422)
  })

  test('lists versions a page at a time', async () => {
    const { save, publish, sequence, ask } = await newTestSite()
    for (const name of ['First', 'Second', 'Third'])
      await publish((await save('identity', identity(name), await sequence())).body.draft.sequence, name)
    const { versions, total } = (await ask('/versions?size=2&page=2')).body
    expect([versions.map(({ note }: { note: string }) => note), total]).toEqual([['First'], 3])
    const earlier = (await ask('/versions?state=superseded')).body
    expect([earlier.versions.length, earlier.total]).toEqual([2, 2])
  })

  test('compares any two versions, and a version with the starter', async () => {
    const { save, publish, sequence, ask } = await newTestSite()
    for (const name of ['First', 'Second', 'Third'])
      await publish((await save('identity', identity(name), await sequence())).body.draft.sequence)
    const namesIn = async (path: string) =>
      (await ask(path)).body
        .filter(({ path }: { path: string[] }) => path[0] === 'name')
        .map(({ before, after }: { before: string; after: string }) => [before, after])
    expect(await namesIn('/versions/3/changes?since=1')).toEqual([['First', 'Third']])
    expect(await namesIn('/versions/1/changes?since=3')).toEqual([['Third', 'First']])
    expect(await namesIn('/versions/2/changes')).toEqual([['Example', 'Second']])
    expect((await ask('/versions/3/changes?since=3')).body).toEqual([])
    expect((await ask('/versions/3/changes?since=99')).status).toBe(404)
    expect((await ask('/versions/3/changes?since=x')).status).toBe(422)
  })

  test('a document with all parts of the starter produces the starter site', async () => {
    const { ask, save, publish, visitor } = await newTestSite()
    const siteShown = async () => (await visitor.request('/api/site')).json()
    const before = await siteShown()
    const { starter } = (await ask('/draft')).body
    let sequence = 0
    for (const part of fixedPartNames.filter((each) => starter[each])) {
      const { status, body } = await save(part, starter[part], sequence)
      expect([part, status]).toEqual([part, 200])
      sequence = body.draft.sequence
    }
    const { body } = await publish(sequence)
    expect([body.changes, body.ownParts.length]).toEqual([[], fixedPartNames.filter((each) => starter[each]).length])
    expect(await siteShown()).toEqual(before)
  })
})
