import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askByXhr } from '#web/admin/uploads/engine/ask-by-xhr.ts'

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
  const answer = askByXhr(asked)
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
  const answer = askByXhr(asked, { signal: stop.signal })
  const { send } = FakeRequest.last
  stop.abort()
  await expect(answer).rejects.toThrow('stopped')
  await expect(askByXhr(asked, { signal: stop.signal })).rejects.toThrow()
  expect(send).toHaveBeenCalledOnce()
  expect(FakeRequest.last.send).toBe(send)
})

test('an answer is an answer, and nothing is waited for afterwards', async () => {
  const answer = askByXhr(asked)
  Object.assign(FakeRequest.last, { status: 200, response: { received: 1 } })
  FakeRequest.last.onload()
  FakeRequest.last.onloadend()
  expect(await answer).toEqual({ status: 200, body: { received: 1 } })
  expect(vi.getTimerCount()).toBe(0)
})
