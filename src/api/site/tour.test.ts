import { describe, expect, test } from 'vitest'
import { ShowDraft } from '#domain/tour/draft.ts'
import { newId } from '#server/db/id.ts'
import { pictures } from '#server/images/table.ts'
import { insertShow } from '#server/tour/commands.ts'
import { apiOf } from '#tests/api.ts'
import { engines, newSite, openTestDatabase } from '#tests/database.ts'

const berlin = ShowDraft.parse({
  date: '2026-06-01',
  time: '20:00',
  zone: 'Europe/Berlin',
  venue: 'Lido',
  city: 'Berlin',
  country: 'DE',
  status: 'upcoming',
})

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  async function siteWith(...shows: ShowDraft[]) {
    const site = await newSite(database)
    await site.as('administrator', async (tx) => {
      for (const show of shows) await insertShow(tx, show)
    })
    return apiOf(database, site)
  }

  test('lists announced shows, earliest first, without drafts', async () => {
    const api = await siteWith(
      { ...berlin, date: '2026-07-01', city: 'Hamburg' },
      berlin,
      { ...berlin, city: 'Kiel', status: 'draft' },
      { ...berlin, date: '2026-04-01', city: 'Bremen' },
    )
    const shows = await (await api.request('/api/tour/shows')).json()
    expect(shows.map(({ city }: { city: string }) => city)).toEqual(['Berlin', 'Hamburg'])
    const all = await (await api.request('/api/tour/shows?past=include')).json()
    expect(all.map(({ city, status }: Record<string, string>) => [city, status])).toEqual([
      ['Bremen', 'past'],
      ['Berlin', 'upcoming'],
      ['Hamburg', 'upcoming'],
    ])
  })

  test('limits to the earliest upcoming shows, or to the latest when past ones are included', async () => {
    const dates = ['2026-11-02', '2026-04-30', '2026-10-25', '2025-01-01']
    const api = await siteWith(...dates.map((date) => ({ ...berlin, date })))
    const list = async (search: string) =>
      (await (await api.request(`/api/tour/shows?${search}`)).json()).map(({ date }: { date: string }) => date)
    expect(await list('limit=1')).toEqual(['2026-10-25'])
    expect(await list('past=include&limit=3')).toEqual(['2026-04-30', '2026-10-25', '2026-11-02'])
  })

  test('rejects an empty website ID and that of another website', async () => {
    const api = await siteWith(berlin)
    const none = await api.request('/api/tour/shows?websiteId=')
    expect(none.status).toBe(400)
    expect((await none.json()).error).toBe('Website ID is required to fetch performances')
    expect((await api.request(`/api/tour/shows?websiteId=${newId()}`)).status).toBe(404)
  })

  test('returns a show by its slug, and 404 on another website', async () => {
    const api = await siteWith(berlin)
    const [{ slug }] = await (await api.request('/api/tour/shows')).json()
    expect(await (await api.request(`/api/tour/shows/${slug}`)).json()).toMatchObject({ city: 'Berlin', time: '20:00' })
    const elsewhere = await siteWith()
    const missing = await elsewhere.request(`/api/tour/shows/${slug}`)
    expect(missing.status).toBe(404)
    expect(await missing.text()).toBe(await (await elsewhere.request('/api/tour/shows/never-was')).text())
  })

  test('returns the picture of a show only when it belongs to the site', async () => {
    const site = await newSite(database)
    const hash = newId().replaceAll('-', '').slice(-16)
    const picture = { hash, name: 'lido', width: 900, height: 600, bytes: 9, placeholder: null }
    const image = { imageUrl: `/images/${hash}/lido-640.jpeg`, imageAlt: 'A door' }
    await site.as('administrator', async (tx) => {
      await tx.insert(pictures).values(picture)
      await insertShow(tx, { ...berlin, ...image })
      await insertShow(tx, { ...berlin, city: 'Kiel', date: '2026-06-02', imageUrl: 'https://x.example/x.jpg' })
    })
    const api = apiOf(database, site)
    const shown = {
      base: `/images/${hash}/lido`,
      width: 900,
      height: 600,
      placeholder: null,
      alt: 'A door',
      asIs: null,
    }
    const shows = await (await api.request('/api/tour/shows')).json()
    expect(shows.map((show: { image: unknown }) => show.image)).toEqual([shown, null])
    expect((await (await api.request(`/api/tour/shows/${shows[0].slug}`)).json()).image).toEqual(shown)
    expect(shows[0]).not.toHaveProperty('imageUrl')
  })

  test('returns only the public fields', async () => {
    const api = await siteWith(berlin)
    const [show] = await (await api.request('/api/tour/shows')).json()
    expect(Object.keys(show)).not.toContain('id')
    expect(Object.keys(show)).not.toContain('websiteId')
  })

  test.each(['?limit=0', '?limit=501', '?limit=many', '?past=maybe'])(
    'rejects %s and names the field',
    async (query) => {
      const refused = await (await siteWith()).request(`/api/tour/shows${query}`)
      expect(refused.status).toBe(422)
      expect(await refused.json()).toMatchObject({
        reason: 'invalid',
        fields: { [query.slice(1).split('=')[0]!]: expect.any(String) },
      })
    },
  )
})
