import { and, count, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import { activeOrderStatuses } from '#domain/orders/order.ts'
import type { ProductUsage } from '#domain/products/status.ts'
import { checkoutProducts } from '#server/commerce/checkout-table.ts'
import { orderItems, orders } from '#server/commerce/orders-table.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { digitalDownloads } from '#server/downloads/table.ts'

/** The orders, checkouts and download rights of a product: a product with orders must not be deleted. */
export async function productUsageOf(tx: SiteTx, productId: string): Promise<ProductUsage> {
  // An order has the bundle; its checkout has the products of the bundle too.
  const itself = tx.select({ id: orderItems.orderId }).from(orderItems).where(eq(orderItems.productId, productId))
  const within = tx
    .select({ id: checkoutProducts.checkoutId })
    .from(checkoutProducts)
    .where(eq(checkoutProducts.productId, productId))
  const namesIt = or(inArray(orders.id, itself), inArray(orders.checkoutId, within))
  const ordersWhere = (which: SQL | undefined) => tx.select({ n: count() }).from(orders).where(which)
  const [active] = await ordersWhere(and(namesIt, inArray(orders.status, [...activeOrderStatuses])))
  const [ordered] = await ordersWhere(namesIt)
  const [begun] = await tx
    .select({ n: count() })
    .from(checkoutProducts)
    .leftJoin(orders, eq(orders.checkoutId, checkoutProducts.checkoutId))
    .where(and(eq(checkoutProducts.productId, productId), isNull(orders.id)))
  const [downloads] = await tx
    .select({ n: count() })
    .from(digitalDownloads)
    .where(eq(digitalDownloads.productId, productId))
  return { activeOrders: active!.n, orderItems: ordered!.n, openCheckouts: begun!.n, downloads: downloads!.n }
}
