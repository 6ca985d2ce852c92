import { expect, test } from 'vitest'
import { shownShows, shownStatus } from '#domain/tour/show.ts'

const berlin = { date: '2026-10-25', time: '20:00', zone: 'Europe/Berlin', status: 'upcoming' as const }

test('a show is past once its time has passed at the venue', () => {
  expect(shownStatus(berlin, new Date('2026-10-25T19:00:00Z'))).toBe('upcoming')
  expect(shownStatus(berlin, new Date('2026-10-25T19:00:01Z'))).toBe('past')
})

test('a show without a time is upcoming until the day ends at the venue', () => {
  const auckland = { ...berlin, date: '2026-05-01', time: null, zone: 'Pacific/Auckland' }
  expect(shownStatus(auckland, new Date('2026-05-01T11:59:59Z'))).toBe('upcoming')
  expect(shownStatus(auckland, new Date('2026-05-01T12:00:00Z'))).toBe('past')
})

test('drafts are never shown, past shows only when asked for, the earliest first', () => {
  const now = new Date('2026-10-01T00:00:00Z')
  const later = { ...berlin, date: '2026-11-02' }
  const gone = { ...berlin, date: '2026-09-30' }
  const declaredPast = { ...berlin, date: '2026-12-01', status: 'past' as const }
  const draft = { ...berlin, status: 'draft' as const }
  const all = [later, draft, declaredPast, berlin, gone]
  expect(shownShows(all, now).map((s) => s.date)).toEqual(['2026-10-25', '2026-11-02'])
  expect(shownShows(all, now, { includePast: true }).map((s) => [s.date, s.status])).toEqual([
    ['2026-09-30', 'past'],
    ['2026-10-25', 'upcoming'],
    ['2026-11-02', 'upcoming'],
    ['2026-12-01', 'past'],
  ])
})
