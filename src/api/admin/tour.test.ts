import { describe, expect, test } from 'vitest'
import type { AdminShow } from '#api/admin/tour.ts'
import type { Actor } from '#domain/actor.ts'
import { activityLogs } from '#server/activity/table.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { newId } from '#server/db/id.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'

const berlin = { date: '2026-06-01', zone: 'Europe/Berlin', venue: 'Lido', city: 'Berlin', country: 'DE' }

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  async function newTestSite(place?: Awaited<ReturnType<typeof createTestSite>>) {
    const site = place ?? (await createTestSite(database))
    const actor: Actor = { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'session' }
    const cache = createSiteCache()
    const [owner, visitor] = [actor, { kind: 'visitor' } as const].map((who) =>
      createTestApi(database, site, who, {}, { cache }),
    )
    const send = (method: string) => (path: string, body?: object) =>
      owner!.request(`/api/admin/shows${path}`, jsonRequest(body, { method }))
    const [get, post, put] = [send('GET'), send('POST'), send('PUT')]
    return {
      site,
      get,
      post,
      put,
      plan: async (changes: object = {}): Promise<AdminShow> => (await post('', { ...berlin, ...changes })).json(),
      list: async (search = ''): Promise<{ shows: AdminShow[]; total: number }> => (await get(search)).json(),
      seen: async (): Promise<string[]> =>
        (await (await visitor!.request('/api/tour/shows')).json()).map(({ city }: { city: string }) => city),
      log: () => site.as('administrator', (tx) => tx.select().from(activityLogs).orderBy(activityLogs.id)),
    }
  }
  const cities = ({ shows }: { shows: AdminShow[] }) => shows.map(({ city }) => city)

  test('visitors see announced, changed and deleted shows at once', async () => {
    const { plan, put, post, seen } = await newTestSite()
    expect(await seen()).toEqual([])
    const show = await plan({ status: 'upcoming' })
    expect(await seen()).toEqual(['Berlin'])
    expect((await put(`/${show.id}`, { ...berlin, status: 'upcoming', city: 'Kiel', sequence: 0 })).status).toBe(200)
    expect(await seen()).toEqual(['Kiel'])
    await post('/bulk-delete', { ids: [show.id] })
    expect(await seen()).toEqual([])
  })

  test('visitors see a draft only after its status is changed', async () => {
    const { plan, post, seen, list } = await newTestSite()
    const drafts = [await plan(), await plan({ city: 'Kiel' })]
    expect([await seen(), (await list()).total]).toEqual([[], 2])
    const answer = await post('/status', { ids: drafts.map(({ id }) => id), status: 'upcoming' })
    expect(await answer.json()).toEqual({ changed: 2 })
    expect(await seen()).toEqual(['Berlin', 'Kiel'])
    expect(await (await post('/status', { ids: drafts.map(({ id }) => id), status: 'upcoming' })).json()).toEqual({
      changed: 0,
    })
  })

  test('rejects an edit of an older version of a show', async () => {
    const { plan, put, list } = await newTestSite()
    const { id } = await plan()
    const answers = await Promise.all(
      ['Kiel', 'Bonn', 'Ulm'].map((city) => put(`/${id}`, { ...berlin, city, sequence: 0 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { shows } = await list()
    expect(shows[0]!.sequence).toBe(1)
  })

  test('refuses a malformed booking link, and normalises the scheme of a valid one', async () => {
    const { plan, post } = await newTestSite()
    for (const bookingLink of ['https:/tickets.example', 'ht\ntps://tickets.example', 'https://\ntickets.example']) {
      const refused = await post('', { ...berlin, bookingLink })
      expect(refused.status).toBe(422)
      expect((await refused.json()).fields).toEqual({
        bookingLink: 'Please enter an address that begins with https://.',
      })
    }
    expect(await plan({ bookingLink: 'Https://tickets.example' })).toMatchObject({
      bookingLink: 'https://tickets.example',
    })
  })

  test('refuses a picture that no longer exists', async () => {
    const { post } = await newTestSite()
    const image = { imageUrl: '/images/0123456789abcdef/gone-1280.jpeg', imageAlt: 'A door' }
    const answer = await post('', { ...berlin, ...image })
    expect(answer.status).toBe(422)
    expect((await answer.json()).fields).toEqual({
      imageUrl: 'This picture is not there any more. Please upload it again.',
    })
  })

  test('searches, filters, sorts and pages the shows', async () => {
    const { plan, list } = await newTestSite()
    await plan({ status: 'upcoming', availability: 'sold out' })
    await plan({ city: 'Kiel', venue: '100% Bar_1', date: '2026-07-01' })
    await plan({ city: 'Bonn', date: '2026-03-01', status: 'past' })
    expect(cities(await list('?sort=date'))).toEqual(['Bonn', 'Berlin', 'Kiel'])
    expect(cities(await list('?direction=down&sort=city'))).toEqual(['Kiel', 'Bonn', 'Berlin'])
    expect(cities(await list('?q=BER'))).toEqual(['Berlin'])
    expect(cities(await list('?q=100%25'))).toEqual(['Kiel'])
    expect(cities(await list('?q=%25'))).toEqual(['Kiel'])
    expect(cities(await list('?q=_1'))).toEqual(['Kiel'])
    expect(cities(await list('?status=draft'))).toEqual(['Kiel'])
    expect(cities(await list('?availability=sold+out'))).toEqual(['Berlin'])
    expect(cities(await list('?when=past'))).toEqual(['Bonn'])
    const second = await list('?page=2&size=2')
    expect([cities(second), second.total]).toEqual([['Bonn'], 3])
  })

  test('lists upcoming shows by date, then past shows from latest to oldest', async () => {
    const { plan, list } = await newTestSite()
    const dates = ['2020-01-01', '2026-07-01', '2026-06-01', '2026-04-01', '2026-12-31', '2025-06-01']
    for (const date of dates) await plan({ date, city: date })
    expect(cities(await list())).toEqual([
      ...['2026-06-01', '2026-07-01', '2026-12-31'],
      ...['2026-04-01', '2025-06-01', '2020-01-01'],
    ])
  })

  test('duplicates a show as a draft, and exports all shows as CSV', async () => {
    const { plan, post, get } = await newTestSite()
    const show = await plan({ status: 'upcoming', availability: 'sold out', venue: '=cmd' })
    const again: AdminShow = await (await post(`/${show.id}/duplicate`)).json()
    expect(again).toMatchObject({ status: 'draft', availability: 'scheduled', venue: '=cmd', sequence: 0 })
    expect(again.slug).not.toBe(show.slug)
    const file = await get('/export.csv')
    expect(file.headers.get('content-type')).toMatch(/^text\/csv/)
    expect((await file.text()).split('\r\n')).toHaveLength(4)
  })

  test('logs every change of a show, with values before and after', async () => {
    const { plan, put, post, log } = await newTestSite()
    const { id } = await plan()
    await put(`/${id}`, { ...berlin, venue: 'Gloria', sequence: 0 })
    await put(`/${id}`, { ...berlin, venue: 'Gloria', sequence: 1 })
    await post('/status', { ids: [id], status: 'upcoming' })
    await post('/bulk-delete', { ids: [id] })
    const lines = await log()
    expect(lines.map(({ action }) => action)).toEqual(['created', 'updated', 'status_changed', 'deleted'])
    expect(lines[1]!.details).toEqual({ new_status: 'draft', changes: { venue: { before: 'Lido', after: 'Gloria' } } })
    expect(lines[2]!.details).toMatchObject({ new_status: 'upcoming' })
    expect(lines[3]).toMatchObject({
      resourceId: id,
      resourceType: 'tour_date',
      resourceName: '2026-06-01 Berlin, Gloria',
    })
  })

  test('names every invalid field, and changes nothing', async () => {
    const { plan, post, put, list } = await newTestSite()
    const refused = await post('', { ...berlin, date: '2026-02-30', zone: 'Mars/Base', bookingLink: 'javascript:x' })
    expect(refused.status).toBe(422)
    expect(Object.keys((await refused.json()).fields).sort()).toEqual(['bookingLink', 'date', 'zone'])
    const { id } = await plan()
    expect((await post('/bulk-delete', { ids: [id, newId()] })).status).toBe(404)
    expect((await post('/status', { ids: [], status: 'past' })).status).toBe(422)
    expect((await put(`/${newId()}`, { ...berlin, sequence: 0 })).status).toBe(404)
    expect((await put(`/${id}`, berlin)).status).toBe(422)
    expect((await list()).total).toBe(1)
  })

  test('answers 404 for shows of another website', async () => {
    const mine = await newTestSite()
    const theirs = await newTestSite()
    const { id } = await theirs.plan()
    expect((await mine.get(`/${id}`)).status).toBe(404)
    expect((await mine.post('/bulk-delete', { ids: [id] })).status).toBe(404)
    expect((await mine.post(`/${id}/duplicate`)).status).toBe(404)
    expect((await theirs.list()).total).toBe(1)
  })
})
