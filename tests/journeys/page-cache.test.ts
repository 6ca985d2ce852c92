import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startApp, visit, waitForHydration } from '#tests/browser/harness.ts'
import { owner, ownersApi } from '#tests/journeys/owner-app.ts'
import { firstCases, longTest } from '#tests/long-test.ts'

const env = { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password, TRUSTED_PROXIES: '127.0.0.9' }
const app = await startApp({ env })
const { port } = new URL(app.address())
const agent = new Agent({ keepAlive: true, maxSockets: 120 })

type GetOptions = { host?: string; method?: string; headers?: Record<string, string | string[]>; from?: string }
type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string }

/** `fetch` would not let us name the host. */
function get(
  path: string,
  { host = 'localhost', method = 'GET', headers = {}, from }: GetOptions = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: { host: `${host}:${port}`, ...headers },
        ...(from ? { localAddress: from } : { agent }),
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const body = Buffer.concat(parts)
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString() })
        })
      },
    )
    clientRequest.on('error', reject)
    clientRequest.end()
  })
}
const how = ({ headers }: Answer) => /cache;desc=(\w+)/.exec(String(headers['server-timing']))?.[1]
const fills = async () => Number(/^stagedoor_page_cache_fills_total (\d+)/m.exec((await get('/metrics')).text)?.[1])

