import { expect, test } from 'vitest'
import { ShowDraft, showSlug } from '#domain/tour/draft.ts'
import { availabilities, publicShows } from '#domain/tour/show.ts'
import { demoShows } from '#sites/musician/demo/shows.ts'

const today = '2026-03-01'
const noon = new Date(`${today}T12:00:00Z`)
const shows = demoShows(today)
const upcoming = publicShows(shows, noon)

test('has past shows, upcoming shows and one unannounced show', () => {
  expect(shows.length).toBeGreaterThanOrEqual(24)
  expect(upcoming.length).toBeGreaterThanOrEqual(10)
  expect(shows.filter(({ status }) => status === 'past').length).toBeGreaterThanOrEqual(10)
  expect(shows.filter(({ status }) => status === 'draft')).toHaveLength(1)
})

test('the next demo show has a ticket link', () => {
  expect(upcoming[0]).toMatchObject({ city: 'Paris', availability: 'scheduled', date: '2026-03-05' })
  expect(upcoming[0]!.bookingLink).not.toBeNull()
  expect(upcoming[0]!.onSaleAt!.getTime()).toBeLessThan(+noon)
})

test('the demo shows cover every availability and kind of show', () => {
  expect(new Set(shows.map(({ availability }) => availability))).toEqual(new Set(availabilities))
  const ahead = new Set(upcoming.map(({ availability }) => availability))
  for (const kind of ['scheduled', 'sold out', 'postponed', 'rescheduled', 'free'] as const)
    expect(ahead).toContain(kind)
  for (const field of ['time', 'doorsTime', 'priceNotes', 'bookingLink', 'countyRegion', 'onSaleAt'] as const) {
    expect(
      shows.some((show) => show[field] === null),
      `without ${field}`,
    ).toBe(true)
    expect(
      shows.some((show) => show[field] !== null),
      `with ${field}`,
    ).toBe(true)
  }
  expect(shows.some(({ supportActs }) => supportActs.length === 0)).toBe(true)
  expect(shows.some(({ supportActs }) => supportActs.length > 1)).toBe(true)
  expect(upcoming.some(({ onSaleAt }) => onSaleAt && onSaleAt > noon)).toBe(true)
})

test('the demo tour has shows on several continents', () => {
  const countries = new Set(shows.map(({ country }) => country))
  for (const country of ['GB', 'IE', 'FR', 'DE', 'US', 'CA', 'JP', 'AU', 'NZ']) expect(countries).toContain(country)
  expect(new Set(shows.map(({ zone }) => zone)).size).toBeGreaterThanOrEqual(12)
})

test('every demo show is valid by ShowDraft', () => {
  for (const show of shows) {
    expect(ShowDraft.parse(show), show.city).toEqual(show)
    if (show.doorsTime) expect(show.doorsTime < show.time!, show.city).toBe(true)
    if (show.bookingLink) expect(show.bookingLink).toMatch(/^https:\/\/tickets\.example\//)
  }
})

test('no two shows share a slug or a date', () => {
  expect(new Set(shows.map(showSlug)).size).toBe(shows.length)
  expect(new Set(shows.map(({ date }) => date)).size).toBe(shows.length)
})

test('demo show dates move with the current day, across year ends and leap days', () => {
  expect(demoShows('2027-12-30').find(({ city }) => city === 'Paris')!.date).toBe('2028-01-03')
  expect(demoShows('2028-02-25').find(({ city }) => city === 'Paris')!.date).toBe('2028-02-29')
})

test('ticket sales start at ten in the time zone of the venue', () => {
  const tokyo = shows.find(({ city }) => city === 'Tokyo')!
  expect(tokyo.onSaleAt).toEqual(new Date('2026-03-04T01:00:00Z'))
})
