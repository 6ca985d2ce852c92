import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBearer } from '#web/bearer.ts'

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
  let asked = 0
  const bearer = createBearer(async () => {
    const token = `t${++asked}`
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return { token, expiresAt: new Date(Date.now() + 15 * minutes).toISOString() }
  })
  const get = async () => {
    const token = bearer.token()
    await vi.advanceTimersByTimeAsync(1_000)
    return token
  }
  return { bearer, get, asked: () => asked }
}

test('nothing is asked for before it is needed, and one answer serves all who ask meanwhile', async () => {
  const { bearer, asked } = withServer()
  await vi.advanceTimersByTimeAsync(30 * minutes)
  expect(asked()).toBe(0)
  const all = Promise.all([bearer.token(), bearer.token(), bearer.token()])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await all).toEqual(['t1', 't1', 't1'])
  expect(await bearer.token()).toBe('t1')
  expect(asked()).toBe(1)
})

test('a token is renewed a minute before it ends, once for all who need it then', async () => {
  const { bearer, get, asked } = withServer()
  await get()
  await vi.advanceTimersByTimeAsync(14 * minutes - 1)
  expect(await bearer.token()).toBe('t1')
  await vi.advanceTimersByTimeAsync(1)
  const both = Promise.all([bearer.token(), bearer.token()])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await both).toEqual(['t2', 't2'])
  expect(asked()).toBe(2)
})

test('after signing out it is gone, also one that was still on its way', async () => {
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

test('a refusal to hand one out is told, and the next who needs one asks again', async () => {
  const ask = vi.fn().mockRejectedValueOnce(new Error('signed out'))
  ask.mockResolvedValueOnce({ token: 't2', expiresAt: new Date(Date.now() + 15 * minutes).toISOString() })
  const bearer = createBearer(ask)
  await expect(bearer.token()).rejects.toThrow('signed out')
  expect(await bearer.token()).toBe('t2')
})

test('a request shows it beside its own headers, and one that is refused for it drops it', async () => {
  const { bearer, get, asked } = withServer()
  await get()
  fetched.mockResolvedValueOnce(new Response('{}')).mockResolvedValueOnce(new Response('{}', { status: 401 }))
  await bearer.fetch('/api/uploads', { method: 'PATCH', headers: { 'upload-offset': '0' } })
  const [address, init] = fetched.mock.calls[0]!
  expect([address, init?.method]).toEqual(['/api/uploads', 'PATCH'])
  expect(Object.fromEntries(new Headers(init?.headers))).toEqual({ authorization: 'Bearer t1', 'upload-offset': '0' })
  expect((await bearer.fetch('/api/uploads')).status).toBe(401)
  expect(await get()).toBe('t2')
  expect(asked()).toBe(2)
})

test('a refusal that comes late does not drop the token that has taken its place', async () => {
  const { bearer, get, asked } = withServer()
  await get()
  const answer = Promise.withResolvers<Response>()
  fetched.mockReturnValueOnce(answer.promise)
  const slow = bearer.fetch('/api/uploads')
  await vi.advanceTimersByTimeAsync(14 * minutes)
  expect(await get()).toBe('t2')
  answer.resolve(new Response('{}', { status: 401 }))
  await slow
  expect(await bearer.token()).toBe('t2')
  expect(asked()).toBe(2)
})