/** Headers about the client that must not affect a cacheable page. */
const unkeyed: Record<string, string | string[]>[] = [
  { 'x-forwarded-host': 'evil.example' },
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded-for': '203.0.113.7' },
  { 'x-forwarded-port': '444' },
  { 'x-forwarded-prefix': '/evil' },
  { 'x-forwarded-scheme': 'https' },
  { 'x-forwarded-server': 'evil.example' },
  { 'x-forwarded-ssl': 'on' },
  { forwarded: 'for=203.0.113.7;host=evil.example;proto=https' },
  { 'x-real-ip': '203.0.113.7' },
  { 'x-client-ip': '203.0.113.7' },
  { 'true-client-ip': '203.0.113.7' },
  { 'cf-connecting-ip': '203.0.113.7' },
  { 'x-host': 'evil.example' },
  { 'x-original-host': 'evil.example' },
  { 'x-original-url': '/admin' },
  { 'x-rewrite-url': '/admin' },
  { 'x-original-uri': '/admin' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-http-method': 'PUT' },
  { 'x-method-override': 'POST' },
  { 'accept-language': 'de-DE,de;q=0.9' },
  { 'accept-charset': 'iso-8859-1' },
  { accept: 'application/json' },
  { accept: 'text/markdown' },
  { origin: 'https://evil.example' },
  { referer: 'https://evil.example/<script>' },
  { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' },
  { 'user-agent': '<script>alert(1)</script>' },
  { range: 'bytes=0-9' },
  { 'if-range': '"x"' },
  { 'if-match': '"x"' },
  { 'if-none-match': '"x"' },
  { 'if-modified-since': 'Thu, 01 Jan 2099 00:00:00 GMT' },
  { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  { 'cache-control': 'no-cache' },
  { 'cache-control': 'only-if-cached, max-stale' },
  { pragma: 'no-cache' },
  { authorization: 'Bearer nonsense' },
  { authorization: 'Basic b3duZXI6cGFzc3dvcmQ=' },
  { 'proxy-authorization': 'Basic eDp5' },
  { cookie: 'theme=dark' },
  { cookie: 'cookie-consent=accept-all; cookie-preferences=%7B%7D' },
  { cookie: 'cart=%5B1%2C2%5D; utm=x; _ga=GA1.1' },
  { cookie: 'session-id=1; mysession=2; challenge=x; sign-up=y; signed-out=locally' },
  { cookie: '=; ;;; %=%; __proto__=1' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
  { 'sec-gpc': '1', dnt: '1' },
  { 'sec-ch-ua-mobile': '?1', 'sec-ch-ua-platform': '"Android"' },
  { 'sec-ch-prefers-color-scheme': 'dark' },
  { 'save-data': 'on', 'device-memory': '0.25', downlink: '0.1', ect: 'slow-2g' },
  { 'viewport-width': '320', width: '320', dpr: '3' },
  { 'x-requested-with': 'XMLHttpRequest' },
  { 'x-middleware-subrequest': 'middleware' },
  { 'x-tsr-redirect': '/admin', 'x-tsr-serverfn': 'true' },
  { 'x-nextjs-data': '1', rsc: '1' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'upgrade-insecure-requests': '1' },
  { purpose: 'prefetch', 'sec-purpose': 'prefetch' },
  { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
  { via: '1.1 evil.example', 'x-cache': 'miss', 'x-varnish': '1' },
  { 'x-nonce': 'abc', 'x-csp-nonce': 'abc' },
  { 'x-site-id': '00000000-0000-4000-8000-000000000000', 'x-website-id': 'x', 'x-tenant': 'b' },
  { te: 'trailers', 'x-trailer': 'x' },
]
/** In groups, so that each request needs a new render and no header occurs twice in one request. */
const parts = Array.from({ length: 8 }, (_, part) => unkeyed.filter((_headers, at) => at % 8 === part))
/** Headers of a single answer or of its connection. */
const ours = ['date', 'x-request-id', 'server-timing', 'connection', 'keep-alive']
const lasting = ({ headers }: Answer) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ours.includes(name)))

const comparable = (answer: Answer) => ({ status: answer.status, text: answer.text, headers: lasting(answer) })

const silent = {
  title: 'Not yet',
  message: 'Nobody sees this.',
  announcementType: 'general',
  style: 'info',
  isActive: false,
}

longTest('a page that is rendered again with the same content keeps its ETag', async () => {
  const asOwner = await ownersApi(app)
  const { id } = await asOwner<{ id: string }>('POST', '/api/admin/announcements', silent)
  for (const path of ['/', '/tour', '/shop', '/gallery', '/contact']) {
    const first = await get(path)
    await asOwner('PUT', `/api/admin/announcements/${id}/switch`, { isActive: false })
    const again = await get(path)
    expect([how(again), again.headers.etag]).toEqual(['miss', first.headers.etag])
    expect(again.body.equals(first.body)).toBe(true)
    const known = await get(path, { headers: { 'if-none-match': String(first.headers.etag) } })
    expect(known.status).toBe(304)
  }
})

longTest('the page and its security headers are independent of unrelated request headers', async () => {
  expect(unkeyed.length).toBeGreaterThanOrEqual(60)
  const asOwner = await ownersApi(app)
  const { id } = await asOwner<{ id: string }>('POST', '/api/admin/announcements', silent)
  /** The announcement is on every page: each is rendered again with the same content. */
  const dropPages = () => asOwner('PUT', `/api/admin/announcements/${id}/switch`, { isActive: false })

  const paths = ['/', '/tour']
  const plain = new Map(await Promise.all(paths.map(async (path) => [path, await get(path)] as const)))
  for (const part of parts) {
    const together: Record<string, string | string[]> = Object.assign({}, ...part)
    expect(Object.keys(together)).toEqual(part.flatMap(Object.keys))
    await dropPages()
    for (const path of paths) {
      const made = await get(path, { headers: together })
      expect(how(made)).toBe('miss')
      expect(comparable(made)).toEqual(comparable(plain.get(path)!))
      for (const headers of [{}, ...part]) {
        const kept = await get(path, { headers })
        expect({ headers, how: how(kept), status: kept.status, same: kept.body.equals(made.body) }).toEqual({
          headers,
          how: 'hit',
          status: 200,
          same: true,
        })
        expect(lasting(kept)).toEqual(lasting(made))
      }
    }
  }
})

test('serves the same page through a trusted proxy over https', async () => {
  const plain = await get('/history')
  const secure = await get('/history', { from: '127.0.0.9', headers: { 'x-forwarded-proto': 'https' } })
  expect([how(plain), how(secure)]).toEqual(['miss', 'hit'])
  expect(secure.body.equals(plain.body)).toBe(true)
})

test('no host gets the page of another, in any spelling', async () => {
  const names = { localhost: 'Marlow Quay', 'software.localhost': 'Setlight', 'service.localhost': 'Felt &amp; Hammer' }
  for (let times = 0; times < 2; times++)
    for (const [host, name] of Object.entries(names))
      for (const spelled of [host, host.toUpperCase(), `${host}.`]) {
        const { text } = await get('/contact', { headers: { host: `${spelled}:${port}` } })
        for (const each of Object.values(names)) expect(text.includes(each)).toBe(each === name)
      }
  expect((await get('/contact', { host: 'evil.example' })).status).toBe(421)
})

test('renders a page once for a hundred simultaneous visitors', async () => {
  const before = await fills()
  const answers = await Promise.all(Array.from({ length: 100 }, () => get('/discography')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect((await fills()) - before).toBe(1)
})

test('an edit appears on the next request, and invalidates only pages that show it', async () => {
  const asOwner = await ownersApi(app)
  const paths = ['/', '/tour', '/shop', '/history', '/gallery']
  const seen = async () =>
    Object.fromEntries(await Promise.all(paths.map(async (path) => [path, how(await get(path))])))
  await seen()
  expect(await seen()).toEqual(Object.fromEntries(paths.map((path) => [path, 'hit'])))
  await asOwner('POST', '/api/admin/shows', {
    date: '2099-01-02',
    zone: 'Europe/Berlin',
    venue: 'The Canary Rooms',
    city: 'Kiel',
    country: 'DE',
    status: 'upcoming',
  })
  expect((await get('/tour')).text).toContain('The Canary Rooms')
  expect(await seen()).toEqual({ '/': 'miss', '/tour': 'hit', '/shop': 'hit', '/history': 'hit', '/gallery': 'hit' })
  await asOwner('POST', '/api/admin/announcements', {
    title: 'Canary news',
    message: 'A word to all.',
    announcementType: 'general',
    style: 'info',
    isActive: true,
  })
  // The banner is on every page.
  expect((await get('/history')).text).toContain('Canary news')
  expect(await seen()).toMatchObject({ '/': 'miss', '/tour': 'miss', '/shop': 'miss', '/gallery': 'miss' })
  expect(await seen()).toEqual(Object.fromEntries(paths.map((path) => [path, 'hit'])))
})

test('a signed-in owner gets the page of every visitor, without a draft', async () => {
  const asOwner = await ownersApi(app)
  const secret = 'Only the owner has seen this name'
  const { sequence } = await asOwner<{ sequence: number }>('GET', '/api/admin/site/draft')
  const identity = { name: secret, tagline: 'A tagline', description: 'A description.' }
  await asOwner('PUT', '/api/admin/site/draft/parts/identity', { sequence, value: identity })
  const signedIn = await fetch(`${app.address()}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.address() },
    body: JSON.stringify(owner),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  expect(cookie).toContain('session=')
  for (const path of ['/terms', '/', '/shop?sort=price', '/cart', '/none-at-all']) {
    const ofOwner = await get(path, { headers: { cookie } })
    const ofVisitor = await get(path)
    expect([how(ofOwner), how(ofVisitor)]).toEqual([expect.stringMatching(/miss|hit/), 'hit'])
    expect(comparable(ofOwner)).toEqual(comparable(ofVisitor))
    expect(ofOwner.text).not.toContain(secret)
    expect(ofOwner.headers['set-cookie']).toBeUndefined()
    expect(ofOwner.headers['content-security-policy']).not.toContain('nonce')
  }
  // What is made for one request may be personal.
  const made = await get('/shop?q=pin', { headers: { cookie } })
  expect([how(made), made.headers['cache-control']]).toEqual(['bypass', 'no-store'])
  expect(made.headers['content-security-policy']).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic'/)
  expect(made.text).not.toContain(secret)
})

test('serves filters in any order as one page, and searches as a page of their own', async () => {
  const before = await fills()
  const category = '/shop?sort=price&in=stock&fbclid=1'
  const answers = [
    await get(category),
    await get('/shop?in=stock&x=y&sort=price'),
    await get('/shop?sort=price&in=stock'),
  ]
  expect(answers.map(how)).toEqual(['miss', 'hit', 'hit'])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers[0]!.text).not.toContain('fbclid')
  expect((await fills()) - before).toBe(1)
  for (const path of ['/shop?q=pin', '/tour?q=kiel', '/tour?past=include&q=kiel'])
    for (let times = 0; times < 2; times++) expect(how(await get(path))).toBe('bypass')
  expect((await fills()) - before).toBe(1)
})

test('makes the page for addresses without one once', async () => {
  const answers = []
  for (const path of ['/none', '/wp-login.php', '/tour/none', '/shop/none', '/a/b/c', '/none'])
    answers.push(await get(path))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(404))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  for (const { headers } of answers)
    expect([headers['cache-control'], headers.etag]).toEqual(['private, no-cache', undefined])
  expect(how(answers[5]!)).toBe('hit')
  const page = await visit(app, { path: '/tour/none', expected: [/404: GET .*none/] })
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Tour', exact: true }).first().click()
  await page.waitForURL('**/tour')
})

longTest('uncached pages arrive complete, also many at once and 404 pages', async () => {
  const headers = { 'accept-encoding': 'gzip, deflate, br' }
  const ask = (n: number) => get(n % 2 ? `/downloads/no-such-token-${n}` : `/tour?q=${n}`, { headers })
  const answers: Answer[] = []
  // As many as a slow machine renders before it refuses the last one.
  while (answers.length < 60) answers.push(...(await Promise.all(Array.from({ length: 20 }, (_, n) => ask(n)))))
  for (const [n, { status, headers: heard, body }] of answers.entries()) {
    expect([status, heard['content-encoding'], heard['content-length']]).toEqual([
      ...[n % 2 ? 404 : 200, 'br', String(body.length)],
    ])
    const page = brotliDecompressSync(body).toString()
    expect(page).toMatch(/^<!DOCTYPE html><html[\s\S]*<\/html>$/)
    // The data that the page begins with in the browser, to its end.
    expect(page).toContain('$tsr-stream-boundary')
  }
})

test('answers 304 for a current ETag', async () => {
  const first = await get('/media')
  const { etag } = first.headers
  expect(etag).toMatch(/^"[\w-]+"$/)
  const again = await get('/media', { headers: { 'if-none-match': String(etag) } })
  expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag])
  expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
})

test('every encoding has the same page and the right content-length', async () => {
  const plain = await get('/awards')
  const br = await get('/awards', { headers: { 'accept-encoding': 'gzip, deflate, br' } })
  const gzip = await get('/awards', { headers: { 'accept-encoding': 'gzip' } })
  expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true)
  expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true)
  expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3)
  expect(br.body.length).toBeLessThan(plain.body.length / 3)
  const head = await get('/awards', { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(br.body.length)])
})

test('unknown query parameters do not fill the cache', async () => {
  await get('/history')
  const before = await fills()
  for (let at = 0; at < 20; at++) await get(`/history?fbclid=${at}&utm_source=x${at}`)
  expect(await fills()).toBe(before)
  for (let at = 0; at < 5; at++) expect(how(await get(`/history?x=${at}`))).toBe('hit')
  expect(await fills()).toBe(before)
})

test.each(['/admin/login', '/admin/none', '/reset-password', '/payment/confirm', '/tour?q=x'])(
  'does not cache %s',
  async (path) => {
    const answers = [await get(path), await get(path)]
    for (const answer of answers) {
      expect(how(answer)).not.toBe('hit')
      expect(answer.headers['cache-control']).toMatch(/no-store|private/)
    }
  },
)

test('serves metrics to this machine only', async () => {
  const { status, text } = await get('/metrics', { host: '127.0.0.1' })
  expect(status).toBe(200)
  expect(text).toMatch(/^stagedoor_requests_total\{kind="page",status="200"\} \d+$/m)
  expect(text).toMatch(/^stagedoor_page_cache_requests_total\{result="hit"\} \d+$/m)
  expect(text).toMatch(/^stagedoor_jobs_waiting \d+$/m)
  expect(text).toMatch(/^stagedoor_connections_open [1-9]/m)
  const hidden = await get('/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } })
  // Not a page of the site: such requests are not rate-limited, so the answer must cost nothing.
  expect([hidden.status, JSON.parse(hidden.text).reason]).toEqual([404, 'not-found'])
})

const keptPages = [
  '/shop?sort=price&utm_source=x',
  '/cart',
  '/checkout?cancelled=1',
  '/orders/find?number=X',
  '/',
  '/shop',
  '/tour?past=include',
  '/tour',
  '/gallery',
  '/contact',
  '/discography',
  '/?fbclid=abc',
]

test.each(firstCases(1, keptPages))('%s from the cache hydrates under its content security policy', async (path) => {
  await get(path)
  const kept = await get(path)
  expect(how(kept)).toBe('hit')
  expect(kept.headers['content-security-policy']).not.toMatch(/nonce|strict-dynamic|script-src[^;]*unsafe/)
  // A CSP violation or a hydration mismatch is a console error, which fails the test.
  const page = await visit(app, { path })
  expect(await page.evaluate(() => document.documentElement.outerHTML.includes('nonce='))).toBe(false)
  const answer = page.waitForResponse((response) => response.request().isNavigationRequest())
  await page.reload()
  expect(await (await answer).headerValue('server-timing')).toBe('cache;desc=hit')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Tour', exact: true }).first().click()
  await page.waitForURL('**/tour*')
  await page.getByRole('heading', { level: 1 }).waitFor()
})
