import { expect, test } from 'vitest'
import { announcements } from '#server/announcements/table.ts'
import { recordReads } from '#server/cache/page-reads.ts'
import { insertShow } from '#server/tour/commands.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, defaultEngine, openTestDatabase, type TestSite } from '#tests/database.ts'
import { berlinShow } from '#tests/fixtures/tour.ts'

const database = await openTestDatabase(defaultEngine)

/** When a page that shows this API answer changes without an edit, and the cache tags of the answer. */
async function momentOf(site: TestSite, path: string): Promise<{ at: string | null; tags: string[] }> {
  const api = createTestApi(database, site)
  const { reads } = await recordReads(async () => {
    const answer = await api.request(path)
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json()
  })
  const { changesAt, tags } = reads
  return { at: Number.isFinite(changesAt) ? new Date(changesAt).toISOString() : null, tags: [...tags] }
}

test('a page with shows expires when the next show begins or goes on sale', async () => {
  const site = await createTestSite(database)
  await site.as('administrator', async (tx) => {
    await insertShow(tx, berlinShow)
    await insertShow(tx, { ...berlinShow, date: '2026-07-01', city: 'Kiel' })
    await insertShow(tx, { ...berlinShow, date: '2026-04-01', city: 'Bremen' })
  })
  for (const path of ['/api/tour/shows', '/api/tour/shows?past=include', '/api/tour/shows/2026-06-01-berlin-lido'])
    expect((await momentOf(site, path)).at).toBe('2026-06-01T18:00:00.001Z')
  for (const path of ['/api/tour/shows', '/api/tour/past-shows', '/api/tour/shows/2026-06-01-berlin-lido'])
    expect((await momentOf(site, path)).tags).toEqual(['site', 'tour'])
  await site.as('administrator', (tx) =>
    insertShow(tx, { ...berlinShow, date: '2026-08-01', onSaleAt: new Date('2026-05-02T09:00:00Z') }),
  )
  const sold = '/api/tour/shows/2026-08-01-berlin-lido'
  for (const path of ['/api/tour/shows', sold]) expect((await momentOf(site, path)).at).toBe('2026-05-02T09:00:00.000Z')
  const wordsAt = async (now: string) => {
    const api = createTestApi(database, site, { kind: 'visitor' }, {}, { clock: () => new Date(now) })
    return (await (await api.request(sold)).json()).words.onSale
  }
  expect(await wordsAt('2026-05-02T08:59:59.999Z')).toMatch(/11:00$/)
  expect(await wordsAt('2026-05-02T09:00:00.000Z')).toBeNull()
})

test('a page with past shows expires when the show of tonight begins', async () => {
  const site = await createTestSite(database)
  expect((await momentOf(site, '/api/tour/past-shows')).at).toBeNull()
  await site.as('administrator', (tx) => insertShow(tx, { ...berlinShow, date: '2026-05-01' }))
  expect((await momentOf(site, '/api/tour/past-shows')).at).toBe('2026-05-01T18:00:00.001Z')
})

test('a page with the banner expires when an announcement begins or ends', async () => {
  const site = await createTestSite(database)
  expect(await momentOf(site, '/api/announcements/active')).toEqual({ at: null, tags: ['site', 'announcements'] })
  const inSeconds = (seconds: number) => new Date(+now + seconds * 1000)
  const say = (row: { startDate?: Date; endDate?: Date }) =>
    site.as('administrator', (tx) => tx.insert(announcements).values({ title: 'News', message: 'A word.', ...row }))
  await say({ endDate: inSeconds(200) })
  expect((await momentOf(site, '/api/announcements/active')).at).toBe(inSeconds(200).toISOString())
  await say({ startDate: inSeconds(100), endDate: inSeconds(900) })
  expect((await momentOf(site, '/api/announcements/active')).at).toBe(inSeconds(100).toISOString())
})
