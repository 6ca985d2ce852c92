import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '#tests/browser/harness.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { owner } from '#tests/journeys/owner.ts'
import { longTest } from '#tests/long-test.ts'
import { headerViolations } from '#tests/security-headers.ts'

/** A staging installation, because the test buys something, and production accepts no test card. */
const behindProxy = { NODE_ENV: 'production', STAGING: 'on', TRUSTED_PROXIES: '127.0.0.1' }
const app = await startApp({ env: { ...behindProxy, OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password } })
const port = Number(new URL(app.address()).port)
const https = { 'x-forwarded-proto': 'https', host: `localhost:${port}` }
const origin = `https://localhost:${port}`

type RawRequest = { method?: string; headers?: Record<string, string>; body?: string | Buffer }
type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

/** A request as the trusted proxy sends it. */
async function ask(path: string, { method = 'GET', headers = {}, body }: RawRequest = {}): Promise<Answer> {
  const asking = request({ host: '127.0.0.1', port, path, method, headers: { ...https, ...headers } })
  asking.end(body)
  return answerTo(asking)
}

async function answerTo(asking: ClientRequest): Promise<Answer> {
  const [answer] = await once(asking, 'response')
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

/** Bytes as they are, for what no client would send. */
async function raw(bytes: string): Promise<Answer> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 2),
  ])
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), body }
}

const jsonType = { 'content-type': 'application/json', origin }
const big = Buffer.alloc(300 * 1024, 'x')

