import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startApp } from '#tests/browser/harness.ts'
import { owner } from '#tests/journeys/owner.ts'

const behindProxy = { NODE_ENV: 'production', TRUSTED_PROXIES: '127.0.0.1' }
const app = await startApp({ env: { ...behindProxy, OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password } })
const port = Number(new URL(app.address()).port)
const https = { 'x-forwarded-proto': 'https', host: `localhost:${port}` }
const origin = `https://localhost:${port}`

type Asked = { method?: string; headers?: Record<string, string>; body?: string | Buffer }
type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

/** As the proxy would ask that the owner has put in front. */
async function ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> {
  const asking = request({ host: '127.0.0.1', port, path, method, headers: { ...https, ...headers } })
  asking.end(body)
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

const referrers = ['strict-origin-when-cross-origin', 'same-origin', 'no-referrer']

/** What every answer must say, whatever it is. */
function lacking({ headers }: Answer, { resource = 'same-origin' } = {}): string[] {
  const policy = headers['content-security-policy'] ?? ''
  const rules: [string, boolean][] = [
    ['x-content-type-options', headers['x-content-type-options'] === 'nosniff'],
    ['referrer-policy', referrers.includes(String(headers['referrer-policy']))],
    ['permissions-policy', String(headers['permissions-policy']).includes('camera=()')],
    ['cross-origin-opener-policy', headers['cross-origin-opener-policy'] === 'same-origin'],
    ['cross-origin-resource-policy', headers['cross-origin-resource-policy'] === resource],
    ['x-frame-options', headers['x-frame-options'] === 'DENY'],
    ['a policy', /^default-src '(none|self)'/.test(String(policy))],
    ['no frames', String(policy).includes("frame-ancestors 'none'")],
    ['no inline scripts', !/script-src[^;]*'unsafe-(inline|eval)'/.test(String(policy))],
    ['no name of the server', !('server' in headers || 'x-powered-by' in headers)],
    ['nobody else’s page may read it', !('access-control-allow-origin' in headers)],
  ]
  return rules.filter(([, holds]) => !holds).map(([what]) => what)
}

const json = { 'content-type': 'application/json', origin }
const big = Buffer.alloc(300 * 1024, 'x')

test('every kind of answer says how it may be used', async () => {
  const home = await ask('/')
  const image = /\/images\/[^"\s]+\.(?:jpeg|webp)/.exec(home.body)![0]
  const script = /\/assets\/[^"\s]+\.js/.exec(home.body)![0]
  const icon = /\/images\/[^"\s]+\.svg/.exec(home.body)![0]
  const { headers: shown } = await ask('/tour.ics')
  const clip = await previewPath()
  const kinds: [what: string, status: number, path: string, asked?: Asked][] = [
    ['a page', 200, '/'],
    ['the same page once more', 200, '/'],
    ['a page that was asked for with HEAD', 200, '/tour', { method: 'HEAD' }],
    ['a page that has not changed', 304, '/', { headers: { 'if-none-match': String(home.headers.etag) } }],
    ['a page of the owner’s', 200, '/admin/login'],
    ['no page', 404, '/nowhere'],
    ['a page of a link that is nobody’s', 404, '/downloads/nobody'],
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
    ['broken JSON', 400, '/api/shop/quote', { method: 'POST', headers: json, body: '{' }],
    ['a form instead of JSON', 415, '/api/shop/quote', { method: 'POST', body: 'a=b' }],
    ['JSON that says nothing', 422, '/api/shop/quote', { method: 'POST', headers: json, body: '{}' }],
    ['too much', 413, '/api/shop/quote', { method: 'POST', headers: json, body: big }],
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
    ['a part of a clip', 206, clip, { headers: { range: 'bytes=0-9' } }],
    ['no part of a clip', 416, clip, { headers: { range: 'bytes=99999999-' } }],
    ['no clip', 404, '/previews/nothing'],
    ['no film', 404, '/media/files/nothing'],
    ['no download', 404, '/api/download?token=nothing'],
    ['no page of a payment', 404, '/sandbox/pay/nothing'],
    ['a site that is not here', 421, '/', { headers: { host: 'nobody.example' } }],
    ['a sign of life', 200, '/healthz'],
    ['a sign of readiness', 200, '/readyz'],
    ['figures that are nobody’s business', 404, '/metrics'],
    ['a file of the house', 404, '/.env'],
  ]
  const problems: string[] = []
  for (const [what, status, path, asked] of kinds) {
    const answer = await ask(path, asked)
    if (answer.status !== status) problems.push(`${what} (${path}) is ${answer.status}: ${answer.body.slice(0, 100)}`)
    problems.push(...lacking(answer).map((rule) => `${what} lacks ${rule}`))
    const isOfSite = !['/healthz', '/readyz', '/metrics'].includes(path) && status !== 421
    if (isOfSite && !answer.headers['strict-transport-security']) problems.push(`${what} may come without https`)
    if (answer.body && !answer.headers['content-type']) problems.push(`${what} does not say what it is`)
  }
  for (const path of [image, icon])
    for (const asked of [{}, { headers: { 'if-none-match': '*' } }, { method: 'HEAD' }]) {
      const answer = await ask(path, asked)
      problems.push(...lacking(answer, { resource: 'cross-origin' }).map((rule) => `${path} lacks ${rule}`))
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

test('a request that is none is answered with the same headers', async () => {
  const host = `Host: localhost:${port}\r\n`
  const requests: [what: string, status: number, bytes: string][] = [
    ['two hosts', 400, `GET / HTTP/1.1\r\n${host}${host}\r\n`],
    ['no host', 400, 'GET / HTTP/1.1\r\n\r\n'],
    ['a bad path', 400, `GET /%zz HTTP/1.1\r\n${host}\r\n`],
    ['a method that nobody has', 405, `TRACE / HTTP/1.1\r\n${host}\r\n`],
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
  for (const [what, status, bytes] of requests) {
    const answer = await raw(bytes)
    if (answer.status !== status) problems.push(`${what} is ${answer.status}`)
    problems.push(...lacking(answer).map((rule) => `${what} lacks ${rule}`))
    if (!/no-store/.test(answer.headers['cache-control'] ?? '')) problems.push(`${what} may be kept`)
  }
  expect(problems).toEqual([])
})

test('what is somebody’s own is kept nowhere on the way, and their cookies are for this site alone', async () => {
  const body = JSON.stringify({ ...owner, rememberMe: true })
  const entered = await ask('/api/auth/sign-in', { method: 'POST', headers: json, body })
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
  for (const path of [...personal, '/admin/dashboard', '/admin/orders', '/']) {
    const answer = await ask(path.replaceAll(/\{\w+\}/g, '01a1dd45-5f4d-7c1d-9793-21a9544e5180'), {
      headers: { cookie },
    })
    if (!/no-store/.test(String(answer.headers['cache-control']))) kept.push(`${answer.status} ${path}`)
    expect(lacking(answer), path).toEqual([])
  }
  expect(kept).toEqual([])
})

test('what one site shows is not there under the name of another, in the same words as what never was', async () => {
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
