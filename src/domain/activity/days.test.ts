import { expect, test } from 'vitest'
import { instantRangeOfDays } from '#domain/activity/days.ts'

test.each([
  // In Berlin the last Sunday of March has 23 hours, that of October 25.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  // In Beirut the clocks jump from midnight to 01:00.
  ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'],
  ['2026-12-31', 'UTC', '2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
])('the day %s in %s is from %s to %s', (day, zone, since, until) => {
  const found = instantRangeOfDays({ from: day, to: day }, zone)
  expect([found.since?.toISOString(), found.until?.toISOString()]).toEqual([since, until])
})

test('a filter without dates has no time range', () => expect(instantRangeOfDays({}, 'UTC')).toEqual({}))
