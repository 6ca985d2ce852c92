import { describe, expect, test } from 'vitest'
import type { AdminAnnouncement } from '#api/admin/announcements.ts'
import type { Json } from '#domain/activity/activity.ts'
import type { Actor } from '#domain/actor.ts'
import { announcementStates } from '#domain/announcements/announcement-list.ts'
import { recordActivity } from '#server/activity/record.ts'
import { activityLogs } from '#server/activity/table.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { newId } from '#server/db/id.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'

const draft = { title: 'Night Ferry is out', message: 'On vinyl and disc.' }
const day = 86_400_000
const later = (days: number) => new Date(+now + days * day).toISOString()

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  async function newTestSite() {
    const site = await createTestSite(database)
    const actor: Actor = { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'session' }
    let time = now
    const needs = { cache: createSiteCache(), clock: () => time }
    const [owner, visitor] = [actor, { kind: 'visitor' } as const].map((who) =>
      createTestApi(database, site, who, {}, needs),
    )
    const send =
      (method: string, base = '/api/admin/announcements') =>
      (path: string, body?: object) =>
        owner!.request(base + path, jsonRequest(body, { method }))
    const [get, post, put, remove] = [send('GET'), send('POST'), send('PUT'), send('DELETE')]
    return {
      site,
      get,
      post,
      put,
      remove,
      plan: send('POST', '/api/admin/shows'),
      announce: async (changes: object = {}): Promise<AdminAnnouncement> =>
        (await post('', { ...draft, ...changes })).json(),
      found: async (search: string): Promise<{ announcements: AdminAnnouncement[]; total: number }> =>
        (await get(search)).json(),
      list: async (): Promise<AdminAnnouncement[]> => (await (await get('')).json()).announcements,
      banner: async (): Promise<string[]> =>
        (await (await visitor!.request('/api/announcements/active')).json()).map(({ title }: typeof draft) => title),
      log: () => site.as('administrator', (tx) => tx.select().from(activityLogs).orderBy(activityLogs.id)),
      setTime: (at: Date) => {
        time = at
      },
    }
  }

  test('the banner shows a created, changed, switched or deleted announcement at once', async () => {
    const { announce, put, remove, banner } = await newTestSite()
    expect(await banner()).toEqual([])
    const made = await announce()
    expect(made).toMatchObject({ priority: 0, style: 'info', state: 'live', isDismissible: true })
    expect(await banner()).toEqual(['Night Ferry is out'])
    const changed = { ...draft, title: 'Night Ferry is sold out' }
    expect((await put(`/${made.id}`, { ...changed, sequence: made.sequence })).status).toBe(200)
    expect(await banner()).toEqual(['Night Ferry is sold out'])
    await put(`/${made.id}/switch`, { isActive: false })
    expect(await banner()).toEqual([])
    await put(`/${made.id}/switch`, { isActive: true })
    expect(await banner()).toHaveLength(1)
    expect((await remove(`/${made.id}`)).status).toBe(200)
    expect(await banner()).toEqual([])
    expect((await remove(`/${made.id}`)).status).toBe(404)
  })

  test('the admin list has the state of each announcement, highest priority first', async () => {
    const { announce, list } = await newTestSite()
    await announce({ title: 'Off', isActive: false })
    await announce({ title: 'Soon', startDate: later(1), priority: 5 })
    await announce({ title: 'Over', endDate: later(-1), priority: 9 })
    expect((await list()).map(({ title, state }) => [title, state])).toEqual([
      ['Over', 'ended'],
      ['Soon', 'scheduled'],
      ['Off', 'off'],
    ])
  })

  test('filters announcements by state, exact to start and end', async () => {
    const { announce, found } = await newTestSite()
    const moments = [null, later(-1), later(0), later(1), later(2)]
    for (const startDate of moments)
      for (const endDate of moments)
        if (!startDate || !endDate || startDate < endDate)
          for (const isActive of [true, false]) await announce({ startDate, endDate, isActive })
    const all = await found('?size=100')
    expect(all.total).toBe(30)
    for (const state of announcementStates) {
      const listed = await found(`?size=100&state=${state}`)
      const expected = all.announcements.filter((each) => each.state === state)
      expect(expected.length).toBeGreaterThan(0)
      expect(listed.total, state).toBe(expected.length)
      expect(new Set(listed.announcements.map(({ id }) => id))).toEqual(new Set(expected.map(({ id }) => id)))
    }
  })

  test('searches and sorts the announcements', async () => {
    const { announce, found } = await newTestSite()
    await announce({ title: 'Berlin 100%', priority: 1 })
    await announce({ title: 'Aarhus', message: 'By ferry to Berlin.' })
    await announce({ title: 'Cork' })
    const titles = async (search: string) => (await found(search)).announcements.map(({ title }) => title)
    expect(await titles('?q=berlin')).toEqual(['Berlin 100%', 'Aarhus'])
    expect(await titles('?q=0%25')).toEqual(['Berlin 100%'])
    expect(await titles('?sort=title&direction=up')).toEqual(['Aarhus', 'Berlin 100%', 'Cork'])
    expect(await titles('?sort=title&direction=up&size=1&page=2')).toEqual(['Berlin 100%'])
  })

  test('of two simultaneous edits of the same version, one is refused with 409', async () => {
    const { announce, put, list } = await newTestSite()
    const { id, sequence } = await announce()
    const answers = await Promise.all(['First', 'Second'].map((title) => put(`/${id}`, { ...draft, title, sequence })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const saved = await answers.find(({ status }) => status === 200)!.json()
    expect((await list())[0]!.title).toBe(saved.title)
    expect([sequence, saved.sequence]).toEqual([0, 1])
  })

  test('clears announcements older than thirty days by default', async () => {
    const { announce, get, post, list, setTime } = await newTestSite()
    await announce()
    await announce({ isActive: false })
    await announce({ startDate: later(10_000) })
    const wouldGo = async (search = '') => (await get(`/clear-old${search}`)).json()
    setTime(new Date(Date.now() + 29 * day))
    expect(await wouldGo()).toEqual({ total: 0, inUse: 0 })
    expect(await wouldGo('?olderThanDays=28')).toEqual({ total: 3, inUse: 2 })
    expect((await get('/clear-old?olderThanDays=many')).status).toBe(422)
    expect(await (await post('/clear-old', {})).json()).toEqual({ changed: 0, undo: null })
    setTime(new Date(Date.now() + 31 * day))
    expect(await wouldGo()).toEqual({ total: 3, inUse: 2 })
    expect(await (await post('/clear-old', {})).json()).toMatchObject({ changed: 3 })
    expect(await list()).toEqual([])
  })

  test('drafts an announcement from an activity, but not from a draft or an announcement', async () => {
    const { plan, announce, get, post, log } = await newTestSite()
    const show = { date: '2026-06-01', zone: 'UTC', venue: 'Lido', city: 'Berlin', country: 'DE', status: 'upcoming' }
    await plan('', { ...show, status: 'draft' })
    await plan('', show)
    await announce()
    const [hidden, created, announced] = await log()
    expect(await (await get('/activities')).json()).toMatchObject([
      { id: created!.id, resourceType: 'tour_date', action: 'created' },
    ])
    const draft = await (await get(`/activities/${created!.id}/draft`)).json()
    expect(draft).toMatchObject({ linkUrl: '/tour', announcementType: 'event_update', activityLogId: created!.id })
    expect((await post('', draft)).status).toBe(201)
    for (const { id } of [announced!, hidden!]) {
      const refused = await get(`/activities/${id}/draft`)
      expect(refused.status).toBe(422)
      expect((await refused.json()).error).toBe('Cannot generate announcement for this activity type')
    }
    expect((await get(`/activities/${newId()}/draft`)).status).toBe(404)
  })

  test('offers activities of existing resources for announcements, restored ones included', async () => {
    const { site, plan, get, log } = await newTestSite()
    const show = { date: '2026-06-01', zone: 'UTC', venue: 'Lido', city: 'Berlin', country: 'DE', status: 'upcoming' }
    const { id } = await (await plan('', show)).json()
    await plan('', { ...show, city: 'Bonn' })
    const [berlin, bonn] = await log()
    const offered = async () => (await (await get('/activities')).json()).map((line: { id: string }) => line.id)
    expect(await offered()).toEqual([bonn!.id, berlin!.id])
    expect((await plan('/bulk-delete', { ids: [id] })).status).toBe(200)
    expect(await offered()).toEqual([bonn!.id])
    const refused = await get(`/activities/${berlin!.id}/draft`)
    expect(refused.status).toBe(422)
    expect((await refused.json()).error).toBe('Cannot generate announcement for this activity type')
    const picture = { resourceType: 'gallery_image', resourceId: newId(), userId: site.userId } as const
    await site.as('administrator', async (tx) => {
      for (const [seconds, action] of (['created', 'deleted', 'restored'] as const).entries())
        await recordActivity(tx, { ...picture, action }, new Date(Date.now() + seconds * 1_000))
    })
    expect(await offered()).toHaveLength(2)
  })

  test('does not offer a hidden picture, until it is shown again', async () => {
    const { site, get } = await newTestSite()
    const picture = { resourceType: 'gallery_image', resourceId: newId(), userId: site.userId } as const
    const shown = (after: boolean) => ({ changes: { isPublished: { before: !after, after } } })
    let seconds = 0
    const log = (action: 'created' | 'updated', details: Record<string, Json> = {}) =>
      site.as('administrator', (tx) =>
        recordActivity(tx, { ...picture, action, details }, new Date(Date.now() + ++seconds * 1_000)),
      )
    const offered = async () => (await (await get('/activities')).json()).map(({ id }: { id: string }) => id)
    await log('created')
    const [created] = await offered()
    await log('updated', { changes: { caption: { before: '', after: 'Soundcheck' } } })
    expect(await offered()).toHaveLength(2)
    await log('updated', shown(false))
    expect(await offered()).toEqual([])
    expect((await get(`/activities/${created}/draft`)).status).toBe(422)
    await log('updated', shown(true))
    expect(await offered()).toContain(created)
    expect((await get(`/activities/${created}/draft`)).status).toBe(200)
  })

  test('logs every change of an announcement', async () => {
    const { announce, put, remove, log } = await newTestSite()
    const { id } = await announce()
    await put(`/${id}/switch`, { isActive: false })
    await put(`/${id}/switch`, { isActive: false })
    await remove(`/${id}`)
    const lines = await log()
    expect(lines.map(({ action }) => action)).toEqual(['created', 'updated', 'deleted'])
    expect(lines[1]!.details).toEqual({ changes: { isActive: { before: true, after: false } } })
  })

  test('names invalid fields, and answers 404 for announcements of another website', async () => {
    const [mine, theirs] = [await newTestSite(), await newTestSite()]
    const refused = await mine.post('', { ...draft, linkUrl: 'javascript:alert(1)', style: 'loud' })
    expect(refused.status).toBe(422)
    expect(Object.keys((await refused.json()).fields).sort()).toEqual(['linkUrl', 'style'])
    const { id, sequence } = await theirs.announce()
    expect((await mine.put(`/${id}`, { ...draft, sequence })).status).toBe(404)
    expect((await mine.put(`/${id}/switch`, { isActive: false })).status).toBe(404)
    expect((await mine.get(`/${id}`)).status).toBe(404)
    expect(await theirs.banner()).toHaveLength(1)
  })
})
