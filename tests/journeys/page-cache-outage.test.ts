import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/browser/harness.ts'
import { owner, ownersApi } from '#tests/journeys/owner-app.ts'
import { startPostgres } from '#tests/services/postgres.ts'

const cluster = await startPostgres({ durable: true })
afterAll(() => cluster.stop())
const env = {
  APP_SECRET: 'a secret that both of them know very well',
  DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
  DEMO: 'off',
  OWNER_EMAIL: owner.email,
  OWNER_PASSWORD: owner.password,
  DATABASE_URL: cluster.url('postgres'),
  DATABASE_OWNER_URL: cluster.ownerUrl('postgres'),
  DATABASE_POOL: '4',
}
const here = await startApp({ env })
const there = await startApp({ env })
const both = [here, there]

const get = async (app: typeof here, path: string) => {
  const answer = await fetch(app.address() + path)
  const how = /cache;desc=(\w+)/.exec(answer.headers.get('server-timing') ?? '')?.[1]
  return { status: answer.status, how, text: await answer.text() }
}
/** How the page cache answered a page with these words. One that only expired is refreshed in the background: no miss. */
const madeWith = (app: typeof here, path: string, words: string) => async () => {
  const { how, text } = await get(app, path)
  return text.includes(words) ? how : 'not there'
}
const announce = async (app: typeof here, title: string) =>
  (await ownersApi(app))('POST', '/api/admin/announcements', {
    title,
    message: 'A word to all.',
    announcementType: 'general',
    style: 'info',
    isActive: true,
  })

test('an edit in one process appears on the pages of the other', async () => {
  for (const app of both) await get(app, '/history')
  expect(await get(there, '/history')).toMatchObject({ status: 200, how: 'hit' })
  await announce(here, 'News from here')
  await expect.poll(madeWith(there, '/history', 'News from here')).toBe('miss')
  expect((await get(here, '/history')).text).toContain('News from here')
})

test('serves cached pages while the database is away; renders them again when it is back', async () => {
  for (const app of both) for (const path of ['/', '/history']) await get(app, path)
  await cluster.kill()
  for (const app of both) {
    for (const path of ['/', '/history']) expect(await get(app, path)).toMatchObject({ status: 200, how: 'hit' })
    expect((await get(app, '/api/tour/shows?past=include')).status).toBe(503)
    // It asks the database once a second.
    await expect.poll(async () => (await get(app, '/readyz')).status).toBe(503)
    expect((await get(app, '/metrics')).text).toContain('stagedoor_page_cache_pages')
  }
  await cluster.start()
  // Another client may have changed something in the meantime.
  for (const app of both) await expect.poll(async () => (await get(app, '/')).how).toBe('miss')
  await announce(there, 'News from there')
  await expect.poll(madeWith(here, '/', 'News from there')).toBe('miss')
})
