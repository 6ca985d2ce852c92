import { expect, onTestFinished, test, vi } from 'vitest'
import {
  clockChangeAt,
  dateTimeFieldValue,
  instantOf,
  isLocalDate,
  isLocalTime,
  isoWithOffset,
  isTimeZone,
  lastSecondOf,
  localDateTimeOf,
  parseDateTimeField,
} from '#domain/time/local-time.ts'

test.each([
  ['2026-01-15', '20:00', 'Europe/London', '2026-01-15T20:00:00.000Z'],
  ['2026-07-15', '20:00', 'Europe/London', '2026-07-15T19:00:00.000Z'],
  ['2026-07-15', '20:00', 'America/St_Johns', '2026-07-15T22:30:00.000Z'],
  ['2026-12-31', '23:59:59', 'Pacific/Auckland', '2026-12-31T10:59:59.000Z'],
  ['2026-06-01', '00:00', 'Asia/Kathmandu', '2026-05-31T18:15:00.000Z'],
])('the local time %s %s in %s is the instant %s', (date, time, zone, instant) => {
  expect(instantOf(date, time, zone).toISOString()).toBe(instant)
})

test('a time skipped in spring is read with the offset before the change', () => {
  expect(instantOf('2026-03-29', '02:30', 'Europe/Berlin').toISOString()).toBe('2026-03-29T01:30:00.000Z')
})

test('reads a time that occurs twice in autumn as the first one', () => {
  expect(instantOf('2026-10-25', '02:30', 'Europe/Berlin').toISOString()).toBe('2026-10-25T00:30:00.000Z')
})

test.each([
  ['an ordinary one', '2026-05-01', 'Europe/Berlin', '2026-05-01T21:59:59.000Z'],
  ['of 23 hours', '2026-03-29', 'Europe/Berlin', '2026-03-29T21:59:59.000Z'],
  ['of 25 hours', '2026-10-25', 'Europe/Berlin', '2026-10-25T22:59:59.000Z'],
  ['before a midnight that is skipped', '2026-04-23', 'Africa/Cairo', '2026-04-23T21:59:59.000Z'],
  ['before a midnight that comes twice', '2026-10-31', 'America/Havana', '2026-11-01T03:59:59.000Z'],
  ['whose last hour is skipped', '2026-03-28', 'America/Scoresbysund', '2026-03-29T00:59:59.000Z'],
  ['whose last hour comes twice', '2026-04-04', 'America/Santiago', '2026-04-05T03:59:59.000Z'],
  ['the last that can be written', '9999-12-31', 'Europe/London', '9999-12-31T23:59:59.000Z'],
])('finds the last second of a day in its time zone (%s)', (_, date, zone, instant) => {
  expect(lastSecondOf(date, zone).toISOString()).toBe(instant)
})

test('converts an instant to local date and time', () => {
  expect(localDateTimeOf(new Date('2026-07-15T22:30:00Z'), 'America/St_Johns')).toEqual({
    date: '2026-07-15',
    time: '20:00',
  })
})

test.each(['Pacific/Auckland', 'America/Los_Angeles', 'UTC'])(
  'parses a date-time field in the time zone of the site, also with a browser in %s',
  (browserZone) => {
    vi.stubEnv('TZ', browserZone)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(browserZone)
    const at = (text: string) => (parseDateTimeField(text, 'Europe/London', null) as Date).toISOString()
    expect(at('2027-07-01T20:00')).toBe('2027-07-01T19:00:00.000Z')
    expect(at('2027-03-28T01:30')).toBe('2027-03-28T01:30:00.000Z')
    expect(clockChangeAt('2027-03-28T01:30', 'Europe/London')).toEqual({ kind: 'skipped', becomes: '02:30' })
    expect(at('2027-10-31T01:30')).toBe('2027-10-31T00:30:00.000Z')
    expect(clockChangeAt('2027-10-31T01:30', 'Europe/London')).toEqual({ kind: 'twice' })
    // Hours that the browser's own zone skips or shows twice are ordinary ones of the site.
    expect(clockChangeAt('2027-03-14T02:30', 'Europe/London')).toBeNull()
    expect(clockChangeAt('2027-04-04T02:30', 'Europe/London')).toBeNull()
  },
)

