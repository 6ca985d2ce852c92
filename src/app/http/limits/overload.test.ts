import { once } from 'node:events'
import { createServer, IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createOverloadProtection } from '#app/http/limits/overload.ts'
import { limitSockets } from '#app/http/limits/socket-limit.ts'
import { createTrustedProxyCheck, rateLimitedClientOf } from '#app/http/request-context.ts'
import { headerViolations } from '#tests/security-headers.ts'
import { waitLimitMs } from '#tests/wait-limit.ts'

/** A server whose answers wait until the test releases them, without time limits. */
async function slowServer(options: Parameters<typeof createOverloadProtection>[1] = {}) {
  const held: (() => void)[] = []
  const answer: RequestListener = (_, response) => void held.push(() => response.end('here you are'))
  const overload = createOverloadProtection(answer, { maxWaitMs: waitLimitMs, maxHoldMs: waitLimitMs, ...options })
  let [came, gone] = [0, 0]
  const server = createServer(overload.answer).listen(0, '127.0.0.1')
  server.on('request', (_, response) => {
    came++
    response.once('close', () => void gone++)
  })
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    held,
    came: () => came,
    gone: () => gone,
    ask: (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init),
  }
}
const small = { concurrent: 2, queued: 1 }
const waitedMs = ({ headers }: Response) => Number(/^wait;dur=([\d.]+)$/.exec(headers.get('server-timing')!)![1])

test('answers checkout pages while other requests are shed', async () => {
  const { held, ask } = await slowServer({ limits: { page: { concurrent: 1, queued: 0 } } })
  const looks = ask('/tour')
  await expect.poll(() => held.length).toBe(1)
  expect((await ask('/tour')).status).toBe(503)
  const paid = ask('/payment/confirm?session_id=cs_1')
  await expect.poll(() => held.length).toBe(2)
  for (const goOn of held) goOn()
  expect([(await looks).status, (await paid).status]).toEqual([200, 200])
})

test('refuses a request at once when the queue is full, and answers the others', async () => {
  const { held, came, ask } = await slowServer({ limits: { page: small } })
  const inside = [ask('/tour'), ask('/tour')]
  await expect.poll(() => held.length).toBe(2)
  const waits = ask('/tour')
  await expect.poll(came).toBe(3)
  const refused = await ask('/tour')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '3'])
  expect(waitedMs(refused)).toBeLessThan(waitLimitMs)
  expect(await refused.text()).toBe('Very many people are here just now. Please try again in a few seconds.')
  expect(headerViolations(refused.headers)).toEqual([])
  expect(held).toHaveLength(2)
  held[0]!()
  await expect.poll(() => held.length).toBe(3)
  for (const go of held) go()
  for (const answer of await Promise.all([...inside, waits])) expect(answer.status).toBe(200)
})

test('answers twenty simultaneous requests', async () => {
  const { held, ask } = await slowServer()
  const crowd = Array.from({ length: 20 }, () => ask('/tour'))
  for (let answered = 0; answered < crowd.length; answered++) {
    await expect.poll(() => held.length).toBeGreaterThan(answered)
    held[answered]!()
  }
  expect((await Promise.all(crowd)).map(({ status }) => status)).toEqual(crowd.map(() => 200))
})

test('refuses a request that has waited for the maximum time', async () => {
  const { held, ask } = await slowServer({ limits: { page: small }, maxWaitMs: 1_000 })
  void ask('/').catch(() => {})
  void ask('/').catch(() => {})
  await expect.poll(() => held.length).toBe(2)
  const began = performance.now()
  const refusal = await ask('/tour')
  expect(refusal.status).toBe(503)
  expect(performance.now() - began).toBeGreaterThan(900)
  expect(waitedMs(refusal)).toBeGreaterThan(900)
  expect(held).toHaveLength(2)
})

test('removes a client that disconnects from the queue', async () => {
  const { held, came, gone, ask } = await slowServer({ limits: { page: small } })
  void ask('/').catch(() => {})
  void ask('/').catch(() => {})
  await expect.poll(() => held.length).toBe(2)
  const leaver = new AbortController()
  const left = ask('/', { signal: leaver.signal }).catch(() => 'left')
  await expect.poll(came).toBe(3)
  leaver.abort()
  expect(await left).toBe('left')
  await expect.poll(gone).toBe(1)
  const waits = ask('/')
  await expect.poll(came).toBe(4)
  held[0]!()
  await expect.poll(() => held.length).toBe(3)
  held[2]!()
  expect((await waits).status).toBe(200)
})

