import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/actor.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { newId } from '#server/db/id.ts'
import { siteVersions } from '#server/site-editor/versions-table.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { openAccounts } from '#tests/fixtures/accounts.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { silentLog } from '#tests/fixtures/log.ts'
import { openPublishQueue } from '#tests/fixtures/publish-queue.ts'

const identity = (name: string) => ({ name, tagline: 'Songs', description: 'A singer.' })
const problem = /^Version \d of the website cannot be read: a newer version of the program has written it\.$/

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  await openAccounts(database)
  await openPublishQueue(database)

  async function newTestSite() {
    const site = await createTestSite(database)
    const actor: Actor = { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'session' }
    const cache = createSiteCache()
    const logged: string[] = []
    const log = { ...silentLog, error: (_: object, words: string) => logged.push(words) }
    /** The same site in a process that has just started. */
    const visitorOf = (processCache = createSiteCache()) =>
      createTestApi(database, site, { kind: 'visitor' }, {}, { cache: processCache, log })
    const owner = createTestApi(database, site, actor, {}, { cache, log })
    const visitor = visitorOf(cache)
    const ask = async (path: string, init?: RequestInit) => {
      const answer = await owner.request(`/api/admin${path}`, init)
      return { status: answer.status, body: await answer.json() }
    }
    const save = async (name: string) => {
      const { body } = await ask('/site/draft')
      return ask(
        '/site/draft/parts/identity',
        jsonRequest({ value: identity(name), sequence: body.sequence }, { method: 'PUT' }),
      )
    }
    return {
      ask,
      save,
      logged,
      visitorOf,
      visitor,
      post: (path: string, body: object = {}) => ask(`/site${path}`, jsonRequest(body)),
      publish: async (name: string) => {
        const { body } = await save(name)
        return ask('/site/draft/publish', jsonRequest({ sequence: body.draft.sequence, note: '' }))
      },
      /** As a newer version of the program leaves the database. */
      makeUnreadable: async (state: 'draft' | 'published') => {
        await site.as('administrator', (tx) =>
          tx.update(siteVersions).set({ schemaVersion: 99 }).where(eq(siteVersions.state, state)),
        )
        cache.invalidate(site.websiteId, 'site')
      },
      refreshCache: () => cache.invalidate(site.websiteId, 'site'),
      nameShown: async (api = visitor) => (await (await api.request('/api/site')).json()).name,
    }
  }

  test('serves the last readable site when the published version cannot be read, and logs it once', async () => {
    const { publish, makeUnreadable, nameShown, logged, refreshCache, ask, visitorOf } = await newTestSite()
    await publish('Anna')
    expect(await nameShown()).toBe('Anna')
    await makeUnreadable('published')
    for (let times = 0; times < 3; times++) {
      expect(await nameShown()).toBe('Anna')
      refreshCache()
    }
    expect(logged.filter((words) => problem.test(words))).toHaveLength(1)
    // A process that has never read it.
    expect(await nameShown(visitorOf())).toBe('Example')
    expect((await ask('/system')).body.publishedProblem).toMatch(problem)
  })

  test('applies a setting while the published version cannot be read', async () => {
    const { publish, makeUnreadable, visitor, visitorOf, ask, nameShown } = await newTestSite()
    await publish('Anna')
    await nameShown()
    await makeUnreadable('published')
    const { body } = await ask('/settings')
    const social = [{ link: 'https://example.com/new', icon: 'youtube', label: 'Videos' }]
    expect((await ask('/settings', jsonRequest({ social, sequence: body.sequence }, { method: 'PUT' }))).status).toBe(
      200,
    )
    for (const api of [visitor, visitorOf()])
      expect((await (await api.request('/api/site')).json()).social).toMatchObject(social)
  })

  test('a draft that cannot be read is neither edited nor published, and can be discarded', async () => {
    const { publish, save, makeUnreadable, post, ask } = await newTestSite()
    await publish('Anna')
    await save('Bert')
    await makeUnreadable('draft')
    const { body } = await ask('/site/draft')
    expect(body.problems).toEqual([{ part: null, text: expect.stringMatching(problem) }])
    const edited = await save('Cora')
    expect([edited.status, edited.body.reason]).toEqual([409, 'version-unreadable'])
    const { sequence } = body
    expect((await post('/draft/publish', { sequence, note: '' })).body.reason).toBe('site-not-publishable')
    expect((await post('/draft/discard', { sequence })).body.document.identity.name).toBe('Anna')
    const { versions } = (await ask('/site/versions')).body
    expect(versions.map((version: { problem: string | null }) => version.problem)).toEqual([
      expect.stringMatching(problem),
      null,
    ])
    expect((await ask('/site/versions/2/changes')).body.reason).toBe('version-unreadable')
    expect((await post('/versions/2/restore')).body.reason).toBe('version-unreadable')
    expect((await save('Cora')).status).toBe(200)
  })

  test('no draft begins from a published version that cannot be read, and an older one can be restored', async () => {
    const { publish, save, makeUnreadable, post, nameShown } = await newTestSite()
    await publish('Anna')
    await publish('Bert')
    await makeUnreadable('published')
    expect((await save('Cora')).body.reason).toBe('version-unreadable')
    const restored = await post('/versions/1/restore')
    const { sequence } = restored.body.draft
    expect((await post('/draft/publish', { sequence, note: '' })).status).toBe(200)
    expect(await nameShown()).toBe('Anna')
  })
})
