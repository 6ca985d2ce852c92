import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withDeadline } from '#app/http/pages/page-deadline.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const request = () => new Request('http://localhost/tour', { headers: { cookie: 'theme=dark' } })

test('returns a page that is rendered in time, and does not abort it later', async () => {
  const signals: AbortSignal[] = []
  const page = await withDeadline(request(), async ({ url, headers, signal }) => {
    signals.push(signal)
    return `${url} ${headers.get('cookie')}`
  })
  expect(page).toBe('http://localhost/tour theme=dark')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  expect(vi.getTimerCount()).toBe(0)
})

test('aborts a render that takes longer than five seconds', async () => {
  const heard: string[] = []
  const waiting = withDeadline(request(), ({ signal }) => {
    signal.addEventListener('abort', () => heard.push(signal.reason.message))
    return new Promise(() => {})
  }).catch((error: Error) => heard.push(error.message))
  await vi.advanceTimersByTimeAsync(4_999)
  expect(heard).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  expect(heard).toEqual(['The page took too long to make.', 'The page took too long to make.'])
})

test('aborts the render when the visitor disconnects', async () => {
  const visitor = new AbortController()
  const request = new Request('http://localhost/tour', { signal: visitor.signal })
  const stopped = withDeadline(
    request,
    ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', resolve)),
  )
  visitor.abort()
  await stopped
})

test('a render that fails at once leaves no timer behind', async () => {
  const used = new Request('http://localhost/tour', { method: 'POST', body: 'a=b' })
  await used.text()
  await expect(withDeadline(used, async () => 'a page')).rejects.toThrow(TypeError)
  expect(vi.getTimerCount()).toBe(0)
})
