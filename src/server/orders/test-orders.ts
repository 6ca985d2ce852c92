import { and, eq, like } from 'drizzle-orm'
import type { SiteTx } from '#server/db/in-site.ts'
import { orders } from '#server/orders/table.ts'

/**
 * Marks the orders that were paid for in a sandbox or in Stripe's test mode. Where money is real they bring none, so
 * nothing that adds up money counts them. Answers how many were new.
 */
export async function markTestOrders(tx: SiteTx): Promise<number> {
  const marked = await tx
    .update(orders)
    .set({ isTest: true })
    .where(and(eq(orders.isTest, false), like(orders.stripeSessionId, 'cs\\_test\\_%')))
    .returning({ id: orders.id })
  return marked.length
}
