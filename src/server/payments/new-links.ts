import { and, eq } from 'drizzle-orm'
import { Refusal } from '#domain/refusal.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { renewLinks, rightsOf } from '#server/downloads/rights.ts'
import { mailBuyer } from '#server/orders/mail-buyer.ts'
import { orders } from '#server/orders/table.ts'
import type { PaymentService } from '#server/payments/payment-service.ts'

type Parts = Pick<PaymentService, 'mailJob' | 'sealer' | 'deriveKey' | 'downloads'>
type Asked = { orderNumber: string; emailIndex: Buffer }

/** New links for whoever made an order, to the address that it was made with and nowhere else. */
export async function mailNewLinks(tx: SiteTx, parts: Parts, { orderNumber, emailIndex }: Asked, now: Date) {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.orderNumber, orderNumber), eq(orders.emailIndex, emailIndex)))
    .for('update')
  if (!order) throw new Refusal('order-not-found')
  if (!(await rightsOf(tx, order.id)).length) throw new Refusal('nothing-to-mail')
  await renewLinks(tx, parts, order.id, { days: parts.downloads.days, now })
  await mailBuyer(tx, parts, order, 'downloads', { userId: null, now })
}
