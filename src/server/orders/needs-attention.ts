import { count, sql } from 'drizzle-orm'
import { orders } from '#server/commerce/orders-table.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/** `isRefundDue` of the domain, as SQL. */
export const isRefundDue = sql<boolean>`(${orders.status} = 'cancelled' and ${orders.refundedAmount} < ${orders.totalAmount}
  and ${orders.attention} is distinct from 'dispute-lost' and ${orders.stripePaymentIntent} is not null and not ${orders.isTest})`

/** Something is wrong with the order, or its refund is still due. */
export const needsAttention = sql<boolean>`(${orders.attention} is not null or ${isRefundDue})`

export async function countOrdersNeedingAttention(tx: SiteTx): Promise<number> {
  const [found] = await tx.select({ orders: count() }).from(orders).where(needsAttention)
  return found!.orders
}
