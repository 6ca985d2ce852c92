import { once } from 'node:events'
import { type IncomingMessage, type RequestListener, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { RefusedRequest } from '#app/http/limits/early-refusal.ts'
import { createRequestListener } from '#app/http/listener.ts'
import { createHttpServer, shutDownServer } from '#app/http/server.ts'
import { headerViolations } from '#tests/security-headers.ts'

/** A server, what it has noted, and the whole answer to bytes as they are. */
async function serverOf(answer: RequestListener, isHttps = (_: IncomingMessage) => false) {
  const noted: RefusedRequest[] = []
  const server = createHttpServer(answer, { note: (refused) => noted.push(refused), isHttps }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const send = async (bytes: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(bytes)
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    const [first = '', ...lines] = head.split('\r\n')
    const headers = new Headers(lines.map((line) => line.split(': ', 2) as [string, string]))
    return { status: first.slice('HTTP/1.1 '.length), headers, body }
  }
  return { server, port, noted, send }
}
const greeting: RequestListener = (_, response) => void response.end('hello')
const whole = 'Host: localhost\r\nConnection: close\r\n\r\n'

test('logs a refused request under the request id that it was sent', async () => {
  const { send, noted } = await serverOf(greeting)
  const { status, headers, body } = await send(`GET /a\\b HTTP/1.1\r\n${whole}`)
  expect([status, headerViolations(headers)]).toEqual(['400 Bad Request', []])
  expect(JSON.parse(body)).toEqual({ error: 'The address is malformed.', reason: 'malformed' })
  expect(noted).toEqual([{ requestId: headers.get('x-request-id'), status: 400, reason: 'malformed' }])
})

test('refuses an unknown Expect header, with the security headers', async () => {
  const { send, noted } = await serverOf(greeting, ({ headers }) => headers.host === 'localhost')
  const { status, headers, body } = await send(`GET / HTTP/1.1\r\nExpect: x\r\n${whole}`)
  expect([status, headerViolations(headers, { https: true })]).toEqual(['417 Expectation Failed', []])
  expect(JSON.parse(body)).toMatchObject({ reason: 'expectation-failed' })
  expect(noted).toEqual([{ requestId: headers.get('x-request-id'), status: 417, reason: 'expectation-failed' }])
  expect((await send('GET / HTTP/1.1\r\nExpect: x\r\n\r\n')).status).toBe('400 Bad Request')
})

test.each([
  ['an HTTP method that no route uses', `PROPFIND / HTTP/1.1\r\n${whole}`, '405 Method Not Allowed'],
  ['a method that does not exist', `BREW / HTTP/1.1\r\n${whole}`, '400 Bad Request'],
  ['the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400 Bad Request'],
])('refuses %s with the security headers and closes the connection', async (_, bytes, status) => {
  const heard: string[] = []
  const { send } = await serverOf(({ method = '' }, response) => {
    heard.push(method)
    response.end()
  })
  const answer = await send(bytes)
  expect([answer.status, headerViolations(answer.headers), answer.headers.get('connection')]).toEqual([
    status,
    [],
    'close',
  ])
  expect(heard).toEqual([])
})

test('closes the connection of a CONNECT request without an answer', async () => {
  const { send } = await serverOf(greeting)
  const whither = 'CONNECT neighbour.example:443 HTTP/1.1\r\nHost: neighbour.example:443\r\n\r\n'
  expect(await send(whither)).toMatchObject({ status: '', body: '' })
})

test('answers an upgrade to HTTP/2 in HTTP/1.1', async () => {
  const { send } = await serverOf(greeting)
  const wish = 'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAA\r\n\r\n'
  const { status, headers, body } = await send(`GET / HTTP/1.1\r\nHost: localhost\r\n${wish}`)
  expect([status, headers.has('upgrade'), headers.get('connection')]).toEqual(['200 OK', false, 'close'])
  expect(body).toContain('hello')
})

test('answers Expect: 100-continue with 100 and reads the body', async () => {
  const { port } = await serverOf(async (request, response) => void response.end(`heard: ${await text(request)}`))
  const headers = { expect: '100-continue', 'content-length': 5 }
  const asking = request({ host: '127.0.0.1', port, method: 'POST', path: '/', headers })
  asking.flushHeaders()
  await once(asking, 'continue')
  asking.end('a=b&c')
  const [answer] = await once(asking, 'response')
  expect([answer.statusCode, await text(answer)]).toEqual([200, 'heard: a=b&c'])
})

test('refuses Expect: 100-continue without 100 and closes the connection', async () => {
  const { send } = await serverOf((_, response) => void response.writeHead(401).end('no'))
  const { status, headers, body } = await send(
    'POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n',
  )
  expect([status, headers.get('connection')]).toEqual(['401 Unauthorized', 'close'])
  expect(body).toContain('no')
})

test('answers requests sent before the close with Connection: close', async () => {
  const { server, port } = await serverOf(greeting)
  const whole = (socket: Socket) => text(socket).catch((error: NodeJS.ErrnoException) => error.code)
  const requestText = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const kept = connect(port, '127.0.0.1')
  kept.write(requestText)
  await once(kept, 'data')
  const idle = connect(port, '127.0.0.1')
  await Promise.all([once(idle, 'connect'), once(server, 'connection')])
  // All of this is in the kernel, and nothing of it is read, when the end begins.
  const newcomers = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
  for (const each of newcomers) each.write(requestText)
  await new Promise((done) => process.nextTick(done))
  kept.write(requestText)
  const finished = shutDownServer(server, 10_000)
  const answers = await Promise.all([kept, ...newcomers].map(whole))
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n.*Connection: close\r\n.*hello/s)
  idle.end()
  await finished
})

test('answers a request that arrives too slowly with the security headers', async () => {
  const { server, send, noted } = await serverOf(greeting)
  server.headersTimeout = 1
  const { status, headers, body } = await send('GET / HTTP/1.1\r\nHost: local')
  expect([status, headerViolations(headers)]).toEqual(['408 Request Timeout', []])
  expect(JSON.parse(body)).toMatchObject({ reason: 'too-slow' })
  expect(noted).toMatchObject([{ status: 408, reason: 'too-slow' }])
})

test('answers and logs an error outside of the routes, with the security headers', async () => {
  // The listener puts its own in their place; the tests beside this one keep those of Node.
  vi.stubGlobal('Request', Request)
  vi.stubGlobal('Response', Response)
  const [noted, failures]: [RefusedRequest[], unknown[]] = [[], []]
  const routes = () => Promise.reject('nothing that is an error')
  const own = {
    note: (refused: RefusedRequest) => noted.push(refused),
    failed: (error: unknown) => failures.push(error),
  }
  const listener = createRequestListener(routes, own)
  const { send } = await serverOf((request, response) => {
    // As if the check of the request shape had missed it.
    if (request.url === '/missed') request.url = '/a\\b'
    return listener(request, response)
  })
  const theirs = await send(`GET /missed HTTP/1.1\r\n${whole}`)
  expect([theirs.status, headerViolations(theirs.headers), failures]).toEqual(['400 Bad Request', [], []])
  const ours = await send(`GET / HTTP/1.1\r\n${whole}`)
  expect([ours.status, headerViolations(ours.headers)]).toEqual(['500 Internal Server Error', []])
  expect(JSON.parse(ours.body)).toMatchObject({ reason: 'unexpected' })
  expect(failures).toEqual(['nothing that is an error'])
  expect(noted.map(({ reason }) => reason)).toEqual(['malformed', 'unexpected'])
  expect(noted.map(({ requestId }) => requestId)).toEqual(
    [theirs, ours].map(({ headers }) => headers.get('x-request-id')),
  )
})

test('does not handle a request on a closing connection, so that the browser can send it again', async () => {
  const answer = vi.fn(greeting)
  const server = createHttpServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  server.prependOnceListener('request', ({ socket }: IncomingMessage) => socket.end())
  const { port } = server.address() as AddressInfo
  const post = () => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' })
  await expect(post()).rejects.toThrow()
  expect(answer).not.toHaveBeenCalled()
  expect((await post()).status).toBe(200)
  expect(answer).toHaveBeenCalledOnce()
})

test('keeps a connection open while an answer is being made, and closes one that is idle', async () => {
  const { server, port } = await serverOf((request, response) => {
    if (request.url === '/slow') setTimeout(() => response.end('late'), 500)
    else request.resume()
  })
  server.setTimeout(100)
  expect(await (await fetch(`http://127.0.0.1:${port}/slow`, { method: 'POST', body: 'x' })).text()).toBe('late')
  // A client that sends only a part of its body is idle.
  const socket = connect(port, '127.0.0.1')
  socket.write('POST /part HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc')
  expect(await text(socket).catch((error: NodeJS.ErrnoException) => error.code)).not.toContain('200')
})