test('every kind of answer has the security headers', async () => {
  const home = await ask('/')
  const image = /\/images\/[^"\s]+\.(?:jpeg|webp)/.exec(home.body)![0]
  const script = /\/assets\/[^"\s]+\.js/.exec(home.body)![0]
  const icon = /\/images\/[^"\s]+\.svg/.exec(home.body)![0]
  const { headers: shown } = await ask('/tour.ics')
  // What is sold changes the home page, not this one.
  const { headers: read } = await ask('/history')
  const clip = await previewPath()
  const { paying, token } = await bought()
  const part = { headers: { range: 'bytes=0-9' } }
  const beyond = { headers: { range: 'bytes=99999999-' } }
  const kinds: [what: string, status: number, path: string, options?: RawRequest][] = [
    ['a page', 200, '/'],
    ['the same page once more', 200, '/'],
    ['a page that was asked for with HEAD', 200, '/tour', { method: 'HEAD' }],
    ['a page that has not changed', 304, '/history', { headers: { 'if-none-match': String(read.etag) } }],
    ['a page of which any version is known', 304, '/history', { headers: { 'if-none-match': '*' } }],
    ['a page of the owner’s', 200, '/admin/login'],
    ['a way to another page', 307, '/admin'],
    ['the way to sign in', 307, '/admin/dashboard'],
    ['no page', 404, '/nowhere'],
    ['a page of an unknown link', 404, '/downloads/nobody'],
    ['a form that came too early', 303, '/contact', { method: 'POST', body: 'a=b' }],
    ['a method that pages do not have', 405, '/', { method: 'DELETE' }],
    ['an answer', 200, '/api/site'],
    ['the document of the API', 200, '/api/openapi.json'],
    ['its page', 200, '/api/docs'],
    ['no route', 404, '/api/nothing'],
    ['no id', 404, '/api/tour/shows/nothing'],
    ['a refusal to strangers', 401, '/api/admin/orders'],
    [
      'a refusal of another page',
      403,
      '/api/auth/sign-in',
      { method: 'POST', headers: { origin: 'https://evil.example' } },
    ],
    ['broken JSON', 400, '/api/shop/quote', { method: 'POST', headers: jsonType, body: '{' }],
    ['a form instead of JSON', 415, '/api/shop/quote', { method: 'POST', body: 'a=b' }],
    ['JSON that says nothing', 422, '/api/shop/quote', { method: 'POST', headers: jsonType, body: '{}' }],
    ['too much', 413, '/api/shop/quote', { method: 'POST', headers: jsonType, body: big }],
    [
      'a report',
      202,
      '/api/csp-reports',
      { method: 'POST', headers: { 'content-type': 'application/reports+json' }, body: '[]' },
    ],
    ['a calendar', 200, '/tour.ics'],
    ['a calendar that has not changed', 304, '/tour.ics', { headers: { 'if-none-match': String(shown.etag) } }],
    ['a feed', 200, '/feed.xml'],
    ['a map of the site', 200, '/sitemap.xml'],
    ['words for robots', 200, '/robots.txt'],
    ['a manifest', 200, '/site.webmanifest'],
    ['a script', 200, script],
    ['no script', 404, '/assets/nothing.js'],
    ['no picture', 404, '/images/nothing'],
    ['a method that pictures do not have', 405, '/images/nothing', { method: 'POST' }],
    ['a clip', 200, clip],
    ['a part of a clip', 206, clip, part],
    ['no part of a clip', 416, clip, beyond],
    ['no clip', 404, '/previews/nothing'],
    ['no film', 404, '/media/files/nothing'],
    ['a page of what was bought', 200, `/downloads/${token}`],
    ['a download', 200, `/api/download?token=${token}`],
    ['a part of a download', 206, `/api/download?token=${token}`, part],
    ['no part of a download', 416, `/api/download?token=${token}`, beyond],
    ['no download', 404, '/api/download?token=nothing'],
    ['a page of a payment', 200, paying],
    ['a payment from another page', 403, paying, { method: 'POST', body: 'how=succeeds' }],
    ['too much for a payment', 413, paying, { method: 'POST', body: big }],
    ['no page of a payment', 404, '/sandbox/pay/nothing'],
    ['a site that is not here', 421, '/', { headers: { host: 'nobody.example' } }],
    ['a sign of life', 200, '/healthz'],
    ['a sign of readiness', 200, '/readyz'],
    ['metrics for strangers', 404, '/metrics'],
    ['a file of the server', 404, '/.env'],
  ]
  const problems: string[] = []
  for (const [what, status, path, options] of kinds) {
    const answer = await ask(path, options)
    if (answer.status !== status) problems.push(`${what} (${path}) is ${answer.status}: ${answer.body.slice(0, 100)}`)
    const isOfSite = !['/healthz', '/readyz', '/metrics'].includes(path) && status !== 421
    problems.push(...headerViolations(answer.headers, { https: isOfSite }).map((rule) => `${what} lacks ${rule}`))
    if (answer.headers['x-robots-tag'] !== 'noindex') problems.push(`${what} may be listed by search engines`)
    if (answer.body && !answer.headers['content-type']) problems.push(`${what} does not say what it is`)
  }
  for (const path of [image, icon, '/favicon.ico'])
    for (const options of [{}, { headers: { 'if-none-match': '*' } }, { method: 'HEAD' }]) {
      const answer = await ask(path, options)
      const rules = headerViolations(answer.headers, { resource: 'cross-origin', https: true })
      problems.push(...rules.map((rule) => `${path} lacks ${rule}`))
    }
  expect(problems).toEqual([])
})

/** Of something that can be heard in the shop. */
async function previewPath(): Promise<string> {
  const { products } = JSON.parse((await ask('/api/shop/products')).body)
  for (const { slug } of products) {
    const { body } = await ask(`/api/shop/products/${slug}`)
    const found = /\/previews\/[^"]+/.exec(body)
    if (found) return found[0]
  }
  throw new Error('Nothing can be heard.')
}

/** Something to download: where it was paid for, and what leads to it. */
async function bought(): Promise<{ paying: string; token: string }> {
  type Sold = { id: string; productType: string; isAvailable: boolean }
  const { products } = JSON.parse((await ask('/api/shop/products?q=')).body) as { products: Sold[] }
  const { id: productId } = products.find(({ productType, isAvailable }) => productType === 'digital' && isAvailable)!
  const items = [{ productId, variantId: null, quantity: 1 }]
  const customer = { email: 'listener@example.com', name: 'Ann Lee', country: 'GB' }
  const body = { key: randomUUID(), items, ...customer }
  const begun = await ask('/api/shop/checkout', jsonRequest(body, { headers: { origin } }))
  expect(begun.status, begun.body).toBe(200)
  const paying = new URL(JSON.parse(begun.body).redirectTo).pathname
  const form = { origin, 'content-type': 'application/x-www-form-urlencoded' }
  const paid = await ask(paying, { method: 'POST', headers: form, body: 'how=succeeds' })
  expect(paid.status, paid.body).toBe(303)
  const order = `/api/shop/order${new URL(paid.headers.location!).search}`
  await expect.poll(async () => (await ask(order)).status).toBe(200)
  return { paying, token: JSON.parse((await ask(order)).body).downloads[0].token }
}

/** Of so many clients that start a body and stop, the first answer. */
async function firstTurnedAway(people: number, address: (n: number) => string): Promise<Answer> {
  const crowd = Array.from({ length: people }, (_, n) => {
    const headers = { ...https, ...jsonType, 'content-length': '100', 'x-forwarded-for': address(n) }
    const asking = request({ host: '127.0.0.1', port, path: '/functions/v1/contact-form', method: 'POST', headers })
    asking.on('error', () => {})
    onTestFinished(() => void asking.destroy())
    asking.flushHeaders()
    return asking
  })
  return Promise.any(crowd.map(answerTo))
}

longTest('answers 429 and 503 of the overload protection have the security headers', async () => {
  const one = await firstTurnedAway(60, () => '203.0.113.7')
  expect([one.status, headerViolations(one.headers, { https: true })]).toEqual([429, []])
  const many = await firstTurnedAway(300, (n) => `198.51.100.${n % 250}`)
  expect([many.status, headerViolations(many.headers, { https: true })]).toEqual([503, []])
})

longTest('an answer 429 of a rate limit has the security headers', async () => {
  const headers = { 'content-type': 'application/reports+json', 'x-forwarded-for': '203.0.113.8' }
  const report = () => ask('/api/csp-reports', { method: 'POST', headers, body: '[]' })
  for (let sent = 0; sent < 60; sent++) expect((await report()).status).toBe(202)
  // They are counted per minute, which may just have started again.
  let answer = await report()
  for (let more = 0; answer.status === 202 && more < 140; more++) answer = await report()
  expect([answer.status, headerViolations(answer.headers, { https: true })]).toEqual([429, []])
})

test('an answer to a malformed request has the security headers', async () => {
  const host = `Host: localhost:${port}\r\n`
  const requests: [what: string, status: number, bytes: string][] = [
    ['two hosts', 400, `GET / HTTP/1.1\r\n${host}${host}\r\n`],
    ['no host', 400, 'GET / HTTP/1.1\r\n\r\n'],
    ['a host that can be written shorter', 400, 'GET / HTTP/1.1\r\nHost: [0:0:0:0:0:0:0:1]\r\n\r\n'],
    ['an address that is a number', 400, 'GET / HTTP/1.1\r\nHost: 127.1:80\r\n\r\n'],
    ['a bad path', 400, `GET /%zz HTTP/1.1\r\n${host}\r\n`],
    ['a path with a backslash', 400, `GET /foo\\bar HTTP/1.1\r\n${host}\r\n`],
    ['a whole address with a backslash', 400, `GET http://localhost:${port}\\bar HTTP/1.1\r\n${host}\r\n`],
    ['a whole address in capitals', 400, `GET HTTP://localhost:${port}/ HTTP/1.1\r\n${host}\r\n`],
    ['a whole address with a password', 400, `GET http://a:b@localhost:${port}/ HTTP/1.1\r\n${host}\r\n`],
    ['an expectation', 417, `GET / HTTP/1.1\r\n${host}Expect: x\r\n\r\n`],
    ['an unsupported method', 405, `TRACE / HTTP/1.1\r\n${host}\r\n`],
    ['a long path', 414, `GET /${'x'.repeat(9_000)} HTTP/1.1\r\n${host}\r\n`],
    ['many headers', 431, `GET / HTTP/1.1\r\n${host}${'a: b\r\n'.repeat(120)}\r\n`],
    ['large headers', 431, `GET / HTTP/1.1\r\n${host}a: ${'b'.repeat(20_000)}\r\n\r\n`],
    ['no HTTP', 400, 'hello\r\n\r\n'],
    ['two lengths', 400, `POST / HTTP/1.1\r\n${host}content-length: 1\r\ncontent-length: 2\r\n\r\nab`],
    [
      'a length and chunks',
      400,
      `POST / HTTP/1.1\r\n${host}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
  ]
  const problems: string[] = []
  const ids: string[] = []
  for (const [what, status, bytes] of requests) {
    const answer = await raw(bytes)
    if (answer.status !== status) problems.push(`${what} is ${answer.status}`)
    problems.push(...headerViolations(answer.headers).map((rule) => `${what} lacks ${rule}`))
    if (!/no-store/.test(answer.headers['cache-control'] ?? '')) problems.push(`${what} may be kept`)
    ids.push(String(answer.headers['x-request-id']))
  }
  expect(problems).toEqual([])
  await expect.poll(() => ids.filter((id) => !app.log().includes(`"requestId":"${id}"`))).toEqual([])
  const { status, headers } = await raw(`GET /%zz HTTP/1.1\r\n${host}X-Forwarded-Proto: https\r\n\r\n`)
  expect([status, headerViolations(headers, { https: true })]).toEqual([400, []])
})

test('personal answers are not cacheable, and cookies are bound to the site', async () => {
  const body = { ...owner, rememberMe: true }
  const entered = await ask('/api/auth/sign-in', jsonRequest(body, { headers: { origin } }))
  expect(entered.status).toBe(200)
  const set = entered.headers['set-cookie'] ?? []
  expect(set.length).toBeGreaterThan(0)
  for (const cookie of set) {
    expect(cookie).toMatch(/^__Host-/)
    for (const attribute of [/; Secure/i, /; HttpOnly/i, /; SameSite=Lax/i, /; Path=\/(;|$)/i])
      expect(cookie).toMatch(attribute)
    expect(cookie).not.toMatch(/; Domain/i)
  }
  const cookie = set.map((each) => each.split(';')[0]).join('; ')
  const { paths } = JSON.parse((await ask('/api/openapi.json')).body)
  const personal = Object.keys(paths).filter((path) => /^\/api\/(admin|access|auth)/.test(path) && paths[path].get)
  expect(personal.length).toBeGreaterThan(30)
  const kept: string[] = []
  for (const path of [...personal, '/admin/dashboard', '/admin/orders', '/shop?q=a']) {
    const answer = await ask(path.replaceAll(/\{\w+\}/g, '01a1dd45-5f4d-7c1d-9793-21a9544e5180'), {
      headers: { cookie },
    })
    if (!/no-store/.test(String(answer.headers['cache-control']))) kept.push(`${answer.status} ${path}`)
    expect(headerViolations(answer.headers, { https: true }), path).toEqual([])
  }
  expect(kept).toEqual([])
})

test('content of one site gets the same 404 under another host as unknown content', async () => {
  const home = await ask('/')
  const [shop, tour] = [await ask('/api/shop/products'), await ask('/api/tour/shows')]
  const film = /\/media\/files\/[^"]+/.exec((await ask('/api/media/items')).body)?.[0]
  const { slug } = JSON.parse(shop.body).products[0]
  const show = JSON.parse(tour.body)[0].slug
  const shown: [own: string, never: string][] = [
    [/\/images\/[^"\s]+\.(?:jpeg|webp)/.exec(home.body)![0], '/images/0123456789abcdef/nothing-640.webp'],
    [await previewPath(), '/previews/nothing'],
    [`/tour/${show}.ics`, '/tour/nothing.ics'],
    [`/api/tour/shows/${show}`, '/api/tour/shows/nothing'],
    [`/api/shop/products/${slug}`, '/api/shop/products/nothing'],
    ...(film ? [[film, '/media/files/nothing'] as [string, string]] : []),
  ]
  const plain = ({ status, headers: { date: _, 'x-request-id': __, ...headers }, body }: Answer) => [
    status,
    headers,
    body,
  ]
  for (const [own, never] of shown) {
    expect((await ask(own)).status, own).toBe(200)
    const headers = { host: `service.localhost:${port}` }
    const [there, nowhere] = [await ask(own, { headers }), await ask(never, { headers })]
    expect(there.status, own).toBe(404)
    expect(plain(there), own).toEqual(plain(nowhere))
  }
  for (const path of ['/sitemap.xml', '/feed.xml', '/robots.txt', '/site.webmanifest', '/']) {
    const { body } = await ask(path, { headers: { host: `service.localhost:${port}` } })
    expect(body, path).not.toMatch(/marlow ?quay/i)
  }
})
