import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { renderICalendar } from '#domain/tour/calendar.ts'
import { longHostileText } from '#tests/journeys/payloads.ts'

type Options = Parameters<typeof renderICalendar>[0]
const berlin: Options['shows'][number] = {
  id: '0192f000-0000-7000-8000-000000000001',
  slug: '2026-10-25-berlin-lido',
  date: '2026-10-25',
  time: '20:30',
  zone: 'Europe/Berlin',
  venue: 'Lido',
  address: 'Cuvrystraße 7',
  postCode: '10997',
  city: 'Berlin',
  countyRegion: null,
  country: 'DE',
  supportActs: ['Elin Brandt', 'The Tide, Tables'],
  priceNotes: null,
  bookingLink: 'https://tickets.example/lido',
  availability: 'scheduled',
  sequence: 3,
  updatedAt: new Date('2026-05-01T10:20:30.456Z'),
}
const about = { artist: 'Marlow Quay', domain: 'marlow.example', origin: 'https://marlow.example', locale: 'en-GB' }

const written = (...shows: Partial<typeof berlin>[]) =>
  renderICalendar({ ...about, shows: shows.map((each) => ({ ...berlin, ...each })) })
/** Read by a parser that is not ours. */
const read = (...shows: Partial<typeof berlin>[]) =>
  new ICAL.Component(ICAL.parse(written(...shows))).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))

test('a calendar event has the start at the venue and a stable UID', () => {
  const [event] = read({})
  expect(event!.startDate.toJSDate().toISOString()).toBe('2026-10-25T19:30:00.000Z')
  expect(event!.uid).toBe(`${berlin.id}@marlow.example`)
  expect(event!.sequence).toBe(3)
  expect(event!.summary).toBe('Marlow Quay · Berlin, Lido')
  expect(event!.location).toBe('Lido, Cuvrystraße 7, 10997 Berlin, Germany')
  expect(event!.description).toBe('With Elin Brandt, The Tide, Tables\nTickets: https://tickets.example/lido')
  expect(event!.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
})

test('writes the location with the address format of its country', () => {
  const [event] = read({
    address: '6 East 4th St',
    city: 'Austin',
    countyRegion: 'TX',
    postCode: '78701',
    country: 'US',
  })
  expect(event!.location).toBe('Lido, 6 East 4th St, Austin, TX 78701, United States')
})

test('a show without a time is an all-day event', () => {
  const [event] = read({ time: null })
  expect(event!.startDate.isDate).toBe(true)
  expect(event!.startDate.toString()).toBe('2026-10-25')
})

test.each([
  ['the hour that is skipped', '2026-03-29', '2026-03-29T01:30:00.000Z'],
  ['the hour that comes twice', '2026-10-25', '2026-10-25T00:30:00.000Z'],
])('a show in %s has an unambiguous start and lasts three hours', (_, date, instant) => {
  const [event] = read({ date, time: '02:30' })
  const [from, to] = [event!.startDate.toJSDate(), event!.endDate.toJSDate()]
  expect(from.toISOString()).toBe(instant)
  expect(+to - +from).toBe(3 * 3_600_000)
})

test.each(['2026-03-29', '2026-10-25'])('an all-day event on %s lasts one day despite the clock change', (date) => {
  const [event] = read({ date, time: null })
  expect([event!.startDate.toString(), event!.duration.toSeconds() / 86_400]).toEqual([date, 1])
})

test('marks a postponed show as tentative', () => {
  const [event] = read({ availability: 'postponed' })
  expect(event!.component.getFirstPropertyValue('status')).toBe('TENTATIVE')
})

test.each([
  ['scheduled', 'OPAQUE'],
  ['sold out', 'OPAQUE'],
  ['postponed', 'TRANSPARENT'],
  ['cancelled', 'TRANSPARENT'],
] as const)('a show that is %s is %s (TRANSP) in calendars', (availability, transparency) => {
  const [event] = read({ availability })
  expect(event!.component.getFirstPropertyValue('transp')).toBe(transparency)
})

test('keeps a cancelled show with its status, without a ticket link', () => {
  const [event] = read({ availability: 'cancelled' })
  expect(event!.component.getFirstPropertyValue('status')).toBe('CANCELLED')
  expect(event!.description).not.toContain('tickets.example')
})

test('escapes the text of every field', () => {
  const hostile = 'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil, ; \\ "\u202e\0\u0007'
  const events = read({ venue: hostile, city: hostile, supportActs: [hostile], priceNotes: hostile }, {})
  expect(events).toHaveLength(2)
  expect(events[0]!.uid).toBe(`${berlin.id}@marlow.example`)
  expect(events[0]!.location).toContain('x\nEND:VEVENT\nBEGIN:VEVENT\nUID:evil, ; \\ "')
  expect(written({ venue: hostile })).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|[^\P{Cc}\r\n]/u)
  // Families and Persian names are joined by signs that cannot be seen.
  expect(read({ venue: '👩‍👧 می‌خواهم' })[0]!.location).toContain('👩‍👧 می‌خواهم')
})

test('folds lines at 75 bytes', () => {
  const lines = written({ venue: '日本語のとても長い名前'.repeat(20), city: 'Å🎸'.repeat(80) }).split('\r\n')
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const [event] = read({ venue: '日本語のとても長い名前'.repeat(20) })
  expect(event!.location).toContain('日本語のとても長い名前'.repeat(20))
})

test('folds 10,000 hostile characters, which parse back unchanged', () => {
  const hostile = longHostileText()
  const lines = written({ priceNotes: hostile }, {}).split('\r\n')
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).toMatch(/^([A-Z-]+[;:]| |$)/)
  }
  const events = read({ priceNotes: hostile, bookingLink: null, supportActs: [] }, {})
  expect(events.map(({ uid }) => uid)).toEqual(Array(2).fill(`${berlin.id}@marlow.example`))
  // Calendars get neither the signs that turn the writing around nor those that only steer.
  expect(events[0]!.description).toBe(hostile.replaceAll(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu, ''))
})

test('makes the same calendar from the same shows', () => {
  expect(written({})).toBe(written({}))
  expect(written({ sequence: 4 })).not.toBe(written({}))
})
