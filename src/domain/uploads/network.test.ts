import { expect, test } from 'vitest'
import {
  addSentBytes,
  addSpeed,
  averageSpeed,
  connectionQualityOf,
  emptyFlow,
  expectedSpeed,
  flowSpeed,
  flowWindowMs,
  hasBecomeTooSlow,
  isSpeedSufficient,
  predictSpeed,
  type SentBytesFlow,
  type SpeedHistory,
} from '#domain/uploads/network.ts'

const [KB, MB] = [1024, 1024 * 1024]

test.each([
  [0, 'poor'],
  [100 * KB - 1, 'poor'],
  [100 * KB, 'fair'],
  [500 * KB - 1, 'fair'],
  [500 * KB, 'good'],
  [2 * MB, 'good'],
  [10 * MB - 1, 'good'],
  [10 * MB, 'excellent'],
])('rates %i bytes per second as %s', (speed, quality) => expect(connectionQualityOf(speed)).toBe(quality))

test('a connection that needs days for a large file is unsuitable', () => {
  expect([isSpeedSufficient(10 * KB - 1), isSpeedSufficient(10 * KB)]).toEqual([false, true])
})

const history = (...speeds: number[]): SpeedHistory =>
  speeds.reduce<SpeedHistory>((all, speed) => addSpeed(all, speed, 1_000), [])

test('the history of speeds keeps the last ten and drops those without time or bytes', () => {
  expect(history(...Array.from({ length: 13 }, (_, at) => at + 1))).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
  expect(addSpeed(addSpeed([], 0, 5), 5, 0)).toEqual([])
  expect(addSpeed([], 500, 250)).toEqual([2_000])
})

test('predicts no speed from fewer than three measurements', () => {
  expect(predictSpeed(history(100, 100))).toBeNull()
  expect(expectedSpeed(history(100, 200))).toBe(150)
  expect(expectedSpeed([])).toBeNull()
})

test('predicts a steady connection with certainty and weights newer speeds', () => {
  expect(predictSpeed(history(100, 100, 100))).toEqual({ bytesPerSecond: 100, confidence: 1 })
  const { bytesPerSecond, confidence } = predictSpeed(history(100, 110, 120))!
  expect(bytesPerSecond).toBeCloseTo((100 + 220 + 360) / 6)
  expect(confidence).toBeGreaterThan(0.9)
})

test('predicts the average speed for an unsteady connection', () => {
  const unsteady = history(10, 200, 10, 400)
  expect(predictSpeed(unsteady)!.confidence).toBeLessThan(0.6)
  expect(expectedSpeed(unsteady)).toBe(averageSpeed(unsteady))
  const steady = history(90, 100, 110)
  expect(expectedSpeed(steady)).toBe(predictSpeed(steady)!.bytesPerSecond)
})

const kilobyte = 1024
/** So many bytes each second from the first to the last. */
const steady = (flow: SentBytesFlow, bytes: number, from: number, to: number): SentBytesFlow =>
  Array.from({ length: to - from }, (_, at) => (from + at + 1) * 1000).reduce(
    (before, at) => addSentBytes(before, at, bytes),
    flow,
  )

test('detects within 15 seconds that a connection becomes slow during a chunk', () => {
  const fast = steady({ ...emptyFlow, since: 0 }, 3_000 * kilobyte, 0, 20)
  expect(hasBecomeTooSlow(fast, 20_000)).toBe(false)
  const slow = steady(fast, 4 * kilobyte, 20, 60)
  const noticed = Array.from({ length: 40 }, (_, s) => 20_000 + s * 1000).find((now) => hasBecomeTooSlow(slow, now))!
  expect(noticed - 20_000).toBeLessThanOrEqual(15_000)
  expect(hasBecomeTooSlow(steady(fast, 11 * kilobyte, 20, 60), 60_000)).toBe(false)
})

test('does not judge a connection before enough time has passed or when nothing is sent', () => {
  expect(flowSpeed({ ...emptyFlow, since: 1_000 }, 1_000 + flowWindowMs - 1)).toBeNull()
  expect(flowSpeed({ ...emptyFlow, since: 1_000 }, 1_000 + flowWindowMs)).toBe(0)
  expect(hasBecomeTooSlow(emptyFlow, 1_000_000)).toBe(false)
})

test('keeps only speed samples within the time window', () => {
  expect(steady({ ...emptyFlow, since: 0 }, 1, 0, 1_000).gone.length).toBeLessThanOrEqual(flowWindowMs / 1000 + 1)
})
