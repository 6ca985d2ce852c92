import { instantOf, localOf } from '#domain/time/zoned.ts'

/** `2026-05-01T20:30`: what a field for date and time holds, by the clocks of a zone. Nothing is nothing. */
export function localText(instant: Date | null, zone: string): string {
  if (!instant) return ''
  const { date, time } = localOf(instant, zone)
  return `${date}T${time}`
}

/**
 * The instant that was meant. Who has not touched the field means the one that was there, to the second, also in an hour
 * that comes twice. What is no date and time stays as it was written, for the schema to refuse.
 */
export function instantFrom(text: string, zone: string, was: Date | null): Date | string | null {
  if (!text) return null
  if (was && localText(was, zone) === text) return was
  const written = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2})?$/.exec(text)
  if (!written || Number.isNaN(Date.parse(`${text}Z`))) return text
  return instantOf(written[1]!, written[2]!, zone)
}

/** What the clocks do to a date and time that was written, where they are put forward or back. */
export type ClockNote = { kind: 'skipped'; becomes: string } | { kind: 'twice' } | null

export function clockNote(text: string, zone: string): ClockNote {
  const instant = instantFrom(text, zone, null)
  if (!(instant instanceof Date)) return null
  const shown = localText(instant, zone)
  if (shown !== text.slice(0, 16)) return { kind: 'skipped', becomes: shown.slice(11) }
  const again = [30, 60, 120].some((minutes) => localText(new Date(+instant + minutes * 60_000), zone) === shown)
  return again ? { kind: 'twice' } : null
}
