import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { ApiEnv } from '#api/env.ts'
import { announcementsRoutes as routes } from '#api/site/announcements.ts'
import { announcements } from '#server/announcements/table.ts'
import { createTestSite, defaultEngine, openTestDatabase, type TestSite } from '#tests/database.ts'
import { minimalSite, siteFrom } from '#tests/fixtures/domain/sites.ts'

const database = await openTestDatabase(defaultEngine)
const noon = new Date('2026-05-01T12:00:00Z')

/** Keeps what the database has answered, as the site cache does. */
function visitorOf(site: TestSite, { hasTour = true } = {}) {
  const kept = new Map<string, Promise<unknown>>()
  const cached: ApiEnv['Variables']['cached'] = (tag, name, work) => {
    const answer = kept.get(`${tag} ${name}`) ?? site.as('visitor', work)
    kept.set(`${tag} ${name}`, answer)
    return answer as ReturnType<typeof work>
  }
  return async (now = noon) => {
    const api = new Hono<ApiEnv>()
      .use(async (c, next) => {
        c.set('now', now)
        c.set('cached', cached)
        c.set('site', siteFrom(minimalSite({ features: { tour: hasTour } })))
        c.set('services', { production: false } as ApiEnv['Variables']['services'])
        await next()
      })
      .route('/', routes)
    return (await api.request('/active')).json()
  }
}

test('an announcement has no link while the page behind it is switched off', async () => {
  const site = await siteWith({ linkUrl: '/tour?q=lisbon', linkText: 'Tickets' })
  const linkShown = async (hasTour: boolean) => (await visitorOf(site, { hasTour })())[0].linkUrl
  expect([await linkShown(true), await linkShown(false)]).toEqual(['/tour?q=lisbon', null])
})

type Row = typeof announcements.$inferInsert
async function siteWith(...rows: Partial<Row>[]) {
  const site = await createTestSite(database)
  const all = rows.map((row) => ({ title: 'Lisbon', message: 'A second night.', ...row }))
  await site.as('administrator', (tx) => tx.insert(announcements).values(all))
  return site
}

test('returns only the public fields of an announcement', async () => {
  const site = await siteWith({
    linkUrl: '/tour',
    linkText: 'Tickets',
    style: 'urgent',
    priority: 9,
    endDate: new Date(2e12),
  })
  expect(await visitorOf(site)()).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: 'Lisbon',
      message: 'A second night.',
      linkUrl: '/tour',
      linkText: 'Tickets',
      style: 'urgent',
      isDismissible: true,
    },
  ])
})

test('start and end of an announcement apply at the time of the request, also to cached rows', async () => {
  const ask = visitorOf(await siteWith({ title: 'Now', endDate: noon }, { title: 'Later', startDate: noon }))
  expect(await ask(new Date(+noon - 1))).toMatchObject([{ title: 'Now' }])
  expect(await ask()).toMatchObject([{ title: 'Later' }])
})

test('omits an unsafe link of a stored announcement', async () => {
  const site = await siteWith({ linkUrl: 'https://bank.example@evil.example/' })
  expect(await visitorOf(site)()).toMatchObject([{ linkUrl: null, linkText: 'Learn More' }])
})

test('returns an empty list for a site without announcements', async () => {
  expect(await visitorOf(await createTestSite(database))()).toEqual([])
})
