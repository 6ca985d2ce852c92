import { inArray } from 'drizzle-orm'
import type { SiteTx } from '#server/db/in-site.ts'
import { orders } from '#server/orders/table.ts'

/** What these orders are called. */
export async function orderNumbersOf(tx: SiteTx, ids: readonly string[]): Promise<Map<string, string>> {
  const { id, orderNumber: number } = orders
  const found = await tx
    .select({ id, number })
    .from(orders)
    .where(inArray(id, [...new Set(ids)]))
  return new Map(found.map((order) => [order.id, order.number]))
}
