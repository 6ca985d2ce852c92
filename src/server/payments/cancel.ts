import { canCancel, refundDue } from '#domain/orders/lifecycle.ts'
import { Refusal } from '#domain/refusal.ts'
import { record } from '#server/activity/actions.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { revokeRights } from '#server/downloads/rights.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { tell } from '#server/orders/events.ts'
import { mailBuyer, type Post } from '#server/orders/mail-buyer.ts'
import { about, changeOrder, checkSeen, lockedOrder, type SeenBy } from '#server/orders/manage.ts'
import type { Order } from '#server/orders/place.ts'
import type { PaymentService } from '#server/payments/payment-service.ts'
import { returnStock } from '#server/products/stock.ts'

const minute = 60_000

/**
 * The order is cancelled first, and the money follows: from this transaction on nobody can ship it, what it took is back
 * on the shelves, nothing of it can be downloaded, and a job is there that gives the money back. Whoever calls this gives
 * it back at once; the job is for when they cannot.
 */
export async function cancelOrder(
  tx: SiteTx,
  { refundJob, ...post }: Post & Pick<PaymentService, 'refundJob'>,
  id: string,
  { seen, ...context }: SeenBy,
): Promise<Order> {
  const order = await lockedOrder(tx, id)
  if (!canCancel(order.status)) throw new Refusal('cannot-cancel', { values: { status: order.status } })
  checkSeen(order, seen)
  const back = await returnStock(tx, id, { ...context, note: 'The order was cancelled' })
  await revokeRights(tx, id, context.now)
  const attention = order.attention === 'stock-gone' ? null : order.attention
  const cancelled = await changeOrder(tx, order, { status: 'cancelled', attention }, context.now)
  const returned = back.reduce((sum, { quantity }) => sum + quantity, 0)
  await tell(tx, id, { kind: 'status', from: order.status, to: 'cancelled', returned }, context)
  const changes = { status: { before: order.status, after: 'cancelled' } }
  await record(tx, { ...about(order, context), action: 'cancelled', details: { changes, returned } }, context.now)
  const startAfter = new Date(+context.now + minute)
  if (refundDue(cancelled)) await enqueue(tx, refundJob, { orderId: id }, { startAfter })
  await mailBuyer(tx, post, cancelled, 'cancelled', context)
  return cancelled
}
