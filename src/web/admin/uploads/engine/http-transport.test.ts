import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { UploadOptions } from '#domain/uploads/session.ts'
import { createUploadSession } from '#domain/uploads/session.ts'
import { fakeFile, megabyte, optionsOf } from '#tests/fixtures/web/uploads.ts'
import { createHttpTransport, requestByXhr, type SendRequest } from '#web/admin/uploads/engine/http-transport.ts'

const options = optionsOf()
const file = fakeFile('a.mp3', megabyte)
const session = createUploadSession({ sessionId: 's', file, chunkSize: megabyte, options, now: 0 })
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

/** The request for one chunk with these options. */
async function requestFor(options: Partial<UploadOptions>, sha256: string | null) {
  const sendRequest = vi.fn<SendRequest>(async () => ({
    status: 200,
    body: { path: '/files/1', filename: 'tide.mp3', other: 1 },
  }))
  const transport = createHttpTransport(sendRequest, { token: async () => 'token', drop: () => {} })
  const facts = { sessionId: 's', file: fakeFile('Tide.mp3', 2_500_000), chunkSize: megabyte, now: 0 }
  const session = createUploadSession({ ...facts, options: optionsOf(options) })
  const reply = await transport.send({ ...chunkOf(new AbortController().signal), session, sha256 })
  const { body, ...request } = sendRequest.mock.calls[0]![0]
  const entries = [...(body as FormData)].map(async ([name, value]) => [
    name,
    typeof value === 'string' ? value : { blob: await value.text() },
  ])
  return { reply, request, form: await Promise.all(entries) }
}
const always = [
  ['sessionId', 's'],
  ['chunkIndex', '0'],
  ['totalChunks', '3'],
]

test('sends every specified form field and the hash headers of a chunk', async () => {
  const named = { productName: 'Low Water', artist: 'Zoë & Söhne', trackTitle: 'Tide', trackNumber: 7, isAlbum: false }
  const here = { chunkSize: 1, sequentialMode: true, delayBetweenChunks: 5, enablePersistence: false }
  const options = { ...named, ...here, targetFilename: '07 Tide.mp3', madeFrom: 'b'.repeat(64) }
  const { reply, request, form } = await requestFor(options, 'a'.repeat(64))
  expect(request).toEqual({
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

test('leaves out form fields without a value', async () => {
  const { request, form } = await requestFor({}, null)
  expect(request.headers).toEqual({ authorization: 'Bearer token', 'upload-file-bytes': '2500000' })
  expect(form).toEqual([
    ...always,
    ['fileName', 'Tide.mp3'],
    ['websiteId', 'w'],
    ['productId', 'p'],
    ['fileType', 'tracks'],
    ['chunk', { blob: 'x' }],
  ])
})

test('returns the message and reason of a refusal', async () => {
  const refused = { error: 'Session not found', reason: 'upload-session-not-found' }
  const sendRequest: SendRequest = async () => ({ status: 404, body: refused })
  const transport = createHttpTransport(sendRequest, { token: async () => 'token', drop: () => {} })
  expect(await transport.send(chunkOf(new AbortController().signal))).toMatchObject({ status: 404, ...refused })
})

test('does not send a request that was aborted while its token was fetched', async () => {
  const sendRequest = vi.fn<SendRequest>()
  const coming = Promise.withResolvers<string>()
  const transport = createHttpTransport(sendRequest, { token: () => coming.promise, drop: () => {} })
  const stop = new AbortController()
  const sent = transport.send(chunkOf(stop.signal))
  stop.abort()
  coming.resolve('token')
  await expect(sent).rejects.toThrow()
  expect(sendRequest).not.toHaveBeenCalled()
})

test('renews an expired token once for many chunks', async () => {
  let given = 1
  const drop = vi.fn(() => void given++)
  const sendRequest: SendRequest = async ({ headers }) => ({
    status: headers?.authorization === 'Bearer token 1' ? 401 : 200,
    body: {},
  })
  const transport = createHttpTransport(sendRequest, { token: async () => `token ${given}`, drop })
  const { signal } = new AbortController()
  const replies = await Promise.all([1, 2, 3].map(() => transport.send(chunkOf(signal))))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(drop).toHaveBeenCalledOnce()
})

test('treats a missing token as a lost connection and fetches it again', async () => {
  vi.useFakeTimers()
  const drop = vi.fn()
  const transport = createHttpTransport(vi.fn<SendRequest>(), { token: () => new Promise(() => {}), drop })
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
])('cancelling an upload that is answered with %i returns %s', async (status, outcome) => {
  const sendRequest: SendRequest = async () => ({ status, body: {} })
  const transport = createHttpTransport(sendRequest, { token: async () => 'token', drop: () => {} })
  expect(await transport.cancel('session-1')).toBe(outcome)
})

test('aborts a hanging ping at its time limit', async () => {
  const late = new AbortController()
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
  const sendRequest: SendRequest = (_, how) =>
    new Promise((_, reject) => how!.signal!.addEventListener('abort', () => reject(how!.signal!.reason)))
  const ended = vi.fn()
  void createHttpTransport(sendRequest, { token: async () => 'token', drop: () => {} })
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
  const request = { method: 'POST', path: '/there' } as const

  test('a request without progress for a minute has status 0', async () => {
    const answer = requestByXhr(request)
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

  test('a request throws when aborted, and is not sent when aborted before', async () => {
    const stop = new AbortController()
    const answer = requestByXhr(request, { signal: stop.signal })
    const { send } = FakeRequest.last
    stop.abort()
    await expect(answer).rejects.toThrow('stopped')
    await expect(requestByXhr(request, { signal: stop.signal })).rejects.toThrow()
    expect(send).toHaveBeenCalledOnce()
    expect(FakeRequest.last.send).toBe(send)
  })

  test('a request returns the answer and clears its timer', async () => {
    const answer = requestByXhr(request)
    Object.assign(FakeRequest.last, { status: 200, response: { received: 1 } })
    FakeRequest.last.onload()
    FakeRequest.last.onloadend()
    expect(await answer).toEqual({ status: 200, body: { received: 1 } })
    expect(vi.getTimerCount()).toBe(0)
  })
})
