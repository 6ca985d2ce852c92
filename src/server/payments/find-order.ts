import { and, eq } from 'drizzle-orm'
import { trackingLink } from '#domain/orders/carriers.ts'
import { Refusal } from '#domain/refusal.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { orders } from '#server/orders/table.ts'
import { forItsBuyer } from '#server/payments/confirm.ts'

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
    ...(await forItsBuyer(tx, order, now)),
    tracking: trackingNumber
      ? { number: trackingNumber, carrier: trackingCarrier, href: trackingLink(trackingCarrier, trackingNumber) }
      : null,
  }
}
