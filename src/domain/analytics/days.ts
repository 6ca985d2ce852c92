import { daysBetween } from '#domain/activity/days.ts'
import { dayMs, isLocalDate, type LocalDate, localOf } from '#domain/time/zoned.ts'

/** Events of visitors are kept for this many days, including today. */
export const visitorEventDays = 90
/** The default range. */
export const defaultRangeDays = 7
/** The range of the top performers. */
export const performerDays = 30

/** First and last day of a range, in the time zone of the site. */
export type Days = { from: LocalDate; to: LocalDate }

export const dayAfter = (day: LocalDate, days: number): LocalDate =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

export const todayIn = (zone: string, now: Date): LocalDate => localOf(now, zone).date

/** The last `count` days, including today. */
export const lastDays = (count: number, today: LocalDate): Days => ({ from: dayAfter(today, 1 - count), to: today })

/** The requested range, limited to the days that are kept. */
export function shownDays(requested: { from?: string | undefined; to?: string | undefined }, today: LocalDate): Days {
  const kept = lastDays(visitorEventDays, today)
  const within = (day: LocalDate) => (day < kept.from ? kept.from : day > kept.to ? kept.to : day)
  const to = within(validDay(requested.to) ?? today)
  const from = within(validDay(requested.from) ?? dayAfter(to, 1 - defaultRangeDays))
  return from <= to ? { from, to } : { from: to, to: from }
}

const validDay = (day: string | undefined): LocalDate | undefined => (day && isLocalDate(day) ? day : undefined)

export const countOfDays = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1

/** The range of equal length before it; null when some of its days are deleted, which would make the sums too low. */
export function precedingDays(days: Days, today: LocalDate): Days | null {
  const from = dayAfter(days.from, -countOfDays(days))
  return from < lastDays(visitorEventDays, today).from ? null : { from, to: dayAfter(days.from, -1) }
}

export const eachDay = (days: Days): LocalDate[] =>
  Array.from({ length: countOfDays(days) }, (_, n) => dayAfter(days.from, n))

/** The start of each day and the end of the last: days may have 23 or 25 hours. */
export const midnightsOf = (days: Days, zone: string): Date[] =>
  [...eachDay(days), dayAfter(days.to, 1)].map((from) => daysBetween({ from }, zone).since!)
