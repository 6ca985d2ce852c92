import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBearerClient } from '#web/bearer.ts'

const minutes = 60_000
const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetched.mockReset()
})

/** A server that hands out t1, t2, … for a quarter of an hour each, and takes a second for it. */
function withServer() {
  let requests = 0
  const bearer = createBearerClient(async () => {
    const token = `t${++requests}`
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return { token, expiresAt: new Date(Date.now() + 15 * minutes).toISOString() }
  })
  const get = async () => {
    const token = bearer.token()
    await vi.advanceTimersByTimeAsync(1_000)
    return token
  }
  return { bearer, get, requests: () => requests }
}

test('fetches no token before it is needed, and shares one request among simultaneous callers', async () => {
  const { bearer, requests } = withServer()
  await vi.advanceTimersByTimeAsync(30 * minutes)
  expect(requests()).toBe(0)
  const all = Promise.all([bearer.token(), bearer.token(), bearer.token()])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await all).toEqual(['t1', 't1', 't1'])
  expect(await bearer.token()).toBe('t1')
  expect(requests()).toBe(1)
})

test('renews a token a minute before it expires, once for all callers', async () => {
  const { bearer, get, requests } = withServer()
  await get()
  await vi.advanceTimersByTimeAsync(14 * minutes - 1)
  expect(await bearer.token()).toBe('t1')
  await vi.advanceTimersByTimeAsync(1)
  const both = Promise.all([bearer.token(), bearer.token()])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await both).toEqual(['t2', 't2'])
  expect(requests()).toBe(2)
})

test('drops the bearer token on sign-out, also one being fetched', async () => {
  const { bearer, get } = withServer()
  await get()
  bearer.drop()
  expect(await get()).toBe('t2')
  bearer.drop()
  const late = bearer.token()
  bearer.drop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await late).toBe('t3')
  expect(await get()).toBe('t4')
})

test('rejects when no token is issued, and fetches again for the next request', async () => {
  const ask = vi.fn().mockRejectedValueOnce(new Error('signed out'))
  ask.mockResolvedValueOnce({ token: 't2', expiresAt: new Date(Date.now() + 15 * minutes).toISOString() })
  const bearer = createBearerClient(ask)
  await expect(bearer.token()).rejects.toThrow('signed out')
  expect(await bearer.token()).toBe('t2')
})

test("sends the token beside the request's own headers, and drops it on 401", async () => {
  const { bearer, get, requests } = withServer()
  await get()
  fetched.mockResolvedValueOnce(new Response('{}')).mockResolvedValueOnce(new Response('{}', { status: 401 }))
  await bearer.fetch('/api/uploads', { method: 'PATCH', headers: { 'upload-offset': '0' } })
  const [address, init] = fetched.mock.calls[0]!
  expect([address, init?.method]).toEqual(['/api/uploads', 'PATCH'])
  expect(Object.fromEntries(new Headers(init?.headers))).toEqual({ authorization: 'Bearer t1', 'upload-offset': '0' })
  expect((await bearer.fetch('/api/uploads')).status).toBe(401)
  expect(await get()).toBe('t2')
  expect(requests()).toBe(2)
})

test('a late 401 does not drop the token that has replaced it', async () => {
  const { bearer, get, requests } = withServer()
  await get()
  const answer = Promise.withResolvers<Response>()
  fetched.mockReturnValueOnce(answer.promise)
  const slow = bearer.fetch('/api/uploads')
  await vi.advanceTimersByTimeAsync(14 * minutes)
  expect(await get()).toBe('t2')
  answer.resolve(new Response('{}', { status: 401 }))
  await slow
  expect(await bearer.token()).toBe('t2')
  expect(requests()).toBe(2)
})
