import { daysBetween } from '#domain/activity/days.ts'
import { dayMs } from '#domain/time/lengths.ts'
import { isLocalDate, type LocalDate, localOf } from '#domain/time/zoned.ts'

/** What visitors did is known for so many days, today among them; then it is forgotten. */
export const keptDays = 90
/** So many days are shown until somebody asks for others. */
export const usualDays = 7
/** Whose previews sell is told by so many days. */
export const performerDays = 30

/** From the first to the last of some days, by the clocks of the site. */
export type Days = { from: LocalDate; to: LocalDate }

export const dayAfter = (day: LocalDate, days: number): LocalDate =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

export const todayIn = (zone: string, now: Date): LocalDate => localOf(now, zone).date

/** The last days, today being the last of them. */
export const lastDays = (count: number, today: LocalDate): Days => ({ from: dayAfter(today, 1 - count), to: today })

/** What can be shown of what was asked for: nothing that is forgotten already, and nothing that is to come. */
export function shownDays(asked: { from?: string | undefined; to?: string | undefined }, today: LocalDate): Days {
  const kept = lastDays(keptDays, today)
  const within = (day: LocalDate) => (day < kept.from ? kept.from : day > kept.to ? kept.to : day)
  const to = within(said(asked.to) ?? today)
  const from = within(said(asked.from) ?? dayAfter(to, 1 - usualDays))
  return from <= to ? { from, to } : { from: to, to: from }
}

const said = (day: string | undefined): LocalDate | undefined => (day && isLocalDate(day) ? day : undefined)

export const countOfDays = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1

/** As many days before them; null when some of those are forgotten, because less of them would seem to have happened. */
export function daysBefore(days: Days, today: LocalDate): Days | null {
  const from = dayAfter(days.from, -countOfDays(days))
  return from < lastDays(keptDays, today).from ? null : { from, to: dayAfter(days.from, -1) }
}

export const eachDay = (days: Days): LocalDate[] =>
  Array.from({ length: countOfDays(days) }, (_, n) => dayAfter(days.from, n))

/** When each day begins, and last when the last of them is over: some have 23 hours, and some 25. */
export const midnightsOf = (days: Days, zone: string): Date[] =>
  [...eachDay(days), dayAfter(days.to, 1)].map((from) => daysBetween({ from }, zone).since!)
