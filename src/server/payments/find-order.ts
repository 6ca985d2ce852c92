import { and, eq } from 'drizzle-orm'
import { downloadState } from '#domain/downloads/state.ts'
import { trackingLink } from '#domain/orders/carriers.ts'
import { Refusal } from '#domain/refusal.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { digitalDownloads } from '#server/downloads/table.ts'
import { orders } from '#server/orders/table.ts'
import { forItsBuyer } from '#server/payments/confirm.ts'
import { products } from '#server/products/table.ts'

type Asked = { orderNumber: string; emailIndex: Buffer }

/**
 * An order for whoever knows its number and the address that it was made with. Both are asked for at once, so that the
 * database does the same whichever of them is wrong.
 */
export async function findOrder(tx: SiteTx, { orderNumber, emailIndex }: Asked, now: Date) {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.orderNumber, orderNumber), eq(orders.emailIndex, emailIndex)))
  if (!order) throw new Refusal('order-not-found')
  const { trackingNumber, trackingCarrier } = order
  return {
    ...(await forItsBuyer(tx, order)),
    tracking: trackingNumber
      ? { number: trackingNumber, carrier: trackingCarrier, href: trackingLink(trackingCarrier, trackingNumber) }
      : null,
    downloads: await downloadsOf(tx, order.id, now),
  }
}

async function downloadsOf(tx: SiteTx, orderId: string, now: Date) {
  const { downloadsAllowed, downloadsUsed, expiresAt, revokedAt } = digitalDownloads
  const found = await tx
    .select({ name: products.name, downloadsAllowed, downloadsUsed, expiresAt, revokedAt })
    .from(digitalDownloads)
    .innerJoin(products, eq(products.id, digitalDownloads.productId))
    .where(eq(digitalDownloads.orderId, orderId))
    .orderBy(products.name)
  return found.map((right) => ({
    name: right.name,
    state: downloadState(right, now),
    left: Math.max(0, right.downloadsAllowed - right.downloadsUsed),
    expiresAt: right.expiresAt,
  }))
}
