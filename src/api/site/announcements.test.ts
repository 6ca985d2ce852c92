import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { ApiEnv } from '#api/env.ts'
import { announcements as routes } from '#api/site/announcements.ts'
import { announcements } from '#server/announcements/table.ts'
import { newSite, openTestDatabase, type TestSite } from '#tests/database.ts'

const database = await openTestDatabase('pglite')
const noon = new Date('2026-05-01T12:00:00Z')

/** Keeps what the database has answered, as the house does. */
function visitorOf(site: TestSite) {
  const kept = new Map<string, Promise<unknown>>()
  const cached: ApiEnv['Variables']['cached'] = (name, work) => {
    const answer = kept.get(name) ?? site.as('visitor', work)
    kept.set(name, answer)
    return answer as ReturnType<typeof work>
  }
  return async (now = noon) => {
    const api = new Hono<ApiEnv>()
      .use(async (c, next) => {
        c.set('now', now)
        c.set('cached', cached)
        await next()
      })
      .route('/', routes)
    return (await api.request('/active')).json()
  }
}

type Row = typeof announcements.$inferInsert
async function siteWith(...rows: Partial<Row>[]) {
  const site = await newSite(database)
  const all = rows.map((row) => ({ title: 'Lisbon', message: 'A second night.', ...row }))
  await site.as('administrator', (tx) => tx.insert(announcements).values(all))
  return site
}

test('what the artist announces, a visitor is told, and nothing more', async () => {
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

test('the window is read by the clock of the request, also from what is kept', async () => {
  const ask = visitorOf(await siteWith({ title: 'Now', endDate: noon }, { title: 'Later', startDate: noon }))
  expect(await ask(new Date(+noon - 1))).toMatchObject([{ title: 'Now' }])
  expect(await ask()).toMatchObject([{ title: 'Later' }])
})

test('a link that got past the table but is not safe is left out', async () => {
  const site = await siteWith({ linkUrl: 'https://bank.example@evil.example/' })
  expect(await visitorOf(site)()).toMatchObject([{ linkUrl: null, linkText: 'Learn More' }])
})

test('a site that announces nothing answers with an empty list', async () => {
  expect(await visitorOf(await newSite(database))()).toEqual([])
})
