import { expect, test } from 'vitest'
import { averageSpeed, expectedSpeed, predicted, type SpeedHistory, withSpeed } from '#domain/uploads/speed.ts'

const history = (...speeds: number[]): SpeedHistory =>
  speeds.reduce<SpeedHistory>((all, speed) => withSpeed(all, speed, 1_000), [])

test('the last ten speeds are remembered, and what took no time or brought nothing is none', () => {
  expect(history(...Array.from({ length: 13 }, (_, at) => at + 1))).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
  expect(withSpeed(withSpeed([], 0, 5), 5, 0)).toEqual([])
  expect(withSpeed([], 500, 250)).toEqual([2_000])
})

test('fewer than three speeds predict nothing', () => {
  expect(predicted(history(100, 100))).toBeNull()
  expect(expectedSpeed(history(100, 200))).toBe(150)
  expect(expectedSpeed([])).toBeNull()
})

test('a steady line is predicted with certainty, and the newer speeds count more', () => {
  expect(predicted(history(100, 100, 100))).toEqual({ bytesPerSecond: 100, confidence: 1 })
  const { bytesPerSecond, confidence } = predicted(history(100, 110, 120))!
  expect(bytesPerSecond).toBeCloseTo((100 + 220 + 360) / 6)
  expect(confidence).toBeGreaterThan(0.9)
})

test('an unsteady line is not predicted: the average of what was measured is used', () => {
  const unsteady = history(10, 200, 10, 400)
  expect(predicted(unsteady)!.confidence).toBeLessThan(0.6)
  expect(expectedSpeed(unsteady)).toBe(averageSpeed(unsteady))
  const steady = history(90, 100, 110)
  expect(expectedSpeed(steady)).toBe(predicted(steady)!.bytesPerSecond)
})
