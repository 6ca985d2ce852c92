import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { accountRateLimits } from '#domain/accounts/limits.ts'
import { freePort } from '#tests/browser/process.ts'
import { mp3OfSize } from '#tests/fixtures/file-bytes.ts'
import { openHttpClient } from '#tests/scale/browser.ts'
import { startCaddy } from '#tests/scale/caddy.ts'
import { buyProduct, chunksOf, findSongProduct, sha256, signInClient, siteOf } from '#tests/scale/client-actions.ts'
import { openFleet } from '#tests/scale/fleet.ts'

const megabyte = 1024 * 1024
const fleet = await openFleet({ TRUSTED_PROXIES: '127.0.0.1' })
const first = await fleet.web()
const second = await fleet.web({ WORKER: 'on' })
const port = await freePort()
// Certificates are left out, by addresses that begin with http.
const sites = ['localhost', 'software.localhost', 'service.localhost'].map((host) => `http://${host}:${port}`)
const browserAt = (host?: string) => openHttpClient({ port: () => port, ...(host && { host }) })
await startCaddy({ sites, web: [first, second], isUp: async () => (await browserAt().ask('/healthz')).status === 200 })

test('Caddy passes two hosts to two sites, compressed, and without its Server header', async () => {
  const [musician, software] = [await browserAt().ask('/'), await browserAt('software.localhost').ask('/')]
  expect([musician.status, software.status]).toEqual([200, 200])
  expect(musician.text).toContain('Marlow Quay')
  expect(software.text).toContain('Setlight')
  expect(software.text).not.toContain('Marlow Quay')
  expect(musician.headers.server).toBeUndefined()
  const compressed = await browserAt().ask('/', { headers: { 'accept-encoding': 'br, gzip' } })
  expect(compressed.headers['content-encoding']).toMatch(/^(br|gzip)$/)
  // Metrics are for this machine, and requests through Caddy are not from it.
  expect((await browserAt().ask('/metrics')).status).toBe(404)
})

test('rate limits count the real client address, whatever X-Forwarded-For says', async () => {
  const tries = async (from: string, headers: Record<string, string> = {}) => {
    const body = { email: `${randomBytes(4).toString('hex')}@example.com`, password: 'Wrong-Ferry 7!' }
    return (await browserAt().ask('/api/auth/sign-in', { body, headers, from })).status
  }
  const statuses: number[] = []
  for (let n = 0; n <= accountRateLimits.signInFromAddress.max; n++) statuses.push(await tries('127.0.0.7'))
  expect(statuses.at(-2)).not.toBe(429)
  expect(statuses.at(-1)).toBe(429)
  const forged: [string, string][] = [
    ['x-forwarded-for', '203.0.113.9'],
    ['x-forwarded-for', '203.0.113.9, 127.0.0.1'],
    ['forwarded', 'for=203.0.113.9'],
    ['x-real-ip', '203.0.113.9'],
  ]
  for (const [name, value] of forged) expect(await tries('127.0.0.7', { [name]: value }), name).toBe(429)
  expect(await tries('127.0.0.8')).not.toBe(429)
})

test('Caddy passes an upload chunk of 30 MB, and ranges of the file', async () => {
  const admin = await signInClient(browserAt())
  const song = await findSongProduct(admin)
  const bytes = mp3OfSize(30 * megabyte)
  const about = { websiteId: await siteOf(admin), productId: song.id, fileName: 'Long fetch.mp3' }
  const sent = await chunksOf(admin, { ...about, bytes, chunkBytes: 30 * megabyte }).send(0)
  const { fileId } = sent.json<{ fileId: string }>()
  expect(fileId, sent.text).toMatch(/^[0-9a-f-]{36}$/)
  const fan = browserAt()
  const { downloads } = await buyProduct(fan, song.id, 'fan@example.com')
  const [from, to] = [20 * megabyte, 30 * megabyte - 1]
  const range = { headers: { range: `bytes=${from}-${to}` } }
  const part = await fan.ask(`/api/download?token=${downloads[0]!.token}&file=${fileId}`, range)
  expect([part.status, part.headers['content-range']]).toEqual([206, `bytes ${from}-${to}/${bytes.length}`])
  expect(sha256(part.bytes)).toBe(sha256(bytes.subarray(from)))
})

test('Caddy passes cached pages while the database is down', async () => {
  const both = [first, second].map(({ port }) => openHttpClient({ port: () => port }))
  const statusOf = async (browser: (typeof both)[0], path: string) => (await browser.ask(path)).status
  for (const browser of both) expect(await statusOf(browser, '/history')).toBe(200)
  /** How often Caddy has received a health answer of each process. */
  const heard = () =>
    Promise.all(
      both.map(async (browser) => {
        const { text } = await browser.ask('/metrics', { headers: { host: 'localhost' } })
        return Number(/^stagedoor_requests_total\{kind="health",status="200"\} (\d+)$/m.exec(text)?.[1])
      }),
    )
  await fleet.database.kill()
  try {
    for (const browser of both) await expect.poll(() => statusOf(browser, '/readyz')).toBe(503)
    const before = await heard()
    // To ask for the figures counts as well.
    for (let own = 1; (await heard()).some((times, n) => times - own < before[n]! + 3); own++)
      expect(await statusOf(browserAt(), '/history')).toBe(200)
    expect(await statusOf(browserAt(), '/api/tour/shows?past=include')).toBe(503)
  } finally {
    await fleet.database.start()
  }
  await expect.poll(() => statusOf(browserAt(), '/api/tour/shows?past=include')).toBe(200)
})

test('no request fails while a process is stopped and restarted', async () => {
  const visitor = browserAt()
  const paths = ['/tour', '/api/tour/shows', '/shop']
  const statuses: number[] = []
  let over = false
  const walking = Array.from({ length: 6 }, async (_, n) => {
    while (!over) statuses.push((await visitor.ask(paths[n % 3]!)).status)
  })
  const quoting = (async () => {
    const song = await findSongProduct(visitor)
    const body = { items: [{ productId: song.id, variantId: null, quantity: 1 }] }
    while (!over) statuses.push((await visitor.ask('/api/shop/quote', { body })).status)
  })()
  await expect.poll(() => statuses.length).toBeGreaterThan(20)
  expect(await first.stop()).toBe('ended with 0')
  const then = statuses.length
  await expect.poll(() => statuses.length).toBeGreaterThan(then + 20)
  over = true
  await Promise.all([...walking, quoting])
  expect([...new Set(statuses)]).toEqual([200])
})
