import { describe, expect, test } from 'vitest'
import {
  clampDayRange,
  countOfDays,
  datesInRange,
  lastDays,
  midnightsOf,
  precedingDayRange,
  todayIn,
} from '#domain/analytics/days.ts'

const today = '2026-05-20'

describe('clamps the requested range of days to', () => {
  test.each([
    ['the last seven days', {}, '2026-05-14', '2026-05-20'],
    ['seven days up to a day', { to: '2026-05-10' }, '2026-05-04', '2026-05-10'],
    ['from a day until today', { from: '2026-05-01' }, '2026-05-01', '2026-05-20'],
    ['one day', { from: '2026-05-05', to: '2026-05-05' }, '2026-05-05', '2026-05-05'],
    ['a reversed range in order', { from: '2026-05-09', to: '2026-05-05' }, '2026-05-05', '2026-05-09'],
    ['no deleted day', { from: '2020-01-01' }, '2026-02-20', '2026-05-20'],
    ['no future day', { from: '2026-05-18', to: '2027-01-01' }, '2026-05-18', '2026-05-20'],
    ['the default for an invalid date', { from: '2026-02-31', to: 'x' }, '2026-05-14', '2026-05-20'],
  ])('%s', (_, requested, from, to) => expect(clampDayRange(requested, today)).toEqual({ from, to }))
})

test('precedingDayRange returns the range before, or null if it is older than the stored days', () => {
  expect(precedingDayRange({ from: '2026-05-14', to: '2026-05-20' }, today)).toEqual({
    from: '2026-05-07',
    to: '2026-05-13',
  })
  const half = lastDays(45, today)
  expect(precedingDayRange(half, today)).toEqual({ from: '2026-02-20', to: '2026-04-05' })
  expect(precedingDayRange(lastDays(46, today), today)).toBeNull()
})

test('a day starts at midnight in the time zone of the site, also when the clocks change', () => {
  const days = { from: '2026-03-28', to: '2026-03-30' }
  expect(countOfDays(days)).toBe(3)
  expect(datesInRange(days)).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
  expect(midnightsOf(days, 'Europe/Berlin').map((at) => at.toISOString())).toEqual([
    '2026-03-27T23:00:00.000Z',
    '2026-03-28T23:00:00.000Z',
    // 23 hours later.
    '2026-03-29T22:00:00.000Z',
    '2026-03-30T22:00:00.000Z',
  ])
  expect(todayIn('Pacific/Auckland', new Date('2026-05-01T12:30:00Z'))).toBe('2026-05-02')
})
