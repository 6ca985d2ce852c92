import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { megabyte } from '#tests/fixtures/web/uploads.ts'
import { createMemoryMonitor } from '#web/admin/uploads/engine/memory-monitor.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

/** A browser that uses as much as the test says at that time. */
function monitorOf(usedMemory: () => number | null) {
  const every = (ms: number, work: () => void) => {
    const timer = setInterval(work, ms)
    return () => clearInterval(timer)
  }
  return createMemoryMonitor({ usedMemory, now: () => Date.now(), every })
}

test('the memory monitor takes a snapshot every five seconds during uploads', () => {
  const monitor = monitorOf(() => 300 * megabyte)
  vi.advanceTimersByTime(60_000)
  expect(monitor.snapshots()).toEqual([])
  monitor.start()
  monitor.start()
  vi.advanceTimersByTime(4_999)
  expect(monitor.snapshots()).toEqual([])
  vi.advanceTimersByTime(5_001)
  const taken = [65_000, 70_000].map((at) => ({ at, used: 300 * megabyte, status: 'warning' }))
  expect(monitor.snapshots()).toEqual(taken)
  monitor.stop()
  vi.advanceTimersByTime(60_000)
  expect(monitor.snapshots()).toEqual(taken)
})

test('the memory monitor keeps the last 100 snapshots', () => {
  const monitor = monitorOf(() => megabyte)
  monitor.start()
  vi.advanceTimersByTime(103 * 5_000)
  expect(monitor.snapshots().map(({ at }) => at)).toEqual(Array.from({ length: 100 }, (_, at) => (at + 4) * 5_000))
})

test('records an alert for each new status and keeps the last 20', () => {
  // Alternates from one check to the next, two seconds later.
  const monitor = monitorOf(() => (Date.now() % 4_000 < 2_000 ? 260 : 360) * megabyte)
  monitor.start()
  vi.advanceTimersByTime(24 * 2_000)
  const expected = Array.from({ length: 20 }, (_, at) => ({
    at: (at + 5) * 2_000,
    status: at % 2 ? 'warning' : 'critical',
    used: (at % 2 ? 260 : 360) * megabyte,
  }))
  expect(monitor.alerts()).toEqual(expected)
})

test('the memory monitor records nothing where the browser does not report its memory', () => {
  const monitor = monitorOf(() => null)
  monitor.start()
  vi.advanceTimersByTime(60_000)
  expect([monitor.snapshots(), monitor.alerts()]).toEqual([[], []])
})
