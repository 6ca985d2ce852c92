import { createHash } from 'node:crypto'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { getSharedApp } from '#tests/browser/harness.ts'

const app = await getSharedApp()
const { port } = new URL(app.address())

const hosts = {
  localhost: 'Marlow Quay',
  'software.localhost': 'Setlight',
  'service.localhost': 'Felt &amp; Hammer',
}

type GetOptions = { host?: string; method?: string; headers?: Record<string, string>; body?: string }
type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

/** `fetch` would not let us name the host. */
function get(path: string, { host = 'localhost', body, ...rest }: GetOptions = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { ...rest.headers, host: `${host}:${port}` }
    const clientRequest = request({ host: '127.0.0.1', port, path, ...rest, headers, agent }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const { statusCode = 0, headers } = response
        resolve({ status: statusCode, headers, text: Buffer.concat(parts).toString() })
      })
    })
    clientRequest.on('error', reject)
    clientRequest.end(body)
  })
}
const agent = new Agent({ keepAlive: true, maxSockets: 100 })

/** Bytes as they are, for what no HTTP client would send. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
    setTimeout(() => socket.end(), 3_000).unref()
  })
}
const closing = 'Connection: close\r\n\r\n'

test.each(Object.entries(hosts))('%s serves the site of %s', async (host, name) => {
  const answer = await get('/', { host })
  expect(answer.status).toBe(200)
  expect(answer.text).toContain(name)
})

test('answers 421 for an unknown host and names no site', async () => {
  const answer = await get('/', { host: 'evil.example' })
  expect(answer.status).toBe(421)
  for (const name of Object.values(hosts)) expect(answer.text).not.toContain(name)
})

test('the built server shows browsers a page for an unknown host', async () => {
  const { status, headers, text } = await get('/tour', { host: 'evil.example', headers: { accept: 'text/html,*/*' } })
  expect([status, headers['content-type'], headers.vary]).toEqual([421, 'text/html; charset=utf-8', 'Accept'])
  expect(text).toContain('There is no website at this address.')
  for (const name of Object.values(hosts)) expect(text).not.toContain(name)
})

test.each(['/history', '/cart', '/nowhere'])('%s is HTML, whatever the client accepts', async (path) => {
  const expected = await get(path)
  for (const accept of ['application/json', 'text/markdown, image/*', 'text/html;q=0.1', ''])
    for (const cookie of ['', 'session=nonsense']) {
      const { status, headers, text } = await get(path, { headers: { accept, cookie } })
      expect([status, headers['content-type']]).toEqual([expected.status, expected.headers['content-type']])
      expect(text).toMatch(/^<!DOCTYPE html>/)
    }
})

test.each([
  ['/cart', 'Cart'],
  ['/checkout', 'Checkout'],
  ['/orders/find', 'Find your order'],
  ['/reset-password', 'New password'],
  ['/auth/callback', 'Confirm your address'],
  ['/privacy/verify-export/x', 'Your data'],
  ['/history', 'History'],
])('the title of %s names the page and the site', async (path, title) => {
  const { text } = await get(path)
  expect(/<title>(.*?)<\/title>/.exec(text)?.[1]).toBe(`${title} · Marlow Quay`)
})

test('public answers of the API are revalidated', async () => {
  const { status, headers } = await get('/api/tour/shows')
  expect([status, headers['cache-control'], headers.vary]).toEqual([
    200,
    'no-cache',
    'Accept-Encoding, Authorization, Cookie',
  ])
  const again = await get('/api/tour/shows', { headers: { 'if-none-match': String(headers.etag) } })
  expect([again.status, again.text, again.headers.etag]).toEqual([304, '', headers.etag])
  const missing = await get('/api/tour/shows/no-such-show')
  expect([missing.status, missing.headers['cache-control'], missing.headers.etag]).toEqual([404, 'no-store', undefined])
})

test('health and readiness answer on any host', async () => {
  for (const path of ['/healthz', '/readyz']) expect((await get(path, { host: 'evil.example' })).status).toBe(200)
})

test.each([
  ['two Host headers', `GET / HTTP/1.1\r\nHost: localhost\r\nHost: service.localhost\r\n${closing}`, 400],
  ['no Host header', `GET / HTTP/1.1\r\n${closing}`, 400],
  ['an address of another host', `GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n${closing}`, 400],
  ['a malformed address', `GET /%zz HTTP/1.1\r\nHost: localhost\r\n${closing}`, 400],
  ['headers of 20 KB', `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(20_000)}\r\n${closing}`, 431],
  [
    'more than a hundred headers',
    `GET / HTTP/1.1\r\nHost: localhost\r\n${Array.from({ length: 120 }, (_, i) => `X-${i}: 1\r\n`).join('')}${closing}`,
    431,
  ],
  ['an address of 10 KB', `GET /${'a'.repeat(10_000)} HTTP/1.1\r\nHost: localhost\r\n${closing}`, 414],
  ['TRACE', `TRACE / HTTP/1.1\r\nHost: localhost\r\n${closing}`, 405],
  ['no HTTP at all', 'hello\r\n\r\n', 400],
])('rejects %s with its status and a message', async (_, bytes, status) => {
  const answer = await raw(bytes)
  expect(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])).toBe(status)
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ error: expect.stringMatching(/\.$/) })
})

