import { and, desc, eq, inArray, like, sql } from 'drizzle-orm'
import type { TrackingDraft } from '#domain/orders/drafts.ts'
import { maxNotes } from '#domain/orders/limits.ts'
import { canCancelOrder, canChangeStatus, canSetTracking, isRefundDue } from '#domain/orders/order.ts'
import type { OrderStatus } from '#domain/orders/status.ts'
import { Refusal } from '#domain/refusal.ts'
import { recordActivity } from '#server/activity/record.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { type Order, orderItems, orders } from '#server/commerce/orders-table.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { withdrawRights } from '#server/downloads/rights.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { recordOrderEvent } from '#server/orders/events.ts'
import { type BuyerMailDeps, mailBuyer } from '#server/orders/mail-buyer.ts'
import { lockOrder, orderActivityFields } from '#server/orders/order-queries.ts'
import { returnStock } from '#server/products/stock.ts'

/** An edit names the version (`sequence`) of the order that the administrator has seen. */
export type VersionedOrderEdit = EditContext & { expectedVersion: number }
type MailOption = { tellBuyer: boolean }

export function requireOrderVersion(order: Order, expectedVersion: number): void {
  if (order.sequence !== expectedVersion) throw new Refusal('conflict')
}

type OrderChanges = Partial<
  Pick<Order, 'status' | 'attention' | 'refundedAmount' | 'trackingNumber' | 'trackingCarrier'>
>

/** Raises `sequence`, so that an edit of the older version fails with a conflict. */
export async function changeOrder(
  tx: SiteTx,
  { id }: Pick<Order, 'id'>,
  changes: OrderChanges,
  now: Date,
): Promise<Order> {
  const [changed] = await tx
    .update(orders)
    .set({ ...changes, updatedAt: now, sequence: sql`${orders.sequence} + 1` })
    .where(eq(orders.id, id))
    .returning()
  return changed!
}

/** The next step of the lifecycle. Cancelling is `cancelOrder`. */
export async function advanceOrder(
  tx: SiteTx,
  deps: BuyerMailDeps,
  id: string,
  to: Exclude<OrderStatus, 'cancelled'>,
  { expectedVersion, ...context }: VersionedOrderEdit & MailOption,
): Promise<Order> {
  const order = await lockOrder(tx, id)
  requireOrderVersion(order, expectedVersion)
  if (!canChangeStatus(order.status, to)) throw new Refusal('order-step', { values: { from: order.status, to } })
  return (await setStatus(tx, deps, order, to, context)).changed
}

/** The first tracking number marks the order as shipped; a later one corrects it. */
export async function setTrackingNumber(
  tx: SiteTx,
  deps: BuyerMailDeps,
  id: string,
  { carrier, number }: TrackingDraft,
  { expectedVersion, ...context }: VersionedOrderEdit & MailOption,
): Promise<Order> {
  const order = await lockOrder(tx, id)
  requireOrderVersion(order, expectedVersion)
  if (!canSetTracking(order.status)) throw new Refusal('order-not-tracked', { values: { status: order.status } })
  if (!(await hasPhysicalItems(tx, id))) throw new Refusal('nothing-to-ship')
  if (order.trackingCarrier === carrier && order.trackingNumber === number && order.status === 'shipped') return order
  const tracked = await changeOrder(tx, order, { trackingCarrier: carrier, trackingNumber: number }, context.now)
  await recordOrderEvent(tx, id, { kind: 'tracking', carrier, number }, context)
  if (order.status !== 'shipped') return (await setStatus(tx, deps, tracked, 'shipped', context)).changed
  await recordActivity(tx, { ...orderActivityFields(order, context), action: 'updated' }, context.now)
  if (context.tellBuyer) await mailBuyer(tx, deps, order, 'shipped', context)
  return tracked
}

async function setStatus(
  tx: SiteTx,
  deps: BuyerMailDeps,
  order: Order,
  to: OrderStatus,
  { tellBuyer, ...context }: EditContext & MailOption,
) {
  const changed = await changeOrder(tx, order, { status: to }, context.now)
  await recordOrderEvent(tx, order.id, { kind: 'status', from: order.status, to }, context)
  const changes = { status: { before: order.status, after: to } }
  await recordActivity(
    tx,
    { ...orderActivityFields(order, context), action: 'status_changed', details: { new_status: to, changes } },
    context.now,
  )
  const isMailed =
    to === 'shipped' &&
    tellBuyer &&
    (await hasPhysicalItems(tx, order.id)) &&
    (await mailBuyer(tx, deps, order, 'shipped', context))
  return { changed, isMailed }
}

