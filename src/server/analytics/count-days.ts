import { gt, lt, sql } from 'drizzle-orm'
import {
  addDays,
  type DayRange,
  datesInRange,
  lastDays,
  todayIn,
  visitorEventRetentionDays,
} from '#domain/analytics/days.ts'
import { buildCountQueries, dayBoundsOf, finalCountSources } from '#server/analytics/count-queries.ts'
import { consecutiveRanges, countedDayMark, readCountedDays } from '#server/analytics/queries.ts'
import { analyticsDays, cartAdditions } from '#server/analytics/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { downloadEvents } from '#server/downloads/table.ts'
import { previewPlays } from '#server/previews/table.ts'

/** A visitor's local day may end a day later than the site's, so events arrive for two days. */
const settledAfterDays = 2

/** Counts days that are over once, so that 90 days load quickly, and deletes everything older than 90 days. */
export async function countFinishedDaysAndPrune(tx: SiteTx, zone: string, now: Date): Promise<void> {
  await advisoryLock(tx, 'analytics')
  const kept = lastDays(visitorEventRetentionDays, todayIn(zone, now))
  await deleteBefore(tx, kept.from, zone)
  const over = { from: kept.from, to: addDays(kept.to, -settledAfterDays) }
  // A server clock that was ahead may have counted days that are not over.
  await tx.delete(analyticsDays).where(gt(analyticsDays.day, over.to))
  const counted = new Set(await readCountedDays(tx, over, zone))
  for (const run of consecutiveRanges(datesInRange(over).filter((day) => !counted.has(day))).flatMap(weeksOf)) {
    const { day } = analyticsDays
    const days = `{${datesInRange(run).join()}}`
    // Counts in another time zone.
    await tx.delete(analyticsDays).where(sql`${day} = any(${days}::date[])`)
    await tx.execute(sql`insert into analytics_days (day, cut, key, measure, n)
      ${sql.join(buildCountQueries(finalCountSources, dayBoundsOf(run, zone)), sql` union all `)}
      union all select day, ${countedDayMark}, ${zone}, '', 1 from unnest(${days}::date[]) as day`)
  }
}

/** Limits one statement to a week, in case 90 days were never counted. */
const weeksOf = (run: DayRange): DayRange[] => {
  const days = datesInRange(run)
  return Array.from({ length: Math.ceil(days.length / 7) }, (_, n) => {
    const week = days.slice(7 * n, 7 * n + 7)
    return { from: week[0]!, to: week.at(-1)! }
  })
}

async function deleteBefore(tx: SiteTx, day: string, zone: string): Promise<void> {
  const [midnight] = dayBoundsOf({ from: day, to: day }, zone).midnights
  await tx.delete(previewPlays).where(lt(previewPlays.datePlayed, day))
  await tx.delete(cartAdditions).where(lt(cartAdditions.day, day))
  await tx.delete(downloadEvents).where(lt(downloadEvents.createdAt, midnight!))
  await tx.delete(analyticsDays).where(lt(analyticsDays.day, day))
}