test('serves checkouts, webhooks and health checks while pages are overloaded', async () => {
  const { held, ask } = await slowServer({
    limits: { page: { concurrent: 0, queued: 0 }, change: { concurrent: 0, queued: 0 } },
    isHttps: ({ url }) => url === '/tour',
  })
  const pages = await ask('/tour')
  expect([pages.status, headerViolations(pages.headers, { https: true })]).toEqual([503, []])
  const changes = await ask('/api/admin/shows', { method: 'POST', body: '{}' })
  expect([changes.status, await changes.json()]).toEqual([503, expect.objectContaining({ reason: 'unavailable' })])
  expect(headerViolations(changes.headers)).toEqual([])
  const served = [
    ask('/healthz'),
    ask('/readyz'),
    ask('/api/shop/checkout', { method: 'POST', body: '{}' }),
    ask('/api/webhooks/stripe', { method: 'POST', body: '{}' }),
  ]
  await expect.poll(() => held.length).toBe(4)
  for (const go of held) go()
  expect((await Promise.all(served)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

/** The X-Forwarded-For header of a proxy on this machine. */
const behindProxy = {
  clientOf: (request: IncomingMessage) => rateLimitedClientOf(request, createTrustedProxyCheck(['127.0.0.1'])),
}
const from = (address: string, init: RequestInit = {}) => ({ ...init, headers: { 'x-forwarded-for': address } })
const post = { method: 'POST', body: '{}' }

test('limits the concurrent changes of one client and lets others sign in and save', async () => {
  const { held, ask } = await slowServer(behindProxy)
  const refused: Response[] = []
  for (let n = 0; n < 260; n++)
    void ask('/functions/v1/contact-form', from('203.0.113.7', post))
      .then((answer) => answer.status === 200 || refused.push(answer))
      .catch(() => {})
  await expect.poll(() => refused.length).toBe(220)
  expect(held).toHaveLength(20)
  expect([refused[0]!.status, refused[0]!.headers.get('retry-after')]).toEqual([429, '3'])
  expect(headerViolations(refused[0]!.headers)).toEqual([])
  expect(await refused[0]!.json()).toEqual({
    error: 'Too many requests. Please wait 3 seconds and try again.',
    reason: 'too-many',
  })
  const others = Array.from({ length: 100 }, (_, n) => ask('/api/auth/sign-in', from(`198.51.100.${n}`, post)))
  await expect.poll(() => held.length).toBe(120)
  for (const go of held.slice(20)) go()
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 200))
})

test.each([
  ['a page', '/tour', undefined, 60],
  ['a list', '/api/shop/products', undefined, 200],
  ['a recording', '/media/files/a', undefined, 400],
  ['a checkout', '/api/shop/checkout', post, 300],
])('many visitors behind one address are answered: %s', async (_, path, init, people) => {
  const { held, came, ask } = await slowServer(behindProxy)
  const hall = Array.from({ length: people }, () => ask(path, from('203.0.113.7', init)))
  await expect.poll(came).toBe(people)
  for (let answered = 0; answered < people; answered++) {
    await expect.poll(() => held.length, { interval: 1 }).toBeGreaterThan(answered)
    held[answered]!()
  }
  expect((await Promise.all(hall)).map(({ status }) => status)).toEqual(hall.map(() => 200))
})

test('a client at its own limit does not block the queue behind it', async () => {
  const { held, came, ask } = await slowServer({
    ...behindProxy,
    limits: { change: { concurrent: 2, queued: 3, perClient: { concurrent: 1, queued: 1 } } },
  })
  const first = ask('/save', from('203.0.113.7', post))
  await expect.poll(() => held.length).toBe(1)
  const again = ask('/save', from('203.0.113.7', post))
  await expect.poll(came).toBe(2)
  expect(held).toHaveLength(1)
  const others = ['198.51.100.1', '198.51.100.2'].map((address) => ask('/save', from(address, post)))
  await expect.poll(() => held.length).toBe(2)
  held[1]!()
  await expect.poll(() => held.length).toBe(3)
  held[2]!()
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200])
  expect(held).toHaveLength(3)
  held[0]!()
  await expect.poll(() => held.length).toBe(4)
  held[3]!()
  expect([(await first).status, (await again).status]).toEqual([200, 200])
})

test('accepts arriving connections before it starts many more requests', async () => {
  let begun = 0
  const { answer, onConnection } = createOverloadProtection((_, response) => {
    begun++
    response.emit('close')
  })
  const crowd = 100
  for (let n = 0; n < crowd; n++) {
    const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: '/shop?q=1' })
    answer(request, new ServerResponse(request))
  }
  // Node accepts one connection in each turn of the event loop.
  for (let connections = 0; connections < crowd; connections++) {
    onConnection()
    await turn()
  }
  expect(begun).toBeGreaterThan(0)
  expect(begun).toBeLessThanOrEqual(3)
  await expect.poll(() => begun).toBe(crowd)
})

/** Connects from the given address, and returns whether the connection was accepted. */
async function connected(port: number, localAddress: string): Promise<Socket | null> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const heard = await Promise.race([
    once(socket, 'data').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false)
  return heard ? socket : null
}

test('limits connections per address, except for proxies and this machine', async () => {
  const server = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  limitSockets(server, createTrustedProxyCheck(['127.0.0.9']), 5)
  const { port } = server.address() as AddressInfo
  const letIn = async (address: string) =>
    (await Promise.all(Array.from({ length: 8 }, () => connected(port, address)))).filter((socket) => socket !== null)
  const visitors = await letIn('127.0.0.2')
  expect(visitors).toHaveLength(5)
  expect(await letIn('127.0.0.3')).toHaveLength(5)
  expect(await letIn('127.0.0.9')).toHaveLength(8)
  expect(await letIn('127.0.0.1')).toHaveLength(8)
  visitors[0]!.destroy()
  await expect.poll(() => connected(port, '127.0.0.2')).not.toBeNull()
})
