import { expect, test } from 'vitest'
import { type Flow, flowSpeed, flowWindowMs, hasBecomeTooSlow, noFlow, withGone } from '#domain/uploads/flow.ts'

const kilobyte = 1024
/** So many bytes each second from the first to the last. */
const steady = (flow: Flow, bytes: number, from: number, to: number): Flow =>
  Array.from({ length: to - from }, (_, at) => (from + at + 1) * 1000).reduce(
    (before, at) => withGone(before, at, bytes),
    flow,
  )

test('a line that becomes slow while a chunk is on its way is noticed within 15 seconds', () => {
  const fast = steady({ ...noFlow, since: 0 }, 3_000 * kilobyte, 0, 20)
  expect(hasBecomeTooSlow(fast, 20_000)).toBe(false)
  const slow = steady(fast, 4 * kilobyte, 20, 60)
  const noticed = Array.from({ length: 40 }, (_, s) => 20_000 + s * 1000).find((now) => hasBecomeTooSlow(slow, now))!
  expect(noticed - 20_000).toBeLessThanOrEqual(15_000)
  expect(hasBecomeTooSlow(steady(fast, 11 * kilobyte, 20, 60), 60_000)).toBe(false)
})

test('nothing is said before there was something to send for long enough, nor when nothing is to be sent', () => {
  expect(flowSpeed({ ...noFlow, since: 1_000 }, 1_000 + flowWindowMs - 1)).toBeNull()
  expect(flowSpeed({ ...noFlow, since: 1_000 }, 1_000 + flowWindowMs)).toBe(0)
  expect(hasBecomeTooSlow(noFlow, 1_000_000)).toBe(false)
})

test('no more is remembered than the window', () => {
  expect(steady({ ...noFlow, since: 0 }, 1, 0, 1_000).gone.length).toBeLessThanOrEqual(flowWindowMs / 1000 + 1)
})
