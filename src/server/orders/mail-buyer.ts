import type { CustomerMail } from '#domain/orders/events.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { openCustomer } from '#server/orders/decrypt.ts'
import { tell } from '#server/orders/events.ts'
import type { Order } from '#server/orders/place.ts'
import type { PaymentService } from '#server/payments/payment-service.ts'

/** Writes to the buyers of orders. */
export type Post = Pick<PaymentService, 'mailJob' | 'sealer'>

/**
 * The timeline says whether the buyer is written to, and so does the answer. Whoever was forgotten has no address any more; and who cannot be
 * read is no reason to keep an order from its way.
 */
export async function mailBuyer(
  tx: SiteTx,
  { mailJob, sealer }: Post,
  order: Order,
  mail: CustomerMail,
  context: { userId: string | null; now: Date },
): Promise<boolean> {
  if (order.erasedAt) return false
  if ('unreadable' in openCustomer(sealer, order)) {
    await tell(tx, order.id, { kind: 'unmailed', mail }, context)
    return false
  }
  await enqueue(tx, mailJob, { orderId: order.id, mail })
  await tell(tx, order.id, { kind: 'mail', mail }, context)
  return true
}
