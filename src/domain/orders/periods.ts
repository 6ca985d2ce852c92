import { daysBetween } from '#domain/activity/days.ts'
import { localOf } from '#domain/time/zoned.ts'

/** So many days are compared with as many before them; today is the last of them. */
export const comparedDays = 30

/** Where the days before begin, and where they end and the last ones begin: midnights of the zone. */
export function comparedPeriods(now: Date, zone: string): { before: Date; last: Date } {
  const today = Date.parse(localOf(now, zone).date)
  const midnight = (daysAgo: number) => {
    const from = new Date(today - daysAgo * 86_400_000).toISOString().slice(0, 10)
    return daysBetween({ from }, zone).since!
  }
  return { before: midnight(2 * comparedDays - 1), last: midnight(comparedDays - 1) }
}
