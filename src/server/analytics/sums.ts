import { and, between, eq, sql } from 'drizzle-orm'
import { type Cut, type Measure, measuresOf, type Sums } from '#domain/analytics/cells.ts'
import { type Days, dayAfter, eachDay } from '#domain/analytics/days.ts'
import type { LocalDate } from '#domain/time/zoned.ts'
import { calendarOf, countedFrom, openSources, settledSources } from '#server/analytics/cells.ts'
import { analyticsDays } from '#server/analytics/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/** Some days, as many before them where those are known, and the zone whose clocks they go by. */
export type Period = { days: Days; before: Days | null; zone: string }

type Row = {
  day: LocalDate | null
  before: boolean
  cut: Cut
  key: string | null
  measure: Measure
  n: string | number
}

/**
 * What happened in a period, as far as these measures tell. Days that were counted beforehand are taken as they are, all
 * others counted now.
 */
export async function sumsOf(
  tx: SiteTx,
  { days, before, zone }: Period,
  measures: readonly Measure[] = Object.values(measuresOf).flat(),
): Promise<Sums> {
  const whole = { from: before?.from ?? days.from, to: days.to }
  const counted = new Set(await countedDays(tx, whole, zone))
  const others = runsOf(eachDay(whole).filter((day) => !counted.has(day)))
  const { day, cut, key, measure, n } = analyticsDays
  const isAsked = (source: { measures: readonly Measure[] }) => source.measures.some((each) => measures.includes(each))
  const isBefore = sql`day < ${days.from}::date`
  const { rows } = await tx.execute<Row>(sql`
    with cells (day, cut, key, measure, n) as (${sql.join(
      [
        sql`(select ${day}, ${cut}, ${key}, ${measure}, ${n} from ${analyticsDays}
          where ${day} = any(${`{${[...counted].join()}}`}::date[]))`,
        ...others.flatMap((run) => countedFrom(settledSources.filter(isAsked), calendarOf(run, zone))),
        ...countedFrom(openSources.filter(isAsked), calendarOf(whole, zone)),
      ],
      sql` union all `,
    )})
    select case when grouping(day) = 0 then day::text end as day, ${isBefore} as before, cut, key, measure, sum(n) as n
    from cells where measure = any(${`{${measures.join()}}`}::text[])
    group by grouping sets ((day, cut, measure), (${isBefore}, cut, key, measure))`)
  return foldedRows(rows)
}

function foldedRows(rows: readonly Row[]): Sums {
  const sums: Sums = { byDay: [], byKey: [] }
  for (const { day, before, cut, key, measure, n } of rows) {
    if (day !== null) sums.byDay.push({ day, cut, measure, n: Number(n) })
    else sums.byKey.push({ cut, measure, key: key!, isBefore: before, n: Number(n) })
  }
  return sums
}

/** Says of a day that it was counted, and by the clocks of which zone. */
export const countedCut = 'counted'

export async function countedDays(tx: SiteTx, { from, to }: Days, zone: string): Promise<LocalDate[]> {
  const { day, cut, key } = analyticsDays
  const found = await tx
    .select({ day })
    .from(analyticsDays)
    .where(and(between(day, from, to), eq(cut, countedCut), eq(key, zone)))
  return found.map((row) => row.day)
}

/** Days that follow upon each other, as one. */
export function runsOf(days: readonly LocalDate[]): Days[] {
  const runs: Days[] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last && dayAfter(last.to, 1) === day) last.to = day
    else runs.push({ from: day, to: day })
  }
  return runs
}
