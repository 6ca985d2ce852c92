import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startApp } from '#tests/browser/harness.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { owner } from '#tests/journeys/owner.ts'

const app = await startApp({
  env: {
    NODE_ENV: 'production',
    TRUSTED_PROXIES: '127.0.0.1',
    OWNER_EMAIL: owner.email,
    OWNER_PASSWORD: owner.password,
  },
})
const port = Number(new URL(app.address()).port)
const host = `localhost:${port}`
const origin = `https://${host}`

type RawRequest = { method?: string; headers?: Record<string, string>; body?: string }

function asking(path: string, { method = 'GET', headers = {} }: RawRequest): ClientRequest {
  const proxied = { host, 'x-forwarded-proto': 'https', ...headers }
  return request({ host: '127.0.0.1', port, path, method, headers: proxied })
}

async function ask(path: string, options: RawRequest = {}): Promise<{ answer: IncomingMessage; body: string }> {
  const going = asking(path, options)
  going.end(options.body)
  const [answer] = await once(going, 'response')
  return { answer, body: await text(answer) }
}

const signIn = async () => {
  const { answer } = await ask('/api/auth/sign-in', jsonRequest(owner, { headers: { origin } }))
  return { origin, cookie: (answer.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ') }
}

/** The lines of the log about one request, once it is over. */
async function loggedAt(path: string, count: number) {
  const found = () =>
    app
      .log()
      .split('\n')
      .filter((line) => line.includes('"request"') && line.includes(`"path":"${path}"`))
  await expect.poll(() => found().length, { message: path }).toBeGreaterThanOrEqual(count)
  return found().map((line) => JSON.parse(line).status as number)
}
const alarms = () =>
  app
    .log()
    .split('\n')
    .filter((line) => /"level":(50|60|"error"|"fatal")/.test(line))

test('a client that disconnects while sending causes no error', async () => {
  const known = await signIn()
  const jsonType = { 'content-type': 'application/json' }
  const form = { 'content-type': 'multipart/form-data; boundary=x' }
  const sent: [path: string, headers: Record<string, string>][] = [
    ['/api/webhooks/stripe', { ...jsonType, 'stripe-signature': 't=1,v1=x' }],
    ['/api/shop/quote', jsonType],
    ['/api/csp-reports', { 'content-type': 'application/reports+json' }],
    ['/functions/v1/contact-form', jsonType],
    ['/api/admin/pictures', { ...known, 'content-type': 'image/jpeg' }],
    ['/api/admin/media/files', { ...known, 'content-type': 'audio/mpeg' }],
    ['/api/upload/chunked', { ...known, ...form }],
    ['/api/upload/ping', { ...known, 'content-type': 'application/octet-stream' }],
  ]
  for (const [path, headers] of sent)
    for (const length of [{ 'content-length': '5000' }, { 'transfer-encoding': 'chunked' }] as Record<
      string,
      string
    >[]) {
      const lines = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`)
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      const begun = 'transfer-encoding' in length ? '3\r\n{"a\r\n' : '{"a'
      socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${begun}`)
      await once(socket, 'connect')
      // It is read before the end of it comes.
      await ask('/api/site')
      socket.resetAndDestroy()
    }
  for (const [path] of sent) expect(await loggedAt(path, 2), path).not.toContain(500)
  expect(alarms()).toEqual([])
})

test.each(['/_serverFn/x', '/_serverFn/', '/%5FserverFn/x', '/_serverFn/%41'])(
  '%s offers no server functions of TanStack Start',
  async (path) => {
    for (const method of ['GET', 'POST']) {
      const { answer } = await ask(path, { method, headers: { origin, 'sec-fetch-site': 'same-origin' } })
      expect(answer.statusCode, method).toBe(404)
    }
    expect(alarms()).toEqual([])
  },
)

test('sends no 100 Continue for a request that is rejected by its headers', async () => {
  const going = async (path: string, headers: Record<string, string>) => {
    const waits = asking(path, { method: 'POST', headers: { ...headers, expect: '100-continue' } })
    let gotContinue = false
    waits.on('continue', () => {
      gotContinue = true
      waits.end('{}')
    })
    waits.flushHeaders()
    const [answer] = await once(waits, 'response')
    await text(answer)
    return [answer.statusCode, gotContinue]
  }
  const jsonType = { 'content-type': 'application/json' }
  const long = { 'content-length': '100000000' }
  const chunked = { 'transfer-encoding': 'chunked' }
  expect(await going('/api/upload/chunked', { 'content-type': 'multipart/form-data; boundary=x', ...long })).toEqual([
    401,
    false,
  ])
  expect(await going('/api/admin/pictures', { 'content-type': 'image/jpeg', ...chunked })).toEqual([401, false])
  expect(await going('/api/admin/shows', { ...jsonType, 'content-length': '2' })).toEqual([401, false])
  expect(await going('/api/admin/shows', { ...jsonType, ...chunked })).toEqual([401, false])
  expect(await going('/api/shop/quote', { ...jsonType, ...long })).toEqual([413, false])
  expect(await going('/api/shop/quote', { ...jsonType, origin: 'https://evil.example', ...chunked })).toEqual([
    403,
    false,
  ])
  expect(await going('/api/shop/quote', { ...jsonType, 'content-length': '2' })).toEqual([422, true])
  expect(await going('/api/shop/quote', { ...jsonType, ...chunked })).toEqual([422, true])
})

test('redirects another spelling or port of a public host to the canonical URL', async () => {
  for (const wrong of ['MarlowQuay.example', 'marlowquay.example.', 'marlowquay.example:8443'])
    for (const path of ['/tour?past=include', '/', '/api/site', '/nowhere']) {
      const { answer } = await ask(path, { headers: { host: wrong } })
      expect([answer.statusCode, answer.headers.location], wrong + path).toEqual([
        308,
        `https://marlowquay.example${path}`,
      ])
    }
  for (const right of ['marlowquay.example', host])
    for (const path of ['/tour', '/api/site'])
      expect((await ask(path, { headers: { host: right } })).answer.statusCode, right + path).toBe(200)
  const alive = await ask('/healthz', { headers: { host: 'MarlowQuay.example:8443' } })
  expect(alive.answer.statusCode).toBe(200)
})

test('answers 405 with Allow for a method that a path does not have', async () => {
  for (const [method, path, allow] of [
    ['PUT', '/api/shop/quote', 'POST'],
    ['GET', '/functions/v1/contact-form', 'POST'],
    ['POST', '/api/site', 'GET, HEAD'],
    ['DELETE', '/tour', 'GET, HEAD'],
  ] as const) {
    const { answer } = await ask(path, { method, headers: { origin } })
    expect([answer.statusCode, answer.headers.allow], `${method} ${path}`).toEqual([405, allow])
  }
})
