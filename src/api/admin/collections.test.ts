import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { AdminAward, AdminPressQuote, AdminRelease } from '#api/admin/collections.ts'
import type { DeleteAnswer } from '#api/admin/undo.ts'
import type { Actor } from '#domain/actor.ts'
import { AwardDraft, PressDraft, ReleaseDraft } from '#domain/collections/collection.ts'
import { fallbackImagePath } from '#domain/images/addresses.ts'
import type { Release } from '#domain/pages/content.ts'
import { jsonLdScript, musicAlbumJsonLd } from '#domain/pages/structured-data.ts'
import { plainTextProblem } from '#domain/sites/text-problems.ts'
import { activityLogs } from '#server/activity/table.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { ownCollections, releases } from '#server/collections/collections-table.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { pictureOf } from '#server/images/pictures.ts'
import { pictures } from '#server/images/table.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { featuresOf, minimalConfig } from '#tests/fixtures/domain/sites.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { payloads } from '#tests/journeys/payloads.ts'

const starter = (slug: string, released: string): Release => ({
  slug,
  title: slug,
  kind: 'album',
  released,
  cover: `cover-${slug}.jpg`,
  text: 'Ten songs.',
  credits: 'One person.',
  tracks: [{ title: 'One', duration: '3:05' }],
  product: null,
})
const record = {
  title: 'Night Ferry',
  kind: 'single',
  released: '2027-03-01',
  cover: null,
  text: '',
  credits: '',
  tracks: [],
  product: null,
}
const award = { year: 2026, title: 'Small Room', by: 'The List', result: 'won', work: null, text: null }
const quote = { quote: 'Loud and quiet.', source: 'The Lamp', author: null, year: 2026, link: null }

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  async function newTestSite() {
    const site = await createTestSite(database)
    const actor: Actor = { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'session' }
    const content = {
      ...minimalConfig.content,
      releases: [starter('salt', '2026'), starter('fetch', '2020')],
      awards: [{ ...award, result: 'won' as const }],
      press: [quote],
    }
    const here = { site: { content, features: featuresOf({ discography: true, awards: true, press: true }) } }
    const deps = { ...here, cache: createSiteCache() }
    const [owner, visitor] = [actor, { kind: 'visitor' } as const].map((who) =>
      createTestApi(database, site, who, {}, deps),
    )
    const send = (method: string) => async (path: string, body?: object) => {
      const answer = await owner!.request(`/api/admin${path}`, jsonRequest(body, { method }))
      return { status: answer.status, ...(await answer.json()) }
    }
    const page = async (name: string) => (await visitor!.request(`/api/pages/${name}`)).text()
    return {
      site,
      visitor: visitor!,
      get: send('GET'),
      post: send('POST'),
      put: send('PUT'),
      page,
      slugs: async () => JSON.parse(await page('releases')).map(({ slug }: { slug: string }) => slug),
      list: async <Entry = AdminRelease>(
        path = '/releases',
      ): Promise<{ items: Entry[]; total: number; isOwn: boolean }> =>
        (await owner!.request(`/api/admin${path}`)).json(),
      log: async () =>
        (await site.as('administrator', (tx) => tx.select().from(activityLogs).orderBy(activityLogs.id))).map(
          ({ resourceType, action }) => `${resourceType} ${action}`,
        ),
    }
  }

  const draftOf = ({ id: _, sequence, slug: __, picture: ___, ...draft }: AdminRelease) => ({ ...draft, sequence })

  test('sends the starter’s entries until the first edit, and the same bytes after copying', async () => {
    const { page, list, put, site } = await newTestSite()
    const before = [await page('releases'), await page('awards'), await page('press'), await page('release')]
    const { items, isOwn } = await list()
    expect([items.map(({ slug }) => slug), isOwn]).toEqual([['salt', 'fetch'], false])
    // A save that changes nothing copies the starter all the same.
    expect(await put(`/releases/${items[0]!.id}`, draftOf(items[0]!))).toMatchObject({ status: 200, sequence: 0 })
    const { items: awards } = await list<AdminAward>('/awards')
    const { id, picture: _, ...same } = awards[0]!
    expect((await put(`/awards/${id}`, same)).status).toBe(200)
    const { items: quotes } = await list<AdminPressQuote>('/press')
    const { id: quoteId, picture: __, ...sameQuote } = quotes[0]!
    expect((await put(`/press/${quoteId}`, sameQuote)).status).toBe(200)
    const own = await site.as('administrator', (tx) => tx.select().from(ownCollections))
    expect(own.map(({ name }) => name).sort()).toEqual(['awards', 'press', 'releases'])
    expect((await list()).isOwn).toBe(true)
    expect([await page('releases'), await page('awards'), await page('press'), await page('release')]).toEqual(before)
  })

  test('sorts a new record by date and shows it once it is published', async () => {
    const { post, put, slugs, list, page, log } = await newTestSite()
    const made = await post('/releases', record)
    expect(made).toMatchObject({ status: 201, slug: 'night-ferry', isPublished: false })
    const middle = await post('/releases', { ...record, released: '2022', isPublished: true })
    expect(middle).toMatchObject({ slug: 'night-ferry-2' })
    expect(await slugs()).toEqual(['salt', 'night-ferry-2', 'fetch'])
    expect((await list()).items.map(({ slug }) => slug)).toEqual(['night-ferry', 'salt', 'night-ferry-2', 'fetch'])
    expect((await post('/releases/publication', { ids: [made.id], isPublished: true })).changed).toBe(1)
    expect(JSON.parse(await page('release')).release).toMatchObject({ slug: 'night-ferry', released: '2027-03-01' })
    expect((await put('/releases/order', { ids: [made.id], before: null })).changed).toBe(1)
    expect(await slugs()).toEqual(['salt', 'night-ferry-2', 'fetch', 'night-ferry'])
    expect(await log()).toEqual(['release created', 'release created', 'release status_changed', 'release reordered'])
  })

  test('no query of a visitor reads a draft entry', async () => {
    const { site, post } = await newTestSite()
    await post('/releases', record)
    await post('/releases', { ...record, title: 'Seen', isPublished: true })
    const read = (role: 'visitor' | 'administrator') =>
      inSite(database, { websiteId: site.websiteId, role, userId: newId() }, (tx) =>
        tx.select({ title: releases.title }).from(releases).where(eq(releases.released, record.released)),
      )
    expect(await read('visitor')).toEqual([{ title: 'Seen' }])
    expect(await read('administrator')).toHaveLength(2)
  })

  test('an outdated edit is a conflict, and a retried create makes no second record', async () => {
    const { post, put, list } = await newTestSite()
    const id = newId()
    const first = await post('/releases', { ...record, id })
    expect(await post('/releases', { ...record, id, title: 'Night Ferry, again' })).toMatchObject({ id, sequence: 1 })
    expect((await list()).total).toBe(3)
    expect(await put(`/releases/${id}`, { ...record, sequence: first.sequence })).toMatchObject({ reason: 'conflict' })
  })

  test('deletes and a reset to the starter can be undone', async () => {
    const { post, slugs, list, log } = await newTestSite()
    const { items } = await list()
    const { undo }: DeleteAnswer = await post('/releases/bulk-delete', { ids: items.map(({ id }) => id) })
    // Deleting all of them does not bring the starter back.
    expect([await slugs(), (await list()).isOwn]).toEqual([[], true])
    expect(await post(`/undo/${undo}`)).toMatchObject({ restored: 2 })
    expect(await slugs()).toEqual(['salt', 'fetch'])
    await post('/releases', { ...record, isPublished: true })
    const reset: DeleteAnswer = await post('/releases/reset')
    expect([reset.changed, await slugs(), (await list()).isOwn]).toEqual([3, ['salt', 'fetch'], false])
    expect((await post(`/undo/${reset.undo}`)).status).toBe(200)
    expect([await slugs(), (await list()).isOwn]).toEqual([['night-ferry', 'salt', 'fetch'], true])
    expect(await log()).toContain('release reset')
    // After another edit the owner's older collection has no place any more.
    const again: DeleteAnswer = await post('/releases/reset')
    await post('/releases', record)
    expect(await post(`/undo/${again.undo}`)).toMatchObject({ reason: 'undo-taken' })
  })

  test('searches and filters the starter and stored entries alike', async () => {
    const { list, post } = await newTestSite()
    const found = async (search: string) => (await list(`/releases?${search}`)).items.map(({ title }) => title)
    const all = async () => [await found('q=SALT'), await found('state=published'), await found('q=100%25')]
    const before = await all()
    expect(before).toEqual([['salt'], ['salt', 'fetch'], []])
    await post('/releases', record)
    expect(await all()).toEqual(before)
    expect(await found('state=draft')).toEqual(['Night Ferry'])
  })

  test('offers announcements of entries that visitors see, and of no others', async () => {
    const { get, post } = await newTestSite()
    type Offered = { resourceType: string; id: string }
    const offered = async () => {
      const lines = Object.values(await get('/announcements/activities')).filter((each) => typeof each === 'object')
      return (lines as Offered[]).toReversed()
    }
    const { id } = await post('/awards', { ...award, isPublished: false })
    await post('/press', { ...quote, isPublished: false })
    await post('/releases', { ...record, isPublished: false })
    expect(await offered()).toEqual([])
    await post('/awards/publication', { ids: [id], isPublished: true })
    await post('/press', { ...quote, isPublished: true })
    const made = await post('/releases', { ...record, isPublished: true })
    const lines = await offered()
    expect(lines.map(({ resourceType }) => resourceType)).toEqual(['award', 'press_quote', 'release'])
    const drafts = await Promise.all(lines.map((line) => get(`/announcements/activities/${line.id}/draft`)))
    expect(drafts.map(({ status, linkUrl, announcementType }) => [status, linkUrl, announcementType])).toEqual([
      [200, '/awards', 'general'],
      [200, '/press', 'general'],
      [200, '/discography', 'new_media'],
    ])
    await post('/awards/publication', { ids: [id], isPublished: false })
    await post('/releases/bulk-delete', { ids: [made.id] })
    expect((await offered()).map(({ resourceType }) => resourceType)).toEqual(['press_quote'])
    await post('/press/reset', {})
    expect(await offered()).toEqual([])
  })

  test('an uploaded cover is described, and a missing one is refused', async () => {
    const { post, site, page } = await newTestSite()
    const about = { name: 'front', hash: '0123456789abcdef', width: 900, height: 900, bytes: 9 }
    const [stored] = await site.as('administrator', (tx) => tx.insert(pictures).values(about).returning())
    const cover = fallbackImagePath(pictureOf(stored!))
    expect(await post('/releases', { ...record, cover })).toMatchObject({
      status: 422,
      fields: { coverAlt: expect.stringContaining('Please say what the picture shows') },
    })
    const described = { ...record, cover, coverAlt: 'A ship at night', isPublished: true }
    expect((await post('/releases', described)).status).toBe(201)
    expect(JSON.parse(await page('release')).release.cover).toMatchObject({ alt: 'A ship at night', width: 900 })
    const gone = fallbackImagePath(pictureOf({ ...stored!, hash: 'fedcba9876543210' }))
    expect(await post('/releases', { ...described, cover: gone })).toMatchObject({
      fields: { cover: 'This picture is not there any more. Please upload it again.' },
    })
  })

  test('refuses an invalid entry with a message for the field', async () => {
    const { post } = await newTestSite()
    const fieldsOf = async (path: string, changes: object) => (await post(path, changes)).fields
    expect(await fieldsOf('/releases', { ...record, title: ' ', released: '2026-13-01' })).toEqual({
      title: 'This must not be empty.',
      released: 'This must be a year, or a whole date with year, month and day.',
    })
    const links = [
      { address: 'javascript:alert(1)', label: 'x' },
      { address: 'https://example.com/a', label: null },
    ]
    expect(await fieldsOf('/releases', { ...record, links })).toEqual({
      'links.0.address': 'This must be an address that begins with https://.',
      'links.1.label': 'This must not be empty, because the service is not known by its address.',
    })
    expect(await fieldsOf('/awards', { ...award, title: '<script>' })).toEqual({
      title: 'This must be text without HTML tags such as <b>.',
    })
    expect(await fieldsOf('/press', { ...quote, link: 'ftp://x' })).toEqual({
      link: 'This must be an address that begins with https://.',
    })
  })

  test('refuses HTML tags in entries and escapes all other hostile texts', async () => {
    const { post, page } = await newTestSite()
    // The drafts trim what they are given.
    const hostile = payloads.map((payload) => payload.trim()).filter((payload) => payload && payload.length <= 200)
    const rest = hostile.filter((payload) => !plainTextProblem(payload))
    for (const payload of hostile.filter((each) => !rest.includes(each))) {
      expect(ReleaseDraft.safeParse({ ...record, title: payload }).success, payload).toBe(false)
      expect(AwardDraft.safeParse({ ...award, by: payload }).success, payload).toBe(false)
      expect(PressDraft.safeParse({ ...quote, quote: payload }).success, payload).toBe(false)
    }
    expect(rest.filter((payload) => /<\w/.test(payload))).toEqual([])
    const words = rest.join(' ').slice(0, 2_000).trim()
    const tracks = rest.map((title) => ({ title, duration: '3:05' }))
    const release = { ...record, text: words, credits: words, tracks, isPublished: true }
    expect((await post('/releases', release)).status).toBe(201)
    const shown = JSON.parse(await page('releases'))
    expect(shown[0].tracks.map(({ title }: { title: string }) => title)).toEqual(rest)
    const thing = musicAlbumJsonLd({ ...shown[0], image: null }, { artist: 'X', origin: 'https://x.example' })
    expect(jsonLdScript(thing)).not.toMatch(/[<>]/)
  })

  test('visitors and users without access are refused', async () => {
    const { visitor } = await newTestSite()
    for (const path of ['releases', 'awards', 'press'])
      expect((await visitor.request(`/api/admin/${path}`)).status).toBe(401)
  })
})
