import { and, eq } from 'drizzle-orm'
import { hasDownloadRightExpired } from '#domain/downloads/state.ts'
import type { BuyerMailKind } from '#domain/orders/events.ts'
import { Refusal } from '#domain/refusal.ts'
import { recordActivity } from '#server/activity/record.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { type Order, orders } from '#server/commerce/orders-table.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { activeDownloadRightsOf, replaceDownloadLinks } from '#server/downloads/rights.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { decryptCustomer } from '#server/orders/decrypt.ts'
import { recordOrderEvent } from '#server/orders/events.ts'
import type { OrderCredentials } from '#server/orders/lookup.ts'
import { lockOrder, orderActivityFields } from '#server/orders/order-queries.ts'

export type BuyerMailDeps = Pick<CommerceDeps, 'mailJob' | 'sealer'>

/**
 * Enqueues a mail and records it in the timeline. Returns false for an erased or unreadable buyer: that must not stop the
 * order.
 */
export async function mailBuyer(
  tx: SiteTx,
  { mailJob, sealer }: BuyerMailDeps,
  order: Order,
  mail: BuyerMailKind,
  context: { userId: string | null; now: Date },
): Promise<boolean> {
  if (order.erasedAt) return false
  if ('unreadable' in decryptCustomer(sealer, order)) {
    await recordOrderEvent(tx, order.id, { kind: 'unmailed', mail }, context)
    return false
  }
  await enqueue(tx, mailJob, { orderId: order.id, mail })
  await recordOrderEvent(tx, order.id, { kind: 'mail', mail }, context)
  return true
}

/** For a buyer who has lost a mail. */
export async function resendOrderMail(
  tx: SiteTx,
  deps: BuyerMailDeps,
  id: string,
  mail: 'confirmation' | 'downloads',
  context: EditContext,
): Promise<void> {
  const order = await lockOrder(tx, id)
  const opened = decryptCustomer(deps.sealer, order)
  if ('unreadable' in opened) throw new Refusal(opened.unreadable === 'erased' ? 'customer-erased' : 'buyer-unreadable')
  if (mail === 'downloads') {
    const rights = await activeDownloadRightsOf(tx, id)
    if (!rights.length) throw new Refusal('nothing-to-mail')
    if (rights.every((right) => hasDownloadRightExpired(right, context.now))) throw new Refusal('right-expired')
  }
  await mailBuyer(tx, deps, order, mail, context)
  await recordActivity(tx, { ...orderActivityFields(order, context), action: 'mailed' }, context.now)
}

/** Replaces the download links and mails them to the address of the order, nowhere else. */
export async function mailNewLinks(
  tx: SiteTx,
  deps: Pick<CommerceDeps, 'mailJob' | 'sealer' | 'deriveKey' | 'downloadLimits'>,
  { orderNumber, emailIndex }: OrderCredentials,
  now: Date,
): Promise<void> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.orderNumber, orderNumber), eq(orders.emailIndex, emailIndex)))
    .for('update')
  if (!order) throw new Refusal('order-not-found')
  if (!(await activeDownloadRightsOf(tx, order.id)).length) throw new Refusal('nothing-to-mail')
  const { days } = await deps.downloadLimits(tx)
  await replaceDownloadLinks(tx, deps, order.id, { days, now })
  await mailBuyer(tx, deps, order, 'downloads', { userId: null, now })
}
