import { expect, test } from 'vitest'
import { formatDuration, parseDuration, wholeDurationSeconds } from '#domain/media/length.ts'

test.each([
  [9, '0:09'],
  [252, '4:12'],
  [3600, '1:00:00'],
  [3729, '1:02:09'],
])('%i seconds are formatted as %s', (seconds, length) => expect(formatDuration(seconds)).toBe(length))

test.each([
  ['4:12', 252],
  ['1:02:09', 3729],
  ['45', 45],
])('the length %s is %s seconds', (text, seconds) => expect(parseDuration(text)).toBe(seconds))

test.each(['', 'long', '4:', '1:2:3:4', '-1'])('"%s" is not a length', (text) => expect(parseDuration(text)).toBeNaN())

test.each([
  [61.4, 61],
  [0.2, 1],
  [86_400.4, 86_400],
  [90_000, null],
  [null, null],
])('a file of %s measured seconds has the length %s', (measured, length) =>
  expect(wholeDurationSeconds(measured)).toBe(length),
)
