import { expect, test } from 'vitest'
import { comparisonDates, comparisonPeriods } from '#domain/orders/periods.ts'

const periods = (now: string, zone: string) => {
  const { before, last } = comparisonPeriods(new Date(now), zone)
  return [before, last].map((at) => at.toISOString())
}

test('both compared periods of 30 days start at midnight in the time zone of the site', () => {
  expect(periods('2026-05-31T12:00:00Z', 'UTC')).toEqual(['2026-04-02T00:00:00.000Z', '2026-05-02T00:00:00.000Z'])
  expect(periods('2026-05-31T23:30:00Z', 'Europe/Berlin')).toEqual([
    '2026-04-02T22:00:00.000Z',
    '2026-05-02T22:00:00.000Z',
  ])
})

test('the compared periods start at midnight also across a clock change', () => {
  expect(periods('2026-04-10T12:00:00Z', 'Europe/London')).toEqual([
    '2026-02-10T00:00:00.000Z',
    '2026-03-12T00:00:00.000Z',
  ])
  expect(periods('2026-04-28T12:00:00Z', 'Europe/London')).toEqual([
    '2026-02-28T00:00:00.000Z',
    '2026-03-29T23:00:00.000Z',
  ])
})

test('lists thirty consecutive dates up to today in the site’s zone', () => {
  const days = comparisonDates(new Date('2026-03-31T23:30:00Z'), 'Europe/Berlin')
  expect(days).toHaveLength(30)
  expect([days[0], days[26], days[28], days[29]]).toEqual(['2026-03-03', '2026-03-29', '2026-03-31', '2026-04-01'])
})
