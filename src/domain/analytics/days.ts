import { instantRangeOfDays } from '#domain/activity/days.ts'
import { dayMs, isLocalDate, type LocalDate, localDateTimeOf } from '#domain/time/local-time.ts'

/** Events of visitors are kept for this many days, including today. */
export const visitorEventRetentionDays = 90
/** The default range. */
export const defaultDayRangeLength = 7
/** The range of the top performers. */
export const topPerformersRangeDays = 30

/** First and last day of a range, in the time zone of the site. */
export type DayRange = { from: LocalDate; to: LocalDate }

export const addDays = (day: LocalDate, days: number): LocalDate =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

export const todayIn = (zone: string, now: Date): LocalDate => localDateTimeOf(now, zone).date

/** The last `count` days, including today. */
export const lastDays = (count: number, today: LocalDate): DayRange => ({ from: addDays(today, 1 - count), to: today })

/** The requested range, limited to the days that are kept. */
export function clampDayRange(
  requested: { from?: string | undefined; to?: string | undefined },
  today: LocalDate,
): DayRange {
  const kept = lastDays(visitorEventRetentionDays, today)
  const clampDay = (day: LocalDate) => (day < kept.from ? kept.from : day > kept.to ? kept.to : day)
  const to = clampDay(validDay(requested.to) ?? today)
  const from = clampDay(validDay(requested.from) ?? addDays(to, 1 - defaultDayRangeLength))
  return from <= to ? { from, to } : { from: to, to: from }
}

const validDay = (day: string | undefined): LocalDate | undefined => (day && isLocalDate(day) ? day : undefined)

export const countOfDays = ({ from, to }: DayRange): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1

/** The range of equal length before it; null when some of its days are deleted, which would make the sums too low. */
export function precedingDayRange(days: DayRange, today: LocalDate): DayRange | null {
  const from = addDays(days.from, -countOfDays(days))
  return from < lastDays(visitorEventRetentionDays, today).from ? null : { from, to: addDays(days.from, -1) }
}

export const datesInRange = (days: DayRange): LocalDate[] =>
  Array.from({ length: countOfDays(days) }, (_, n) => addDays(days.from, n))

/** The start of each day and the end of the last: days may have 23 or 25 hours. */
export const midnightsOf = (days: DayRange, zone: string): Date[] =>
  [...datesInRange(days), addDays(days.to, 1)].map((from) => instantRangeOfDays({ from }, zone).since!)
