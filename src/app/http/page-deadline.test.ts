import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withDeadline } from '#app/http/page-deadline.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const request = () => new Request('http://localhost/tour', { headers: { cookie: 'theme=dark' } })

test('a page that is made in time is given, and nothing of it is stopped later', async () => {
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

test('a page that is never done is waited for five seconds, and whoever makes it is told', async () => {
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

test('a visitor who leaves stops what is made for them', async () => {
  const visitor = new AbortController()
  const asked = new Request('http://localhost/tour', { signal: visitor.signal })
  const stopped = withDeadline(
    asked,
    ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', resolve)),
  )
  visitor.abort()
  await stopped
})

test('when a page cannot even be begun, nothing is left that could fail later', async () => {
  const used = new Request('http://localhost/tour', { method: 'POST', body: 'a=b' })
  await used.text()
  await expect(withDeadline(used, async () => 'a page')).rejects.toThrow(TypeError)
  expect(vi.getTimerCount()).toBe(0)
})
