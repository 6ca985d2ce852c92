import { and, count, eq, exists, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import { unshippedOrderStatuses } from '#domain/orders/order.ts'
import { orderItems, orders } from '#server/commerce/orders-table.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/** `isRefundDue` of the domain, as SQL. */
export const isRefundDueSql = sql<boolean>`(${orders.status} = 'cancelled' and ${orders.refundedAmount} < ${orders.totalAmount}
  and ${orders.attention} is distinct from 'dispute-lost' and ${orders.stripePaymentIntent} is not null and not ${orders.isTest})`

/** Something is wrong with the order, or its refund is still due. */
export const needsAttentionSql = sql<boolean>`(${orders.attention} is not null or ${isRefundDueSql})`

/** Paid and not sent yet. Orders of downloads only, refunded ones and tests from before the site went live have no parcel. */
export const isAwaitingParcelSql = (tx: SiteTx): SQL | undefined =>
  and(
    inArray(orders.status, [...unshippedOrderStatuses]),
    not(orders.isTest),
    or(eq(orders.totalAmount, 0), sql`${orders.refundedAmount} < ${orders.totalAmount}`),
    exists(
      tx
        .select({ one: sql`1` })
        .from(orderItems)
        .where(and(eq(orderItems.orderId, orders.id), eq(orderItems.isDigital, false))),
    ),
  )

export const countOrdersNeedingAttention = (tx: SiteTx): Promise<number> => countOf(tx, needsAttentionSql)
export const countOrdersToPack = (tx: SiteTx): Promise<number> => countOf(tx, isAwaitingParcelSql(tx))

async function countOf(tx: SiteTx, which: SQL | undefined): Promise<number> {
  const [found] = await tx.select({ orders: count() }).from(orders).where(which)
  return found!.orders
}
