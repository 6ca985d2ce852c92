import { XMLParser, XMLValidator } from 'fast-xml-parser'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { ProductDraft } from '#domain/products/draft.ts'
import type { Features } from '#domain/sites/features.ts'
import type { ShowDraft } from '#domain/tour/draft.ts'
import { announcements } from '#server/announcements/table.ts'
import { addProduct } from '#server/products/commands.ts'
import { insertShow, updateShow } from '#server/tour/commands.ts'
import type { StoredShow } from '#server/tour/queries.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { featuresOf } from '#tests/fixtures/domain/sites.ts'
import { berlinShow } from '#tests/fixtures/tour.ts'

const draft = { ...berlinShow, city: 'Kiel', status: 'draft' as const }
const past = { ...berlinShow, date: '2026-04-01', city: 'Bremen' }
const hostile = '</title></script><script>alert(1)</script>\r\nBEGIN:VEVENT\u202e'

const events = (text: string) => new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
const xml = (text: string) => {
  expect(XMLValidator.validate(text)).toBe(true)
  return new XMLParser().parse(text)
}

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  async function siteWith(...drafts: ShowDraft[]) {
    const site = await createTestSite(database)
    const shows: StoredShow[] = []
    await site.as('administrator', async (tx) => {
      for (const show of drafts) shows.push(await insertShow(tx, show))
    })
    return { site, shows, api: () => createTestApi(database, site) }
  }

  test('the calendar has every announced show and no draft', async () => {
    const { api, shows } = await siteWith(berlinShow, draft, past)
    const answer = await api().request('/tour.ics')
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(events(await answer.text()).map((event) => event.getFirstPropertyValue('uid'))).toEqual([
      expect.stringMatching(new RegExp(`^${shows[2]!.id}@`)),
      expect.stringMatching(new RegExp(`^${shows[0]!.id}@`)),
    ])
  })

  test('a show is dated in the feed by its announcement', async () => {
    const site = await createTestSite(database)
    await site.as('administrator', async (tx) => {
      const old = await insertShow(tx, draft, new Date('2026-01-01T00:00:00Z'))
      await insertShow(tx, berlinShow, new Date('2026-04-01T00:00:00Z'))
      const context = { userId: site.userId, now: new Date('2026-04-20T10:00:00Z'), expectedVersion: 0 }
      await updateShow(tx, old.id, { ...draft, status: 'upcoming' }, context)
    })
    const answer = await createTestApi(database, site).request('/feed.xml')
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const { item } = xml(await answer.text()).rss.channel
    expect(item[0]).toMatchObject({ title: expect.stringContaining('Kiel'), pubDate: 'Mon, 20 Apr 2026 10:00:00 GMT' })
  })

  test.each([
    ['scheduled', 'Example in Berlin, 1 June 2026'],
    ['cancelled', 'Cancelled: Example in Berlin, 1 June 2026'],
    ['rescheduled', 'New date: Example in Berlin, 1 June 2026'],
    ['sold out', 'Sold out: Example in Berlin, 1 June 2026'],
  ] as const)('the feed marks a show that is %s', async (availability, title) => {
    const { api } = await siteWith({ ...berlinShow, availability })
    expect(xml(await (await api().request('/feed.xml')).text()).rss.channel.item.title).toBe(title)
  })

  test('answers 304 for a current ETag, and a change raises the sequence number', async () => {
    const { api, site, shows } = await siteWith(berlinShow)
    const first = await api().request('/tour.ics')
    const etag = first.headers.get('etag')!
    expect((await api().request('/tour.ics', { headers: { 'if-none-match': etag } })).status).toBe(304)
    await site.as('administrator', (tx) =>
      updateShow(
        tx,
        shows[0]!.id,
        { ...berlinShow, availability: 'cancelled' },
        { userId: site.userId, now, expectedVersion: 0 },
      ),
    )
    const second = await api().request('/tour.ics', { headers: { 'if-none-match': etag } })
    expect(second.status).toBe(200)
    const [event] = events(await second.text())
    expect(event!.getFirstPropertyValue('status')).toBe('CANCELLED')
    expect(event!.getFirstPropertyValue('sequence')).toBe(1)
  })

  test.each(['/tour.ics', '/feed.xml', '/sitemap.xml', '/robots.txt', '/site.webmanifest'])(
    '%s may be stored and is revalidated each time',
    async (path) => {
      const { api } = await siteWith(berlinShow)
      const first = await api().request(path)
      const cacheHeaders = ({ headers }: Response) => ['cache-control', 'vary', 'etag'].map((name) => headers.get(name))
      const etag = first.headers.get('etag')!
      expect(cacheHeaders(first)).toEqual([
        'public, no-cache',
        'Accept-Encoding, Cookie',
        expect.stringMatching(/^".+"$/),
      ])
      for (const ifNoneMatch of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const again = await api().request(path, { headers: { 'if-none-match': ifNoneMatch } })
        expect([again.status, ...cacheHeaders(again)]).toEqual([304, ...cacheHeaders(first)])
      }
      expect((await api().request(path, { headers: { 'if-none-match': '"x"' } })).status).toBe(200)
    },
  )

  test('serves the calendar file of one show, and 404 for a draft or another site’s show', async () => {
    const { api, shows } = await siteWith(berlinShow, draft)
    const answer = await api().request(`/tour/${shows[0]!.slug}.ics`)
    expect(answer.headers.get('content-disposition')).toContain(`${shows[0]!.slug}.ics`)
    expect(events(await answer.text())).toHaveLength(1)
    for (const slug of [shows[1]!.slug, 'never-was'])
      expect((await api().request(`/tour/${slug}.ics`)).status).toBe(404)
    expect((await (await siteWith()).api().request(`/tour/${shows[0]!.slug}.ics`)).status).toBe(404)
  })

  test('the feed lists announcements and shows and escapes hostile text', async () => {
    const { api, site } = await siteWith({ ...berlinShow, venue: hostile })
    await site.as('administrator', (tx) => tx.insert(announcements).values({ title: hostile, message: 'Out now' }))
    const { item } = xml(await (await api().request('/feed.xml')).text()).rss.channel
    expect(item).toHaveLength(2)
    expect(item.map(({ guid }: { guid: string }) => guid.split(':')[0]).sort()).toEqual(['announcement', 'show'])
    expect(JSON.stringify(item)).toContain('<script>alert(1)')
    expect(events(await (await api().request('/tour.ics')).text())).toHaveLength(1)
  })

  test('the sitemap lists the shows, robots.txt names the sitemap, the manifest the icons', async () => {
    const { api, shows } = await siteWith(berlinShow, draft)
    const { url } = xml(await (await api().request('/sitemap.xml')).text()).urlset
    const places = url.map(({ loc }: { loc: string }) => new URL(loc).pathname)
    expect(places).toEqual(expect.arrayContaining(['/', '/tour', '/privacy', `/tour/${shows[0]!.slug}`]))
    expect(places).not.toContain(`/tour/${shows[1]!.slug}`)
    expect(await (await api().request('/robots.txt')).text()).toContain('Sitemap: http://localhost/sitemap.xml')
    const manifest = await (await api().request('/site.webmanifest')).json()
    expect(manifest.icons.map(({ sizes, type }: Record<string, string>) => `${type} ${sizes}`)).toEqual([
      'image/svg+xml any',
      'image/png 192x192',
      'image/png 512x512',
    ])
  })

  test('lists published products in the sitemap and the feed where there is a shop', async () => {
    const { site } = await siteWith()
    const context = { userId: site.userId, now }
    await site.as('administrator', async (tx) => {
      await addProduct(tx, ProductDraft.parse({ name: 'Pin', price: 700, status: 'published' }), context)
      await addProduct(tx, ProductDraft.parse({ name: 'Secret', price: 700 }), context)
    })
    const at = async (path: string, features: Features) =>
      (await createTestApi(database, site, { kind: 'visitor' }, {}, { site: { features } }).request(path)).text()
    for (const path of ['/sitemap.xml', '/feed.xml']) {
      expect(await at(path, featuresOf())).toContain('/shop/pin<')
      expect(await at(path, featuresOf())).not.toContain('/shop/secret')
      expect(await at(path, featuresOf({ shop: { enabled: true, type: 'contact' } }))).not.toContain('/shop/pin')
    }
  })
})
