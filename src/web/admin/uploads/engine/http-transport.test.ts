import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { UploadOptions } from '#domain/uploads/session.ts'
import { newSession } from '#domain/uploads/session.ts'
import { fakeFile, megabyte, optionsOf } from '#tests/fixtures/web/uploads.ts'
import { httpTransport, requestByXhr, type SendRequest } from '#web/admin/uploads/engine/http-transport.ts'

const options = optionsOf()
const file = fakeFile('a.mp3', megabyte)
const session = newSession({ sessionId: 's', file, chunkSize: megabyte, options, now: 0 })
const chunkOf = (signal: AbortSignal) => ({
  session,
  index: 0,
  chunk: new Blob(['x']),
  sha256: null,
  onProgress: () => {},
  signal,
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** What is asked for one chunk with these options, word for word. */
async function askedFor(options: Partial<UploadOptions>, sha256: string | null) {
  const ask = vi.fn<SendRequest>(async () => ({
    status: 200,
    body: { path: '/files/1', filename: 'tide.mp3', other: 1 },
  }))
  const transport = httpTransport(ask, { token: async () => 'token', drop: () => {} })
  const facts = { sessionId: 's', file: fakeFile('Tide.mp3', 2_500_000), chunkSize: megabyte, now: 0 }
  const session = newSession({ ...facts, options: optionsOf(options) })
  const reply = await transport.send({ ...chunkOf(new AbortController().signal), session, sha256 })
  const { body, ...asked } = ask.mock.calls[0]![0]
  const entries = [...(body as FormData)].map(async ([name, value]) => [
    name,
    typeof value === 'string' ? value : { blob: await value.text() },
  ])
  return { reply, asked, form: await Promise.all(entries) }
}
const always = [
  ['sessionId', 's'],
  ['chunkIndex', '0'],
  ['totalChunks', '3'],
]

test('a chunk comes with every field that the specification names, and with what the server holds it to', async () => {
  const named = { productName: 'Low Water', artist: 'Zoë & Söhne', trackTitle: 'Tide', trackNumber: 7, isAlbum: false }
  const here = { chunkSize: 1, sequentialMode: true, delayBetweenChunks: 5, enablePersistence: false }
  const options = { ...named, ...here, targetFilename: '07 Tide.mp3', madeFrom: 'b'.repeat(64) }
  const { reply, asked, form } = await askedFor(options, 'a'.repeat(64))
  expect(asked).toEqual({
    method: 'POST',
    path: '/api/upload/chunked',
    headers: {
      authorization: 'Bearer token',
      'upload-file-bytes': '2500000',
      'upload-chunk-sha256': 'a'.repeat(64),
      'upload-made-from': 'b'.repeat(64),
    },
  })
  expect(form).toEqual([
    ...always,
    ['fileName', '07 Tide.mp3'],
    ['websiteId', 'w'],
    ['productId', 'p'],
    ['fileType', 'tracks'],
    ['productName', 'Low Water'],
    ['artist', 'Zoë & Söhne'],
    ['trackTitle', 'Tide'],
    ['trackNumber', '7'],
    ['isAlbum', 'false'],
    ['chunk', { blob: 'x' }],
  ])
  expect(reply).toEqual({ status: 200, path: '/files/1', filename: 'tide.mp3' })
})

test('what is not known of a chunk is left out', async () => {
  const { asked, form } = await askedFor({}, null)
  expect(asked.headers).toEqual({ authorization: 'Bearer token', 'upload-file-bytes': '2500000' })
  expect(form).toEqual([
    ...always,
    ['fileName', 'Tide.mp3'],
    ['websiteId', 'w'],
    ['productId', 'p'],
    ['fileType', 'tracks'],
    ['chunk', { blob: 'x' }],
  ])
})

test('a refusal is handed on with its sentence and its word, by which it is known what it is about', async () => {
  const refused = { error: 'Session not found', reason: 'upload-session-not-found' }
  const ask: SendRequest = async () => ({ status: 404, body: refused })
  const transport = httpTransport(ask, { token: async () => 'token', drop: () => {} })
  expect(await transport.send(chunkOf(new AbortController().signal))).toMatchObject({ status: 404, ...refused })
})

test('what was stopped while its token was on its way is not sent', async () => {
  const ask = vi.fn<SendRequest>()
  const coming = Promise.withResolvers<string>()
  const transport = httpTransport(ask, { token: () => coming.promise, drop: () => {} })
  const stop = new AbortController()
  const sent = transport.send(chunkOf(stop.signal))
  stop.abort()
  coming.resolve('token')
  await expect(sent).rejects.toThrow()
  expect(ask).not.toHaveBeenCalled()
})

test('a token that is over is renewed once, however many chunks came with it', async () => {
  let given = 1
  const drop = vi.fn(() => void given++)
  const ask: SendRequest = async ({ headers }) => ({
    status: headers?.authorization === 'Bearer token 1' ? 401 : 200,
    body: {},
  })
  const transport = httpTransport(ask, { token: async () => `token ${given}`, drop })
  const { signal } = new AbortController()
  const replies = await Promise.all([1, 2, 3].map(() => transport.send(chunkOf(signal))))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(drop).toHaveBeenCalledOnce()
})

test('a token that never comes counts as a lost connection, and is asked for anew', async () => {
  vi.useFakeTimers()
  const drop = vi.fn()
  const transport = httpTransport(vi.fn<SendRequest>(), { token: () => new Promise(() => {}), drop })
  const sent = transport.send(chunkOf(new AbortController().signal))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await sent).toMatchObject({ status: 0 })
  expect(drop).toHaveBeenCalledOnce()
})

test.each([
  [200, 'given-up'],
  [404, 'given-up'],
  [0, 'given-up'],
  [409, 'is-a-file'],
])('what is cancelled and answered with %i %s', async (status, outcome) => {
  const ask: SendRequest = async () => ({ status, body: {} })
  const transport = httpTransport(ask, { token: async () => 'token', drop: () => {} })
  expect(await transport.cancel('session-1')).toBe(outcome)
})

test('a ping that hangs is over when it could only say that the line is too slow', async () => {
  const late = new AbortController()
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
  const ask: SendRequest = (_, how) =>
    new Promise((_, reject) => how!.signal!.addEventListener('abort', () => reject(how!.signal!.reason)))
  const ended = vi.fn()
  void httpTransport(ask, { token: async () => 'token', drop: () => {} })
    .ping(1)
    .then(ended)
  await new Promise((resolve) => setTimeout(resolve))
  expect(limit).toHaveBeenCalledWith(25_600)
  expect(ended).not.toHaveBeenCalled()
  late.abort()
  await expect.poll(() => ended.mock.calls).toContainEqual([false])
})

/** A request that does what the test says. */
class FakeRequest {
  static last: FakeRequest
  upload: { onprogress?: (event: { loaded: number }) => void } = {}
  status = 0
  response: unknown = null
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  onloadend = () => {}
  onreadystatechange = () => {}
  open = vi.fn()
  send = vi.fn()
  setRequestHeader = vi.fn()
  constructor() {
    FakeRequest.last = this
  }
  abort() {
    this.onabort()
    this.onloadend()
  }
}
describe('a request by XMLHttpRequest', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const asked = { method: 'POST', path: '/there' } as const

  test('a request on which nothing moves for a minute counts as not answered', async () => {
    const answer = requestByXhr(asked)
    await vi.advanceTimersByTimeAsync(59_000)
    FakeRequest.last.upload.onprogress!({ loaded: 1 })
    await vi.advanceTimersByTimeAsync(59_000)
    FakeRequest.last.onreadystatechange()
    const ended = vi.fn()
    void answer.then(ended)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await answer).toEqual({ status: 0, body: null })
  })

  test('one that is stopped throws, and one that was stopped before it began is not sent', async () => {
    const stop = new AbortController()
    const answer = requestByXhr(asked, { signal: stop.signal })
    const { send } = FakeRequest.last
    stop.abort()
    await expect(answer).rejects.toThrow('stopped')
    await expect(requestByXhr(asked, { signal: stop.signal })).rejects.toThrow()
    expect(send).toHaveBeenCalledOnce()
    expect(FakeRequest.last.send).toBe(send)
  })

  test('an answer is an answer, and nothing is waited for afterwards', async () => {
    const answer = requestByXhr(asked)
    Object.assign(FakeRequest.last, { status: 200, response: { received: 1 } })
    FakeRequest.last.onload()
    FakeRequest.last.onloadend()
    expect(await answer).toEqual({ status: 200, body: { received: 1 } })
    expect(vi.getTimerCount()).toBe(0)
  })
})
