import { instantRangeOfDays } from '#domain/activity/days.ts'
import { type LocalDate, localDateTimeOf } from '#domain/time/local-time.ts'

/** The dashboard compares these days, today included, with as many days before. */
export const comparisonPeriodDays = 30

/** Start of the earlier and of the later period: midnights of the time zone. */
export function comparisonPeriods(now: Date, zone: string): { before: Date; last: Date } {
  const midnight = (daysAgo: number) => instantRangeOfDays({ from: dayBefore(now, zone, daysAgo) }, zone).since!
  return { before: midnight(2 * comparisonPeriodDays - 1), last: midnight(comparisonPeriodDays - 1) }
}

/** The days of the later period, today last. */
export const comparisonDates = (now: Date, zone: string): LocalDate[] =>
  Array.from({ length: comparisonPeriodDays }, (_, at) => dayBefore(now, zone, comparisonPeriodDays - 1 - at))

const dayBefore = (now: Date, zone: string, daysAgo: number): LocalDate =>
  new Date(Date.parse(localDateTimeOf(now, zone).date) - daysAgo * 86_400_000).toISOString().slice(0, 10)
