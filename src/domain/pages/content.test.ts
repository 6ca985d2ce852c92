import { expect, test } from 'vitest'
import { durationSeconds, isDuration, totalTrackDuration } from '#domain/pages/content.ts'

test.each([
  ['0:58', 58],
  ['4:05', 245],
  ['12:00', 720],
  ['1:02:30', 3750],
])('the duration %s is %i seconds', (duration, seconds) => {
  expect(isDuration(duration)).toBe(true)
  expect(durationSeconds(duration)).toBe(seconds)
})

test.each(['', '4', '4:5', '4:60', '60:00', ':30', '1:2:30', '1:60:00', '4:05 ', '-4:05'])(
  '%j is not a duration',
  (text) => expect(isDuration(text)).toBe(false),
)

test('the duration of a record is the sum of its tracks', () => {
  const tracks = (...durations: string[]) => durations.map((duration) => ({ title: 'x', duration }))
  expect(totalTrackDuration(tracks('3:48', '4:36'))).toBe('8:24')
  expect(totalTrackDuration(tracks('58:30', '1:35'))).toBe('1:00:05')
  expect(totalTrackDuration([])).toBe('0:00')
})
