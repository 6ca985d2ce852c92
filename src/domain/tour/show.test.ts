import { describe, expect, test } from 'vitest'
import { earliestUpcomingDate, latestPastDate, previousDateOf, publicShows, showStatusAt } from '#domain/tour/show.ts'

const berlin = { date: '2026-10-25', time: '20:00', zone: 'Europe/Berlin', status: 'upcoming' as const }
const santiago = { ...berlin, date: '2026-04-04', time: null, zone: 'America/Santiago' }

test('a show is past once its time has passed at the venue', () => {
  expect(showStatusAt(berlin, new Date('2026-10-25T19:00:00Z'))).toBe('upcoming')
  expect(showStatusAt(berlin, new Date('2026-10-25T19:00:01Z'))).toBe('past')
})

test('a show without a time is upcoming until the day ends at the venue', () => {
  const auckland = { ...berlin, date: '2026-05-01', time: null, zone: 'Pacific/Auckland' }
  expect(showStatusAt(auckland, new Date('2026-05-01T11:59:59Z'))).toBe('upcoming')
  expect(showStatusAt(auckland, new Date('2026-05-01T12:00:00Z'))).toBe('past')
})

describe('on the days on which clocks are changed', () => {
  const day = { ...berlin, time: null }
  test.each([
    ['in the evening of the day of 23 hours', { ...berlin, date: '2026-03-29' }, '2026-03-29T18:00:00Z'],
    ['in the hour that is skipped', { ...berlin, date: '2026-03-29', time: '02:30' }, '2026-03-29T01:30:00Z'],
    ['in the evening of the day of 25 hours', berlin, '2026-10-25T19:00:00Z'],
    ['in the hour that comes twice, the first time', { ...berlin, time: '02:30' }, '2026-10-25T00:30:00Z'],
    ['without a time, on the day of 23 hours', { ...day, date: '2026-03-29' }, '2026-03-29T21:59:59Z'],
    ['without a time, on the day of 25 hours', day, '2026-10-25T22:59:59Z'],
    ['without a time, when the last hour comes twice', santiago, '2026-04-05T03:59:59Z'],
  ])('a show is upcoming until it begins or its day ends: %s', (_, show, until) => {
    expect(showStatusAt(show, new Date(until))).toBe('upcoming')
    expect(showStatusAt(show, new Date(Date.parse(until) + 1))).toBe('past')
  })

  test('sorts shows by instant, not by local time', () => {
    const lisbon = { ...berlin, zone: 'Europe/Lisbon', time: '01:15' }
    const twice = { ...berlin, time: '02:30' }
    const after = { ...berlin, time: '03:00' }
    const shown = publicShows([after, lisbon, twice], new Date('2026-10-24T00:00:00Z'))
    expect(shown.map(({ zone, time }) => [zone, time])).toEqual([
      ['Europe/Lisbon', '01:15'],
      ['Europe/Berlin', '02:30'],
      ['Europe/Berlin', '03:00'],
    ])
  })
})

test('leaves out drafts, and past shows unless requested, and sorts earliest first', () => {
  const now = new Date('2026-10-01T00:00:00Z')
  const later = { ...berlin, date: '2026-11-02' }
  const gone = { ...berlin, date: '2026-09-30' }
  const declaredPast = { ...berlin, date: '2026-12-01', status: 'past' as const }
  const draft = { ...berlin, status: 'draft' as const }
  const all = [later, draft, declaredPast, berlin, gone]
  expect(publicShows(all, now).map((s) => s.date)).toEqual(['2026-10-25', '2026-11-02'])
  expect(publicShows(all, now, { includePast: true }).map((s) => [s.date, s.status])).toEqual([
    ['2026-09-30', 'past'],
    ['2026-10-25', 'upcoming'],
    ['2026-11-02', 'upcoming'],
    ['2026-12-01', 'past'],
  ])
})

test('the earliest open day is the one twelve hours behind UTC', () => {
  expect(earliestUpcomingDate(new Date('2026-05-02T11:59:59Z'))).toBe('2026-05-01')
  expect(earliestUpcomingDate(new Date('2026-05-02T12:00:00Z'))).toBe('2026-05-02')
})

test('the latest closing day is that of the earliest clocks, for shows that end within the hour', () => {
  expect(latestPastDate(new Date('2026-05-02T08:59:59Z'))).toBe('2026-05-02')
  expect(latestPastDate(new Date('2026-05-02T09:00:00Z'))).toBe('2026-05-03')
})

test('remembers the date before the last move of an announced show', () => {
  const announced = { date: '2026-05-01', announcedAt: new Date(0), previousDate: null }
  expect(previousDateOf(announced, { date: '2026-05-01' })).toBeNull()
  expect(previousDateOf(announced, { date: '2026-06-01' })).toBe('2026-05-01')
  expect(previousDateOf({ ...announced, announcedAt: null }, { date: '2026-06-01' })).toBeNull()
  const moved = { ...announced, date: '2026-06-01', previousDate: '2026-05-01' }
  expect(previousDateOf(moved, { date: '2026-06-01' })).toBe('2026-05-01')
  expect(previousDateOf(moved, { date: '2026-07-01' })).toBe('2026-06-01')
})
