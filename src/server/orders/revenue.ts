import { and, eq, gte, type SQL, sql } from 'drizzle-orm'
import { orders } from '#server/commerce/orders-table.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/** Figures of the orders of a period: how many stand, how many were cancelled, revenue and refunds. */
export type RevenueFigures = { orders: number; cancelled: number; revenue: number; refunded: number }

const isCancelled = sql`${orders.status} = 'cancelled'`
/** A lost dispute has taken the money back without a refund. */
const isLost = sql`${orders.attention} is not distinct from 'dispute-lost'`
/** Test orders from before the site went live have brought no money. */
const isReal = eq(orders.isTest, false)
const sumOrZero = (amount: SQL) => sql`coalesce(${amount}, 0)`.mapWith(Number)

const columns = {
  orders: sql`count(*) filter (where not ${isCancelled})`.mapWith(Number),
  cancelled: sql`count(*) filter (where ${isCancelled})`.mapWith(Number),
  revenue: sumOrZero(
    sql`sum(${orders.totalAmount} - ${orders.refundedAmount}) filter (where not ${isCancelled} and not ${isLost})`,
  ),
  refunded: sumOrZero(sql`sum(case when ${isLost} then ${orders.totalAmount} else ${orders.refundedAmount} end)`),
}

/**
 * Figures of the last days and of as many days before, in one currency. An order counts on the day it was placed. Later
 * refunds reduce the revenue of that day, and a cancelled order has none, refunded yet or not.
 */
export async function revenueFigures(
  tx: SiteTx,
  { before, last }: { before: Date; last: Date },
  currency: string,
): Promise<{ last: RevenueFigures; before: RevenueFigures }> {
  const isLast = sql<boolean>`${orders.createdAt} >= ${last.toISOString()}`
  const rows = await tx
    .select({ isLast, ...columns })
    .from(orders)
    .where(and(gte(orders.createdAt, before), eq(orders.currency, currency), isReal))
    .groupBy(sql`1`)
  const figuresOf = (wanted: boolean): RevenueFigures => {
    const { isLast: _, ...figures } = rows.find((row) => row.isLast === wanted) ?? noRevenue
    return figures
  }
  return { last: figuresOf(true), before: figuresOf(false) }
}

/** Orders and revenue per local day; days without an order are left out. */
export async function revenueByDay(
  tx: SiteTx,
  since: Date,
  { currency, zone }: { currency: string; zone: string },
): Promise<Map<string, Pick<RevenueFigures, 'orders' | 'revenue'>>> {
  const day = sql<string>`to_char(${orders.createdAt} at time zone ${zone}, 'YYYY-MM-DD')`
  const rows = await tx
    .select({ day, orders: columns.orders, revenue: columns.revenue })
    .from(orders)
    .where(and(gte(orders.createdAt, since), eq(orders.currency, currency), isReal))
    .groupBy(sql`1`)
  return new Map(rows.map(({ day: each, ...figures }) => [each, figures]))
}

const noRevenue = { isLast: false, orders: 0, cancelled: 0, revenue: 0, refunded: 0 }
