import { and, between, eq, inArray, sql } from 'drizzle-orm'
import { addDays, type DayRange, datesInRange } from '#domain/analytics/days.ts'
import { type Dimension, type Measure, type MeasureSums, measuresByDimension } from '#domain/analytics/measure-sums.ts'
import type { LocalDate } from '#domain/time/local-time.ts'
import { buildCountQueries, dayBoundsOf, finalCountSources, openCountSources } from '#server/analytics/count-queries.ts'
import { analyticsDays } from '#server/analytics/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { products } from '#server/products/table.ts'

/** Days, as many days before them (null when those are deleted), and their time zone. */
export type AnalyticsDateRange = { days: DayRange; before: DayRange | null; zone: string }

type Row = {
  day: LocalDate | null
  before: boolean
  cut: Dimension
  key: string | null
  measure: Measure
  n: string | number
}

/** Sums of these measures in a period: counted days from `analytics_days`, all others from their events. */
export async function sumMeasures(
  tx: SiteTx,
  { days, before, zone }: AnalyticsDateRange,
  measures: readonly Measure[] = Object.values(measuresByDimension).flat(),
): Promise<MeasureSums> {
  const whole = { from: before?.from ?? days.from, to: days.to }
  const counted = new Set(await readCountedDays(tx, whole, zone))
  const others = consecutiveRanges(datesInRange(whole).filter((day) => !counted.has(day)))
  const { day, cut, key, measure, n } = analyticsDays
  const hasMeasure = (source: { measures: readonly Measure[] }) =>
    source.measures.some((each) => measures.includes(each))
  const isBefore = sql`day < ${days.from}::date`
  const { rows } = await tx.execute<Row>(sql`
    with cells (day, cut, key, measure, n) as (${sql.join(
      [
        sql`(select ${day}, ${cut}, ${key}, ${measure}, ${n} from ${analyticsDays}
          where ${day} = any(${`{${[...counted].join()}}`}::date[]))`,
        ...others.flatMap((run) => buildCountQueries(finalCountSources.filter(hasMeasure), dayBoundsOf(run, zone))),
        ...buildCountQueries(openCountSources.filter(hasMeasure), dayBoundsOf(whole, zone)),
      ],
      sql` union all `,
    )})
    select case when grouping(day) = 0 then day::text end as day, ${isBefore} as before, cut, key, measure, sum(n) as n
    from cells where measure = any(${`{${measures.join()}}`}::text[])
    group by grouping sets ((day, cut, measure), (${isBefore}, cut, key, measure))`)
  return sumRows(rows)
}

function sumRows(rows: readonly Row[]): MeasureSums {
  const sums: MeasureSums = { byDay: [], byKey: [] }
  for (const { day, before, cut, key, measure, n } of rows) {
    if (day !== null) sums.byDay.push({ day, cut, measure, n: Number(n) })
    else sums.byKey.push({ cut, measure, key: key!, isBefore: before, n: Number(n) })
  }
  return sums
}

/** The cut that marks a day as counted; its key is the time zone. */
export const countedDayMark = 'counted'

export async function readCountedDays(tx: SiteTx, { from, to }: DayRange, zone: string): Promise<LocalDate[]> {
  const { day, cut, key } = analyticsDays
  const found = await tx
    .select({ day })
    .from(analyticsDays)
    .where(and(between(day, from, to), eq(cut, countedDayMark), eq(key, zone)))
  return found.map((row) => row.day)
}

/** Joins consecutive days into ranges. */
export function consecutiveRanges(days: readonly LocalDate[]): DayRange[] {
  const runs: DayRange[] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last && addDays(last.to, 1) === day) last.to = day
    else runs.push({ from: day, to: day })
  }
  return runs
}

/** The current names of products; null for deleted ones. */
export async function productNamesOf(
  tx: SiteTx,
  named: readonly { productId: string }[],
): Promise<(productId: string) => string | null> {
  const ids = [...new Set(named.map(({ productId }) => productId))]
  if (!ids.length) return () => null
  const { id, name } = products
  const found = await tx.select({ id, name }).from(products).where(inArray(id, ids))
  const names = new Map(found.map((product) => [product.id, product.name]))
  return (productId) => names.get(productId) ?? null
}
