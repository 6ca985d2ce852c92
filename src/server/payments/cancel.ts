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
import type { PaymentDesk } from '#server/payments/desk.ts'
import { returnStock } from '#server/products/stock.ts'

const minute = 60_000

/**
 * The order is cancelled first, and the money follows: from this transaction on nobody can ship it, what it took is back
 * on the shelves, nothing of it can be downloaded, and a job is there that gives the money back. Whoever calls this gives
 * it back at once; the job is for when they cannot.
 */
export async function cancelOrder(
  tx: SiteTx,
  { refundJob, ...post }: Post & Pick<PaymentDesk, 'refundJob'>,
  id: string,
  { seen, ...doer }: SeenBy,
): Promise<Order> {
  const order = await lockedOrder(tx, id)
  if (!canCancel(order.status)) throw new Refusal('cannot-cancel', { values: { status: order.status } })
  checkSeen(order, seen)
  const back = await returnStock(tx, id, { ...doer, note: 'The order was cancelled' })
  await revokeRights(tx, id, doer.now)
  const attention = order.attention === 'stock-gone' ? null : order.attention
  const cancelled = await changeOrder(tx, order, { status: 'cancelled', attention }, doer.now)
  const returned = back.reduce((sum, { quantity }) => sum + quantity, 0)
  await tell(tx, id, { kind: 'status', from: order.status, to: 'cancelled', returned }, doer)
  const changes = { status: { before: order.status, after: 'cancelled' } }
  await record(tx, { ...about(order, doer), action: 'cancelled', details: { changes, returned } }, doer.now)
  const startAfter = new Date(+doer.now + minute)
  if (refundDue(cancelled)) await enqueue(tx, refundJob, { orderId: id }, { startAfter })
  await mailBuyer(tx, post, cancelled, 'cancelled', doer)
  return cancelled
}
