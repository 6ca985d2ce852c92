import { expect, test } from 'vitest'
import { isDuration, runningTime, secondsOf } from '#domain/pages/content.ts'

test.each([
  ['0:58', 58],
  ['4:05', 245],
  ['12:00', 720],
  ['1:02:30', 3750],
])('%s lasts %i seconds', (duration, seconds) => {
  expect(isDuration(duration)).toBe(true)
  expect(secondsOf(duration)).toBe(seconds)
})

test.each(['', '4', '4:5', '4:60', '60:00', ':30', '1:2:30', '1:60:00', '4:05 ', '-4:05'])(
  '%j is no duration',
  (text) => expect(isDuration(text)).toBe(false),
)

test('a record lasts as long as its tracks', () => {
  const tracks = (...durations: string[]) => durations.map((duration) => ({ title: 'x', duration }))
  expect(runningTime(tracks('3:48', '4:36'))).toBe('8:24')
  expect(runningTime(tracks('58:30', '1:35'))).toBe('1:00:05')
  expect(runningTime([])).toBe('0:00')
})