test('rejects a body that is too large before reading it', async () => {
  const answer = await get('/api/openapi.json', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: 'x'.repeat(400_000),
  })
  expect(answer.status).toBe(413)
  expect(JSON.parse(answer.text)).toEqual({ error: 'The request is too large.', reason: 'too-large' })
})

test('rejects other methods on a page before reading the body', async () => {
  for (const method of ['PUT', 'PATCH']) {
    const answer = await get('/tour', { method, body: 'x'.repeat(400_000) })
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD')
    expect(JSON.parse(answer.text)).toMatchObject({ reason: 'method-not-allowed' })
  }
  expect((await get('/tour', { method: 'HEAD' })).status).toBe(200)
})

test.each([
  ['/admin/login?email=ann%40example.com', '/admin/login'],
  ['/admin/login?from=%2Fadmin%2Forders&email=a', '/admin/login?from=%2Fadmin%2Forders'],
  ['//evil.example/x', '/evil.example/x'],
])('a form sent to %s before hydration redirects to %s', async (path, location) => {
  const answer = await get(path, { method: 'POST', body: 'x'.repeat(400_000) })
  expect([answer.status, answer.headers.location]).toEqual([303, location])
})

test('answers an unknown path with a 404 page, and below /api with JSON', async () => {
  const page = await get('/no/such/page', { headers: { accept: 'text/html' } })
  expect(page.status).toBe(404)
  expect(page.text).toContain('This boat has sailed')
  const answer = await get('/api/no-such-route')
  expect(answer.status).toBe(404)
  expect(JSON.parse(answer.text)).toEqual({ error: 'There is nothing at this address.', reason: 'not-found' })
  expect((await get('/assets/no-such-file.js')).status).toBe(404)
})

test('400 simultaneous requests to three hosts share no content', async () => {
  const marks = { localhost: 'Marlow Quay', 'software.localhost': 'Setlight', 'service.localhost': 'Felt &amp; Hammer' }
  const paths = ['/', '/tour', '/history', '/privacy', '/gallery', '/no-such-page']
  const names = Object.keys(marks) as (keyof typeof marks)[]
  const bled: string[] = []
  let answered = 0
  await Promise.all(
    Array.from({ length: 400 }, async (_, i) => {
      const host = names[i % names.length]!
      const path = paths[Math.floor(i / names.length) % paths.length]!
      const answer = await get(path, { host })
      // A 503 answer names no site.
      if (answer.status !== 503) answered++
      if (answer.status !== 503 && !answer.text.includes(marks[host]))
        bled.push(`${host}${path} (${answer.status}) does not name its own site`)
      for (const other of names)
        if (other !== host && answer.text.includes(marks[other])) bled.push(`${host}${path} names ${marks[other]}`)
    }),
  )
  expect(bled).toEqual([])
  expect(answered).toBeGreaterThan(300)
})

test('every page forbids foreign scripts and framing', async () => {
  const answer = await get('/reset-password')
  const policy = String(answer.headers['content-security-policy'])
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
  const inline = [...answer.text.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*ld\+json)([^>]*)>/g)]
  expect(inline.length).toBeGreaterThan(0)
  for (const [, attributes] of inline) expect(attributes).toContain(`nonce="${nonce}"`)
  expect(policy).toMatch(/object-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/)
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  expect((await get('/reset-password')).headers['content-security-policy']).not.toBe(policy)
})

test('a cacheable page allows its scripts by hash', async () => {
  const answer = await get('/')
  const policy = String(answer.headers['content-security-policy'])
  const inline = [...answer.text.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*ld\+json)[^>]*>([\s\S]*?)<\/script>/g)]
  expect(inline.length).toBeGreaterThan(0)
  for (const [, code] of inline)
    expect(policy).toContain(`'sha256-${createHash('sha256').update(code!).digest('base64')}'`)
  expect(policy).toMatch(/object-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/)
  expect(policy).not.toMatch(/nonce|script-src[^;]*unsafe/)
  expect(answer.text).not.toMatch(/<[^>]*\bnonce=/)
})

test('logs one line for a request, with its id and without its query', async () => {
  const answer = await get('/tour?email=canary@example.com')
  const id = String(answer.headers['x-request-id'])
  await expect.poll(() => app.log()).toContain(id)
  const line = app
    .log()
    .split('\n')
    .find((each) => each.includes(id))!
  expect(JSON.parse(line)).toMatchObject({ method: 'GET', path: '/tour', status: 200 })
  expect(app.log()).not.toContain('canary@example.com')
})
