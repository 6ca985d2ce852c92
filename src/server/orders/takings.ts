import { and, count, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { SiteTx } from '#server/db/in-site.ts'
import { isInNeed } from '#server/orders/in-need.ts'
import { orders } from '#server/orders/table.ts'

/** Of the orders of some days: how many stand, what they brought, and what came to nothing. */
export type Takings = { orders: number; cancelled: number; revenue: number; refunded: number }

const isCancelled = sql`${orders.status} = 'cancelled'`
/** A dispute that was lost has taken the money back without a refund of ours. */
const isLost = sql`${orders.attention} is not distinct from 'dispute-lost'`
/** Orders of a sandbox that ran here before the site was opened have brought nothing. */
const isReal = eq(orders.isTest, false)
const whole = (amount: SQL) => sql`coalesce(${amount}, 0)`.mapWith(Number)

const columns = {
  orders: sql`count(*) filter (where not ${isCancelled})`.mapWith(Number),
  cancelled: sql`count(*) filter (where ${isCancelled})`.mapWith(Number),
  revenue: whole(
    sql`sum(${orders.totalAmount} - ${orders.refundedAmount}) filter (where not ${isCancelled} and not ${isLost})`,
  ),
  refunded: whole(sql`sum(case when ${isLost} then ${orders.totalAmount} else ${orders.refundedAmount} end)`),
}

/**
 * Of the last days and of those before them, in one currency. An order counts on the day it was placed; what was given
 * back for it since is no revenue of that day, and of one that is cancelled nothing is, whether or not its money has
 * gone back yet.
 */
export async function takingsOf(
  tx: SiteTx,
  { before, last }: { before: Date; last: Date },
  currency: string,
): Promise<{ last: Takings; before: Takings }> {
  const isLast = sql<boolean>`${orders.createdAt} >= ${last.toISOString()}`
  const rows = await tx
    .select({ isLast, ...columns })
    .from(orders)
    .where(and(gte(orders.createdAt, before), eq(orders.currency, currency), isReal))
    .groupBy(sql`1`)
  const of = (wanted: boolean): Takings => {
    const { isLast: _, ...takings } = rows.find((row) => row.isLast === wanted) ?? nothing
    return takings
  }
  return { last: of(true), before: of(false) }
}

/** What each of the days since then brought, by the clocks of a zone; a day without an order is not among them. */
export async function takingsByDay(
  tx: SiteTx,
  since: Date,
  { currency, zone }: { currency: string; zone: string },
): Promise<Map<string, Pick<Takings, 'orders' | 'revenue'>>> {
  const day = sql<string>`to_char(${orders.createdAt} at time zone ${zone}, 'YYYY-MM-DD')`
  const rows = await tx
    .select({ day, orders: columns.orders, revenue: columns.revenue })
    .from(orders)
    .where(and(gte(orders.createdAt, since), eq(orders.currency, currency), isReal))
    .groupBy(sql`1`)
  return new Map(rows.map(({ day: each, ...takings }) => [each, takings]))
}

const nothing = { isLast: false, orders: 0, cancelled: 0, revenue: 0, refunded: 0 }

/** How many orders somebody must look at. */
export async function countOrdersInNeed(tx: SiteTx): Promise<number> {
  const [found] = await tx.select({ orders: count() }).from(orders).where(isInNeed)
  return found!.orders
}
