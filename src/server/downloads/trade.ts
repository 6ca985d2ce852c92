import { and, count, countDistinct, eq, inArray } from 'drizzle-orm'
import { activeStatuses } from '#domain/orders/order.ts'
import type { Trade } from '#domain/products/status.ts'
import { checkoutProducts } from '#server/checkout/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { digitalDownloads } from '#server/downloads/table.ts'
import { orderItems, orders } from '#server/orders/table.ts'

/** What customers have to do with a product, so that nobody deletes what the books name. */
export async function tradeOf(tx: SiteTx, productId: string): Promise<Trade> {
  const ofProduct = eq(orderItems.productId, productId)
  const [active] = await tx
    .select({ n: countDistinct(orders.id) })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(ofProduct, inArray(orders.status, [...activeStatuses])))
  const [items] = await tx.select({ n: count() }).from(orderItems).where(ofProduct)
  const [begun] = await tx
    .select({ n: count() })
    .from(checkoutProducts)
    .where(eq(checkoutProducts.productId, productId))
  const [downloads] = await tx
    .select({ n: count() })
    .from(digitalDownloads)
    .where(eq(digitalDownloads.productId, productId))
  return { activeOrders: active!.n, orderItems: items!.n + begun!.n, downloads: downloads!.n }
}