test('isLocalDate rejects an impossible date', () => {
  expect(['2026-02-28', '2028-02-29'].every(isLocalDate)).toBe(true)
  expect(['2026-02-29', '2026-13-01', '26-1-1', '', 'today'].some(isLocalDate)).toBe(false)
})

test('isLocalTime rejects an impossible time', () => {
  expect(['00:00', '23:59', '20:30:15'].every(isLocalTime)).toBe(true)
  expect(['24:00', '7:30', '12:60', ''].some(isLocalTime)).toBe(false)
})

test('isZone rejects an unknown time zone', () => {
  expect(isTimeZone('Europe/Berlin')).toBe(true)
  expect(isTimeZone('Europe/Atlantis')).toBe(false)
})

test.each([
  ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T03:30:00+02:00'],
  ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T02:30:00+02:00'],
  ['2026-01-10', '20:00', 'America/St_Johns', '2026-01-10T20:00:00-03:30'],
])('%s %s in %s has the ISO 8601 form %s', (date, time, zone, iso) => {
  expect(isoWithOffset(date, time, zone)).toBe(iso)
  expect(new Date(iso)).toEqual(instantOf(date, time, zone))
})

const berlin = 'Europe/Berlin'
const read = (text: string, was: Date | null = null, zone = berlin) => {
  const instant = parseDateTimeField(text, zone, was)
  return instant instanceof Date ? instant.toISOString() : instant
}

test('reads and shows a time in the zone of the site', () => {
  expect(read('2026-07-15T20:30')).toBe('2026-07-15T18:30:00.000Z')
  expect(read('2026-01-15T20:30')).toBe('2026-01-15T19:30:00.000Z')
  expect(dateTimeFieldValue(new Date('2026-07-15T18:30:00Z'), berlin)).toBe('2026-07-15T20:30')
  expect(dateTimeFieldValue(null, berlin)).toBe('')
  expect(read('')).toBeNull()
})

test('a skipped time in a form field becomes an hour later, with a note', () => {
  expect(read('2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z')
  expect(clockChangeAt('2026-03-29T02:30', berlin)).toEqual({ kind: 'skipped', becomes: '03:30' })
})

test('a time in a form field that occurs twice means the first one, with a note', () => {
  expect(read('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z')
  expect(clockChangeAt('2026-10-25T02:30', berlin)).toEqual({ kind: 'twice' })
  expect(clockChangeAt('2026-04-05T01:45', 'Australia/Lord_Howe')).toEqual({ kind: 'twice' })
})

test('a time that is not affected by a clock change has no note', () => {
  for (const text of ['2026-03-29T01:59', '2026-03-29T03:00', '2026-10-25T01:59', '2026-10-25T03:00', '', 'soon'])
    expect(clockChangeAt(text, berlin), text).toBeNull()
})

test('an unchanged time field keeps its exact instant, also in a repeated hour', () => {
  const second = new Date('2026-10-25T01:30:00Z')
  expect(read(dateTimeFieldValue(second, berlin), second)).toBe('2026-10-25T01:30:00.000Z')
  const precise = new Date('2026-07-15T18:30:27.123Z')
  expect(read(dateTimeFieldValue(precise, berlin), precise)).toBe('2026-07-15T18:30:27.123Z')
  expect(read('2026-07-15T20:31', precise)).toBe('2026-07-15T18:31:00.000Z')
})

test.each(['tomorrow', '2026-13-01T10:00', '2026-05-01', '20260-05-01T10:00', '2026-05-01T25:00'])(
  'the invalid field value %s is passed on to the schema',
  (text) => expect(read(text)).toBe(text),
)
