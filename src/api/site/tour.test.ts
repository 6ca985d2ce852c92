import { describe, expect, test } from 'vitest'
import type { ShowDraft } from '#domain/tour/draft.ts'
import { newId } from '#server/db/id.ts'
import { pictures } from '#server/images/table.ts'
import { insertShow, updateShow } from '#server/tour/commands.ts'
import { performances } from '#server/tour/table.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { berlinShow } from '#tests/fixtures/tour.ts'

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  async function siteWith(...shows: ShowDraft[]) {
    const site = await createTestSite(database)
    await site.as('administrator', async (tx) => {
      for (const show of shows) await insertShow(tx, show)
    })
    return createTestApi(database, site)
  }

  test('lists announced shows, earliest first, without drafts', async () => {
    const api = await siteWith(
      { ...berlinShow, date: '2026-07-01', city: 'Hamburg' },
      berlinShow,
      { ...berlinShow, city: 'Kiel', status: 'draft' },
      { ...berlinShow, date: '2026-04-01', city: 'Bremen' },
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
    const api = await siteWith(...dates.map((date) => ({ ...berlinShow, date })))
    const list = async (search: string) =>
      (await (await api.request(`/api/tour/shows?${search}`)).json()).map(({ date }: { date: string }) => date)
    expect(await list('limit=1')).toEqual(['2026-10-25'])
    expect(await list('past=include&limit=3')).toEqual(['2026-04-30', '2026-10-25', '2026-11-02'])
  })

  describe('past shows', () => {
    type Answer = { shows: { city: string; date: string; status: string }[]; total: number; page: number }

    /** Past shows, an upcoming one and a draft; `dates` has the oldest first. */
    async function siteWithPast(count: number) {
      const site = await createTestSite(database)
      const dates = Array.from({ length: count }, (_, at) =>
        new Date(Date.UTC(2019, 0, 1 + at * 4)).toISOString().slice(0, 10),
      )
      const rows = dates.map((date, at) => ({ ...berlinShow, date, city: `Oldtown${at}`, slug: `oldtown-${at}` }))
      await site.as('administrator', async (tx) => {
        await tx.insert(performances).values(rows)
        await insertShow(tx, berlinShow)
        await insertShow(tx, { ...berlinShow, date: '2026-04-01', city: 'Kiel', status: 'draft' })
      })
      const api = createTestApi(database, site)
      const past = async (search = ''): Promise<Answer> => (await api.request(`/api/tour/past-shows${search}`)).json()
      return { api, dates, past }
    }

    test('pages through 500 past shows, the latest first', async () => {
      const { dates, past } = await siteWithPast(500)
      const pages = [await past()]
      while (pages.flatMap(({ shows }) => shows).length < pages[0]!.total)
        pages.push(await past(`?page=${pages.length + 1}`))
      const shows = pages.flatMap((page) => page.shows)
      expect(shows.map(({ date }) => date)).toEqual(dates.toReversed())
      expect(new Set(shows.map(({ status }) => status))).toEqual(new Set(['past']))
      expect(pages.map(({ page, total }) => [page, total])).toEqual(pages.map((_, at) => [at + 1, 500]))
      expect(await past('?page=1000')).toEqual(pages.at(-1))
    })

    test('finds the oldest show by its words, and shows by country', async () => {
      const { past } = await siteWithPast(500)
      expect(await past('?q=OLDTOWN0+lido')).toMatchObject({ total: 1, shows: [{ city: 'Oldtown0' }] })
      expect(await past('?q=germany&page=2')).toMatchObject({ total: 500, page: 2 })
      expect(await past('?country=FR')).toMatchObject({
        total: 0,
        shows: [],
        countries: [{ code: 'DE', name: 'Germany' }],
      })
    })

    test('lists a show as past from its start on', async () => {
      const site = await createTestSite(database)
      await site.as('administrator', (tx) => insertShow(tx, berlinShow))
      const at = async (moment: string): Promise<string[]> => {
        const api = createTestApi(database, site, { kind: 'visitor' }, {}, { clock: () => new Date(moment) })
        return (await (await api.request('/api/tour/past-shows')).json()).shows.map(
          ({ city }: { city: string }) => city,
        )
      }
      expect(await at('2026-06-01T18:00:00Z')).toEqual([])
      expect(await at('2026-06-01T18:00:01Z')).toEqual(['Berlin'])
    })

    test('lists all of 600 past shows in the calendar and in the sitemap', async () => {
      const { api } = await siteWithPast(600)
      const count = async (path: string, shape: RegExp) =>
        (await (await api.request(path)).text()).match(shape)?.length ?? 0
      expect(await count('/tour.ics', /^BEGIN:VEVENT/gm)).toBe(601)
      expect(await count('/sitemap.xml', /\/tour\/[^<]+/g)).toBe(601)
    })

    test.each(['?page=0', '?page=1001', '?page=x', '?country=de', `?q=${'x'.repeat(81)}`])(
      'rejects %s and names the field',
      async (query) => {
        const refused = await (await siteWith()).request(`/api/tour/past-shows${query}`)
        expect(refused.status).toBe(422)
        expect(await refused.json()).toMatchObject({ fields: { [query.slice(1).split('=')[0]!]: expect.any(String) } })
      },
    )
  })

  test('rejects an empty website ID and that of another website', async () => {
    const api = await siteWith(berlinShow)
    const none = await api.request('/api/tour/shows?websiteId=')
    expect(none.status).toBe(400)
    expect((await none.json()).error).toBe('Website ID is required to fetch performances')
    expect((await api.request(`/api/tour/shows?websiteId=${newId()}`)).status).toBe(404)
  })

  test('returns a show by its slug, and 404 on another website', async () => {
    const api = await siteWith(berlinShow)
    const [{ slug }] = await (await api.request('/api/tour/shows')).json()
    expect(await (await api.request(`/api/tour/shows/${slug}`)).json()).toMatchObject({ city: 'Berlin', time: '20:00' })
    const elsewhere = await siteWith()
    const missing = await elsewhere.request(`/api/tour/shows/${slug}`)
    expect(missing.status).toBe(404)
    expect(await missing.text()).toBe(await (await elsewhere.request('/api/tour/shows/never-was')).text())
  })

  test('returns the previous date of a show that was moved, on its own page only', async () => {
    const site = await createTestSite(database)
    await site.as('administrator', async (tx) => {
      const { id } = await insertShow(tx, berlinShow)
      const moved = { ...berlinShow, date: '2026-09-09', availability: 'rescheduled' as const }
      await updateShow(tx, id, moved, { userId: site.userId, now: new Date(), expectedVersion: 0 })
    })
    const api = createTestApi(database, site)
    const [show] = await (await api.request('/api/tour/shows')).json()
    expect(show).not.toHaveProperty('previousDate')
    const alone = await (await api.request(`/api/tour/shows/${show.slug}`)).json()
    expect(alone).toMatchObject({ date: '2026-09-09', previousDate: '2026-06-01' })
  })

  test('returns the picture of a show only when it belongs to the site', async () => {
    const site = await createTestSite(database)
    const hash = newId().replaceAll('-', '').slice(-16)
    const picture = { hash, name: 'lido', width: 900, height: 600, bytes: 9, placeholder: null }
    const image = { imageUrl: `/images/${hash}/lido-640.jpeg`, imageAlt: 'A door' }
    await site.as('administrator', async (tx) => {
      await tx.insert(pictures).values(picture)
      await insertShow(tx, { ...berlinShow, ...image })
      await insertShow(tx, { ...berlinShow, city: 'Kiel', date: '2026-06-02', imageUrl: 'https://x.example/x.jpg' })
    })
    const api = createTestApi(database, site)
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

  test('a show of the tour is sent with its public fields only', async () => {
    const api = await siteWith(berlinShow)
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
