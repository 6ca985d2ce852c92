import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { freePort } from '#tests/browser/process.ts'
import { openHttpClient } from '#tests/scale/browser.ts'
import { signInClient } from '#tests/scale/client-actions.ts'
import { openFleet } from '#tests/scale/fleet.ts'
import { startVarnish } from '#tests/scale/varnish.ts'

const port = await freePort()
const token = randomBytes(16).toString('hex')
const fleet = await openFleet({
  TRUSTED_PROXIES: '127.0.0.1',
  CDN_PURGE_URL: `http://127.0.0.1:${port}/.purge`,
  CDN_PURGE_TOKEN: token,
})
const web = await fleet.web({ WORKER: 'on' })
const visitor = (host?: string) => openHttpClient({ port: () => port, ...(host && { host }) })
await startVarnish({ port, web, token, isUp: async () => (await visitor().ask('/healthz')).status === 200 })

/** Each answer of the application has an id of its own, so two answers with the same one are one copy. */
const copyOf = async (path: string, host?: string) => String((await visitor(host).ask(path)).headers['x-request-id'])

test('Varnish keeps a public page for everybody, and browsers revalidate it', async () => {
  const first = await visitor().ask('/tour')
  expect(first.headers).toMatchObject({ 'cache-control': 'public, no-cache' })
  for (const name of ['cdn-cache-control', 'cache-tag', 'xkey', 'age']) expect(first.headers).not.toHaveProperty(name)
  const second = await visitor().ask('/tour', { headers: { cookie: 'theme=dark' } })
  expect(second.headers['x-request-id']).toBe(first.headers['x-request-id'])
  const etag = String(second.headers.etag)
  expect((await visitor().ask('/tour', { headers: { 'if-none-match': etag } })).status).toBe(304)
  const gzipped = await visitor().ask('/tour', { headers: { 'accept-encoding': 'gzip' } })
  expect(gzipped.headers['content-encoding']).toBe('gzip')
})

test('what is not for everybody passes Varnish each time', async () => {
  for (const path of ['/shop?q=vinyl', '/api/site', '/healthz'])
    expect(await copyOf(path), path).not.toBe(await copyOf(path))
  const admin = await signInClient(visitor())
  const [own, next] = [await admin.ask('/history'), await admin.ask('/history')]
  expect(own.headers['x-request-id']).not.toBe(next.headers['x-request-id'])
  expect((await visitor().ask('/internal/tls-allowed?domain=localhost')).status).toBe(404)
})

test('an edit purges the pages that show it, of its website only', async () => {
  const admin = await signInClient(visitor())
  const [history, elsewhere] = [await copyOf('/history'), await copyOf('/tour', 'software.localhost')]
  const before = await copyOf('/tour')
  const show = { date: '2033-02-03', zone: 'Europe/Berlin', venue: 'The Purged Hall', city: 'Berlin', country: 'DE' }
  const made = await admin.ask('/api/admin/shows', { body: { ...show, status: 'upcoming' } })
  expect(made.status, made.text).toBe(201)
  await expect.poll(async () => (await visitor().ask('/tour')).text).toContain('The Purged Hall')
  expect(await copyOf('/tour')).not.toBe(before)
  expect(await copyOf('/history')).toBe(history)
  expect(await copyOf('/tour', 'software.localhost')).toBe(elsewhere)
})

test('a purge without the token is refused', async () => {
  const copy = await copyOf('/history')
  const site = (await visitor().ask('/api/site')).json<{ siteId: string }>().siteId
  for (const authorization of ['Bearer ', `Bearer ${'0'.repeat(32)}`]) {
    const headers = { authorization, 'cache-tag': site }
    expect((await visitor().ask('/.purge', { method: 'POST', headers })).status).toBe(403)
  }
  expect(await copyOf('/history')).toBe(copy)
  const headers = { authorization: `Bearer ${token}`, 'cache-tag': site }
  expect((await visitor().ask('/.purge', { method: 'POST', headers })).status).toBe(200)
  expect(await copyOf('/history')).not.toBe(copy)
})
