import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { expect, test } from 'vitest'
import { allowPublicRevalidation } from '#app/http/public-revalidation.ts'

const shows = Array.from({ length: 100 }, (_, number) => ({ city: 'Kiel', number }))
const app = new Hono()
  .use(compress())
  .get('*', allowPublicRevalidation)
  .get('/shows', (c) => c.json(shows))
  .get('/own', (c) => c.json({}, 200, { 'cache-control': 'no-store' }))
  .get('/missing', (c) => c.json({}, 404))
  .get('/file', (c) => c.body('x', 200, { 'content-type': 'application/octet-stream' }))
const ask = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })

test('allows caches to store public JSON and revalidate it by ETag', async () => {
  for (const encoding of ['identity', 'gzip']) {
    const first = await ask('/shows', { 'accept-encoding': encoding })
    const { headers } = first
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'application/json',
      vary: 'Accept-Encoding, Authorization, Cookie',
    })
    const etag = headers.get('etag')!
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    if (encoding === 'identity') expect(await first.json()).toEqual(shows)
    for (const ifNoneMatch of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
      const again = await ask('/shows', { 'accept-encoding': encoding, 'if-none-match': ifNoneMatch })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
      expect(again.headers.get('vary')).toBe(headers.get('vary'))
    }
    expect((await ask('/shows', { 'if-none-match': '"x"' })).status).toBe(200)
  }
})

test.each([
  ['/own', 'no-store'],
  ['/missing', null],
  ['/file', null],
])('the headers of %s are not changed for revalidation', async (path, cacheControl) => {
  const { headers } = await ask(path, { 'if-none-match': '*' })
  expect([headers.get('cache-control'), headers.get('etag')]).toEqual([cacheControl, null])
})
