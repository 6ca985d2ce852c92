import { daysBetween } from '#domain/activity/days.ts'
import { type LocalDate, localOf } from '#domain/time/zoned.ts'

/** The dashboard compares these days, today included, with as many days before. */
export const comparedDays = 30

/** Start of the earlier and of the later period: midnights of the time zone. */
export function comparedPeriods(now: Date, zone: string): { before: Date; last: Date } {
  const midnight = (daysAgo: number) => daysBetween({ from: dayBefore(now, zone, daysAgo) }, zone).since!
  return { before: midnight(2 * comparedDays - 1), last: midnight(comparedDays - 1) }
}

/** The days of the later period, today last. */
export const comparedDates = (now: Date, zone: string): LocalDate[] =>
  Array.from({ length: comparedDays }, (_, at) => dayBefore(now, zone, comparedDays - 1 - at))

const dayBefore = (now: Date, zone: string, daysAgo: number): LocalDate =>
  new Date(Date.parse(localOf(now, zone).date) - daysAgo * 86_400_000).toISOString().slice(0, 10)
