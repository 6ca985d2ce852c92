import { expect, test } from 'vitest'
import { addSpeedSample, roughDuration, type SpeedSample, transferProgressText } from '#domain/ui/transfer-speed.ts'

const whole = 80_000_000
const after = (...samples: [ms: number, bytes: number][]) =>
  samples.reduce<SpeedSample[]>((kept, [ms, bytes]) => addSpeedSample(kept, { ms, bytes }), [])

test('describes progress, speed and time left', () => {
  expect(transferProgressText(after([0, 0], [2_000, 8_000_000]), whole)).toBe(
    '8.0 MB of 80.0 MB, 4.0 MB a second, 18 seconds left',
  )
})

test('computes the speed from recent progress only', () => {
  const words = transferProgressText(
    after([0, 0], [1_000, 20_000_000], [3_000, 20_500_000], [7_000, 22_500_000]),
    whole,
  )
  expect(words).toBe('22.5 MB of 80.0 MB, 0.5 MB a second, 2 minutes left')
})

test('shows no speed or time left before it is known, and none when complete', () => {
  expect(transferProgressText([], whole)).toBe('0.0 MB of 80.0 MB')
  expect(transferProgressText(after([0, 0], [100, 50_000]), whole)).toBe('0.1 MB of 80.0 MB')
  expect(transferProgressText(after([0, 5_000_000], [4_000, 5_000_000]), whole)).toBe('5.0 MB of 80.0 MB')
  expect(transferProgressText(after([0, 0], [2_000, whole]), whole)).toBe('80.0 MB of 80.0 MB')
})

test.each([
  [0.2, '1 second'],
  [59, '59 seconds'],
  [89, '1 minute'],
  [3_599, '60 minutes'],
  [7_300, '2 hours'],
])('%s seconds are rounded to “%s”', (seconds, words) => expect(roughDuration(seconds)).toBe(words))