/** Advances the orders that can take this step. `left`: the numbers of the others. */
export async function advanceOrders(
  tx: SiteTx,
  deps: BuyerMailDeps,
  ids: readonly string[],
  to: 'processing' | 'shipped',
  context: EditContext & MailOption,
): Promise<{ changed: number; mailed: number; left: string[] }> {
  const unique = [...new Set(ids)]
  const found = await tx
    .select()
    .from(orders)
    .where(inArray(orders.id, unique))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .for('update')
  if (found.length !== unique.length) throw new Refusal('order-not-found')
  const { able = [], others = [] } = Object.groupBy(found, ({ status }) =>
    canChangeStatus(status, to) ? 'able' : 'others',
  )
  let mailed = 0
  for (const order of able) if ((await setStatus(tx, deps, order, to, context)).isMailed) mailed++
  return { changed: able.length, mailed, left: others.map(({ orderNumber }) => orderNumber) }
}

/** The row lock serialises notes, so none is lost and adding one needs no version. */
export async function addOrderNote(tx: SiteTx, id: string, text: string, context: EditContext): Promise<void> {
  const order = await lockOrder(tx, id)
  if (order.orderNotes.length >= maxNotes) throw new Refusal('too-many-notes')
  const note = { text, created_at: context.now.toISOString(), created_by: context.userId }
  await tx
    .update(orders)
    .set({ orderNotes: [...order.orderNotes, note], updatedAt: context.now })
    .where(eq(orders.id, id))
  await recordOrderEvent(tx, id, { kind: 'note' }, context)
  await recordActivity(tx, { ...orderActivityFields(order, context), action: 'noted' }, context.now)
}

/** The owner has dealt with it. After a lost dispute the whole amount is recorded as refunded. */
export async function resolveAttention(
  tx: SiteTx,
  id: string,
  { expectedVersion, ...context }: VersionedOrderEdit,
): Promise<Order> {
  const order = await lockOrder(tx, id)
  requireOrderVersion(order, expectedVersion)
  if (order.attention === null) return order
  const { currency, totalAmount } = order
  const isLost = order.attention === 'dispute-lost' && order.refundedAmount < totalAmount
  const gone = isLost ? { refundedAmount: totalAmount } : {}
  const resolved = await changeOrder(tx, order, { attention: null, ...gone }, context.now)
  if (isLost) await recordOrderEvent(tx, id, { kind: 'refund', amount: totalAmount, currency }, context)
  await recordOrderEvent(tx, id, { kind: 'settled' }, context)
  await recordActivity(tx, { ...orderActivityFields(order, context), action: 'updated' }, context.now)
  return resolved
}

async function hasPhysicalItems(tx: SiteTx, orderId: string): Promise<boolean> {
  const items = await tx
    .select({ isDigital: orderItems.isDigital })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
  return items.some(({ isDigital }) => !isDigital)
}

const minute = 60_000

/**
 * One transaction sets the order to cancelled, returns its stock, revokes its downloads and enqueues the refund. The
 * caller refunds right afterwards; the job is for when that fails.
 */
export async function cancelOrder(
  tx: SiteTx,
  { refundJob, ...deps }: BuyerMailDeps & Pick<CommerceDeps, 'refundJob'>,
  id: string,
  { expectedVersion, ...context }: VersionedOrderEdit,
): Promise<Order> {
  const order = await lockOrder(tx, id)
  if (!canCancelOrder(order.status)) throw new Refusal('cannot-cancel', { values: { status: order.status } })
  requireOrderVersion(order, expectedVersion)
  const back = await returnStock(tx, id, { ...context, note: 'The order was cancelled' })
  await withdrawRights(tx, id, context.now)
  const attention = order.attention === 'stock-gone' ? null : order.attention
  const cancelled = await changeOrder(tx, order, { status: 'cancelled', attention }, context.now)
  const returned = back.reduce((sum, { quantity }) => sum + quantity, 0)
  await recordOrderEvent(tx, id, { kind: 'status', from: order.status, to: 'cancelled', returned }, context)
  const changes = { status: { before: order.status, after: 'cancelled' } }
  await recordActivity(
    tx,
    { ...orderActivityFields(order, context), action: 'cancelled', details: { changes, returned } },
    context.now,
  )
  const startAfter = new Date(+context.now + minute)
  if (isRefundDue(cancelled)) await enqueue(tx, refundJob, { orderId: id }, { startAfter })
  await mailBuyer(tx, deps, cancelled, 'cancelled', context)
  return cancelled
}

/**
 * Marks the orders that were paid in the sandbox or in Stripe's test mode, so that revenue on a live site leaves them
 * out. Returns how many were new.
 */
export async function markTestOrders(tx: SiteTx): Promise<number> {
  const marked = await tx.update(orders).set({ isTest: true }).where(isUnmarkedTest).returning({ id: orders.id })
  return marked.length
}

const isUnmarkedTest = and(eq(orders.isTest, false), like(orders.stripeSessionId, 'cs\\_test\\_%'))

/** For `sitesWith`. */
export const testOrdersSql = sql`select '' from ${orders} where ${isUnmarkedTest} limit 1`
