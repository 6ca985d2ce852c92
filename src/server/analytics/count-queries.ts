import { type SQL, sql } from 'drizzle-orm'
import { type DayRange, datesInRange, midnightsOf } from '#domain/analytics/days.ts'
import { speedClasses, speedClassLimits } from '#domain/analytics/figures.ts'
import type { Measure } from '#domain/analytics/measure-sums.ts'
import type { LocalDate } from '#domain/time/local-time.ts'
import { cartAdditions } from '#server/analytics/table.ts'
import { orders } from '#server/commerce/orders-table.ts'
import { digitalDownloads, downloadEvents } from '#server/downloads/table.ts'
import { previewPlays } from '#server/previews/table.ts'

const sqlArray = (values: readonly (string | number)[], type: string) =>
  sql`${`{${values.join()}}`}::${sql.raw(type)}[]`

/** Local days and the midnights between them, by which the database finds the day of a moment. */
type Calendar = { days: LocalDate[]; midnights: Date[] }

export function dayBoundsOf(days: DayRange, zone: string): Calendar {
  return { days: datesInRange(days), midnights: midnightsOf(days, zone) }
}

const dayOf = (at: SQL, { days, midnights }: Calendar) =>
  sql`(${sqlArray(days, 'date')})[width_bucket(${at}, ${sqlArray(
    midnights.map((each) => each.toISOString()),
    'timestamptz',
  )})]`

const isWithinCalendar = (at: SQL, { midnights }: Calendar) =>
  sql`${at} >= ${midnights[0]!.toISOString()}::timestamptz and ${at} < ${midnights.at(-1)!.toISOString()}::timestamptz`

type CountSource = { on: (calendar: Calendar) => SQL; measures: readonly Measure[] }

/** Tables whose counts do not change once a day is over. */
export const finalCountSources: readonly CountSource[] = [
  { on: playsOn, measures: ['preview', 'complete', 'conversion', 'seconds'] },
  { on: additionsOn, measures: ['cart'] },
  { on: eventsOn, measures: ['start', 'download', 'first', 'failure', 'verified', 'bytes', 'ms'] },
]
/** A purchase may be cancelled or refunded later, so purchases are never counted in advance. */
export const openCountSources: readonly CountSource[] = [{ on: purchasesOn, measures: ['purchase'] }]

/** Subqueries that return day, cut, key, measure and n. */
export const buildCountQueries = (sources: readonly CountSource[], calendar: Calendar): SQL[] =>
  sources.map(({ on }) => sql`(${on(calendar)})`)

function playsOn({ days }: Calendar): SQL {
  const { productId, playCount, completePlays, conversionCount, totalDuration, device, referrer, datePlayed } =
    previewPlays
  return sql`select day, cut, key, measure, n from (
      select day, coalesce(product, device, referrer) as key,
        case when grouping(product) = 0 then 'product' when grouping(device) = 0 then 'device' else 'referrer' end as cut,
        sum(plays) as plays, sum(complete) as complete, sum(bought) as bought, sum(seconds) as seconds
      from (select ${datePlayed} as day, ${productId}::text as product, lower(coalesce(${device}, 'unknown')) as device,
          coalesce(${referrer}, '') as referrer, ${playCount} as plays, ${completePlays} as complete,
          ${conversionCount} as bought, ${totalDuration} as seconds
        from ${previewPlays} where ${datePlayed} = any(${sqlArray(days, 'date')})) as play
      group by grouping sets ((day, product), (day, device), (day, referrer))
    ) as sums cross join lateral (values
      ('preview', plays), ('complete', complete), ('conversion', bought), ('seconds', seconds)
    ) as each(measure, n)
    where n > 0 and (cut = 'product' or measure = 'preview')`
}

function additionsOn({ days }: Calendar): SQL {
  const { day, productId, added } = cartAdditions
  return sql`select ${day}, 'product' as cut, ${productId}::text as key, 'cart' as measure, ${added}::bigint as n
    from ${cartAdditions} where ${day} = any(${sqlArray(days, 'date')})`
}

/** `first` marks the first complete file of a download right: the buyer has received something. */
function eventsOn(calendar: Calendar): SQL {
  const { productId, eventType, isFirst, reason, bytes, durationMs, createdAt } = downloadEvents
  const speed = sql`(${sqlArray(speedClasses, 'text')})[1 + width_bucket(${bytes} * 1000.0 / greatest(${durationMs}, 1), ${sqlArray(speedClassLimits, 'numeric')})]`
  return sql`select day, cut, key, measure, n from (
      select day, coalesce(product, reason, speed) as key,
        case when grouping(product) = 0 then 'product' when grouping(reason) = 0 then 'reason' else 'speed' end as cut,
        count(*) filter (where type = 'started') as started, count(*) filter (where type = 'completed') as completed,
        count(*) filter (where type = 'completed' and first) as first, count(*) filter (where type = 'failed') as failed,
        count(*) as all, sum(bytes) as bytes, sum(ms) as ms
      from (select ${dayOf(sql`${createdAt}`, calendar)} as day, ${productId}::text as product, ${eventType} as type,
          ${isFirst} as first, ${reason} as reason, ${bytes} as bytes, ${durationMs} as ms,
          case when ${eventType} = 'verified' then ${speed} end as speed
        from ${downloadEvents} where ${isWithinCalendar(sql`${createdAt}`, calendar)}) as event
      group by grouping sets ((day, product), (day, reason), (day, speed))
    ) as sums cross join lateral (values
      ('product', 'start', started), ('product', 'download', completed), ('product', 'first', first),
      ('product', 'failure', failed), ('reason', 'failure', "all"),
      ('speed', 'verified', "all"), ('speed', 'bytes', bytes), ('speed', 'ms', ms)
    ) as each(of, measure, n)
    where n > 0 and of = cut and key is not null`
}

/** Purchases in orders that are neither cancelled nor fully refunded. */
function purchasesOn(calendar: Calendar): SQL {
  const { productId, orderId, createdAt } = digitalDownloads
  return sql`select ${dayOf(sql`${createdAt}`, calendar)} as day, 'product' as cut, ${productId}::text as key,
      'purchase' as measure, count(*) as n
    from ${digitalDownloads} join ${orders} on ${orders.websiteId} = ${digitalDownloads.websiteId} and ${orders.id} = ${orderId}
    where ${isWithinCalendar(sql`${createdAt}`, calendar)} and ${orders.status} <> 'cancelled' and not ${orders.isTest}
      and (${orders.refundedAmount} < ${orders.totalAmount} or ${orders.totalAmount} = 0)
    group by 1, ${productId}`
}
