/** A day as the calendar on the wall shows it, `2026-05-01`, and a time as the clock beside it does, `20:30`. */
export type LocalDate = string
export type LocalTime = string

export const isLocalDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

export const isLocalTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text)

export function isTimeZone(name: string): boolean {
  try {
    clockIn(name)
    return true
  } catch {
    return false
  }
}

/**
 * The instant at which the clocks of a zone show this date and time. An hour that daylight saving skips is read with
 * the offset before the change (02:30 becomes 03:30); an hour that comes twice means the first one.
 */
export const instantOf = (date: LocalDate, time: LocalTime, zone: string): Date =>
  new Date(firstInstantShowing(Date.parse(`${date}T${time}Z`), zone))

/** The last second of a day by the clocks of a zone, also where its last hour is skipped or comes twice. */
export const lastSecondOf = (date: LocalDate, zone: string): Date =>
  new Date(firstInstantShowing(Date.parse(date) + day, zone) - 1000)

function firstInstantShowing(wall: number, zone: string): number {
  const dayBefore = offset(wall - day, zone)
  const dayAfter = offset(wall + day, zone)
  const candidates = [wall - dayBefore, wall - dayAfter].filter((at) => at + offset(at, zone) === wall)
  return candidates.length ? Math.min(...candidates) : wall - dayBefore
}

/** The date and time that the clocks of a zone show at an instant. */
export function localDateTimeOf(instant: Date, zone: string): { date: LocalDate; time: LocalTime } {
  const wall = new Date(+instant + offset(+instant, zone)).toISOString()
  return { date: wall.slice(0, 10), time: wall.slice(11, 16) }
}

/** `2026-05-01T20:30:00+02:00`: what the clocks show and how far they are ahead, for those who read both. */
export function isoWithOffset(date: LocalDate, time: LocalTime, zone: string): string {
  const instant = instantOf(date, time, zone)
  const ahead = offset(+instant, zone) / 60_000
  const shown = localDateTimeOf(instant, zone)
  const part = (number: number) => String(Math.floor(Math.abs(number))).padStart(2, '0')
  return `${shown.date}T${shown.time}:00${ahead < 0 ? '-' : '+'}${part(ahead / 60)}:${part(ahead % 60)}`
}

const day = 86_400_000
const formatterByZone = new Map<string, Intl.DateTimeFormat>()

function clockIn(zone: string): Intl.DateTimeFormat {
  let clock = formatterByZone.get(zone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    } as const)
    formatterByZone.set(zone, clock)
  }
  return clock
}

/** Every page asks for the same shows; no site has more than this at once. */
const offsetCache = new Map<string, number>()
const maxOffsets = 10_000

function offset(at: number, zone: string): number {
  const key = `${zone} ${at}`
  let found = offsetCache.get(key)
  if (found === undefined) {
    found = readOffset(at, zone)
    if (offsetCache.size >= maxOffsets) offsetCache.clear()
    offsetCache.set(key, found)
  }
  return found
}

function readOffset(at: number, zone: string): number {
  const shown: Record<string, number> = {}
  for (const { type, value } of clockIn(zone).formatToParts(at)) shown[type] = Number(value)
  const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0 } = shown
  return Date.UTC(year, month - 1, date, hour, minute, second) - Math.floor(at / 1000) * 1000
}

/** `2026-05-01T20:30`: what a field for date and time holds, by the clocks of a zone. Empty for null. */
export function dateTimeFieldValue(instant: Date | null, zone: string): string {
  if (!instant) return ''
  const { date, time } = localDateTimeOf(instant, zone)
  return `${date}T${time}`
}

/**
 * The instant of a date-and-time field. An unchanged field keeps the stored instant, seconds included, also in an hour
 * that comes twice. Text that is no date and time is returned as it is, for the schema to refuse.
 */
export function parseDateTimeField(text: string, zone: string, was: Date | null): Date | string | null {
  if (!text) return null
  if (was && dateTimeFieldValue(was, zone) === text) return was
  const written = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2})?$/.exec(text)
  if (!written || Number.isNaN(Date.parse(`${text}Z`))) return text
  return instantOf(written[1]!, written[2]!, zone)
}

/** Whether a local time is skipped or repeated by a clock change. */
export type ClockChange = { kind: 'skipped'; becomes: string } | { kind: 'twice' } | null

export function clockChangeAt(text: string, zone: string): ClockChange {
  const instant = parseDateTimeField(text, zone, null)
  if (!(instant instanceof Date)) return null
  const shown = dateTimeFieldValue(instant, zone)
  if (shown !== text.slice(0, 16)) return { kind: 'skipped', becomes: shown.slice(11) }
  const again = [30, 60, 120].some(
    (minutes) => dateTimeFieldValue(new Date(+instant + minutes * 60_000), zone) === shown,
  )
  return again ? { kind: 'twice' } : null
}

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs
