import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { TrackingDraft } from '#domain/orders/desk.ts'
import { canTrack, mayBecome } from '#domain/orders/lifecycle.ts'
import { mostNotes } from '#domain/orders/limits.ts'
import { orderNumberOf } from '#domain/orders/lookup.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import { Refusal } from '#domain/refusal.ts'
import { uuidShape } from '#domain/uuid.ts'
import { record } from '#server/activity/actions.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { tell } from '#server/orders/events.ts'
import { mailBuyer, type Post } from '#server/orders/mail-buyer.ts'
import type { Order } from '#server/orders/place.ts'
import { orderItems, orders } from '#server/orders/table.ts'

/** Whoever changes an order says which version they have seen. */
export type SeenBy = EditContext & { seen: number }
/** Whoever ships something says whether its buyer is told. */
type Shipper = { tellBuyer: boolean }

/** By its number, as people know it, or by its id, as the log does. */
export async function orderCalled(tx: SiteTx, name: string): Promise<Order> {
  const is = uuidShape.test(name) ? eq(orders.id, name) : eq(orders.orderNumber, orderNumberOf(name))
  const [found] = await tx.select().from(orders).where(is)
  if (!found) throw new Refusal('order-not-found')
  return found
}

/** Held until the end of the transaction: of two who act at once, one waits and then sees what the other did. */
export async function lockedOrder(tx: SiteTx, id: string): Promise<Order> {
  const [found] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  if (!found) throw new Refusal('order-not-found')
  return found
}

export function checkSeen({ sequence }: Order, seen: number): void {
  if (sequence !== seen) throw new Refusal('conflict')
}

type Changes = Partial<Pick<Order, 'status' | 'attention' | 'refundedAmount' | 'trackingNumber' | 'trackingCarrier'>>

/** Whoever has the order open sees by its version that it is another one now. */
export async function changeOrder(tx: SiteTx, { id }: Pick<Order, 'id'>, changes: Changes, now: Date): Promise<Order> {
  const [changed] = await tx
    .update(orders)
    .set({ ...changes, updatedAt: now, sequence: sql`${orders.sequence} + 1` })
    .where(eq(orders.id, id))
    .returning()
  return changed!
}

/** One step further. What has a rule of its own, cancelling, is not done here. */
export async function stepOrder(
  tx: SiteTx,
  post: Post,
  id: string,
  to: Exclude<OrderStatus, 'cancelled'>,
  { seen, ...context }: SeenBy & Shipper,
): Promise<Order> {
  const order = await lockedOrder(tx, id)
  checkSeen(order, seen)
  if (!mayBecome(order.status, to)) throw new Refusal('order-step', { values: { from: order.status, to } })
  return (await bring(tx, post, order, to, context)).changed
}

/** A parcel's number sends the order on its way; another number corrects it. */
export async function trackOrder(
  tx: SiteTx,
  post: Post,
  id: string,
  { carrier, number }: TrackingDraft,
  { seen, ...context }: SeenBy & Shipper,
): Promise<Order> {
  const order = await lockedOrder(tx, id)
  checkSeen(order, seen)
  if (!canTrack(order.status)) throw new Refusal('order-not-tracked', { values: { status: order.status } })
  if (!(await ships(tx, id))) throw new Refusal('nothing-to-ship')
  if (order.trackingCarrier === carrier && order.trackingNumber === number && order.status === 'shipped') return order
  const tracked = await changeOrder(tx, order, { trackingCarrier: carrier, trackingNumber: number }, context.now)
  await tell(tx, id, { kind: 'tracking', carrier, number }, context)
  if (order.status !== 'shipped') return (await bring(tx, post, tracked, 'shipped', context)).changed
  await record(tx, { ...about(order, context), action: 'updated' }, context.now)
  if (context.tellBuyer) await mailBuyer(tx, post, order, 'shipped', context)
  return tracked
}

async function bring(
  tx: SiteTx,
  post: Post,
  order: Order,
  to: OrderStatus,
  { tellBuyer, ...context }: EditContext & Shipper,
) {
  const changed = await changeOrder(tx, order, { status: to }, context.now)
  await tell(tx, order.id, { kind: 'status', from: order.status, to }, context)
  const changes = { status: { before: order.status, after: to } }
  await record(
    tx,
    { ...about(order, context), action: 'status_changed', details: { new_status: to, changes } },
    context.now,
  )
  const isTold =
    to === 'shipped' &&
    tellBuyer &&
    (await ships(tx, order.id)) &&
    (await mailBuyer(tx, post, order, 'shipped', context))
  return { changed, isTold }
}

/** Those that can take this step take it; how many buyers are told and the numbers of the others are answered. */
export async function stepOrders(
  tx: SiteTx,
  post: Post,
  ids: readonly string[],
  to: 'processing' | 'shipped',
  context: EditContext & Shipper,
): Promise<{ changed: number; told: number; left: string[] }> {
  const unique = [...new Set(ids)]
  const found = await tx
    .select()
    .from(orders)
    .where(inArray(orders.id, unique))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .for('update')
  if (found.length !== unique.length) throw new Refusal('order-not-found')
  const { able = [], others = [] } = Object.groupBy(found, ({ status }) => (mayBecome(status, to) ? 'able' : 'others'))
  let told = 0
  for (const order of able) if ((await bring(tx, post, order, to, context)).isTold) told++
  return { changed: able.length, told, left: others.map(({ orderNumber }) => orderNumber) }
}

/** Notes are added one after the other, so nobody's is lost and nobody has to have seen the others. */
export async function addNote(tx: SiteTx, id: string, text: string, context: EditContext): Promise<void> {
  const order = await lockedOrder(tx, id)
  if (order.orderNotes.length >= mostNotes) throw new Refusal('too-many-notes')
  const note = { text, created_at: context.now.toISOString(), created_by: context.userId }
  await tx
    .update(orders)
    .set({ orderNotes: [...order.orderNotes, note], updatedAt: context.now })
    .where(eq(orders.id, id))
  await tell(tx, id, { kind: 'note' }, context)
  await record(tx, { ...about(order, context), action: 'noted' }, context.now)
}

/** Whatever was to be looked at has been. Of a lost dispute it stays that the money has gone back. */
export async function settleAttention(tx: SiteTx, id: string, { seen, ...context }: SeenBy): Promise<Order> {
  const order = await lockedOrder(tx, id)
  checkSeen(order, seen)
  if (order.attention === null) return order
  const { currency, totalAmount } = order
  const isLost = order.attention === 'dispute-lost' && order.refundedAmount < totalAmount
  const gone = isLost ? { refundedAmount: totalAmount } : {}
  const settled = await changeOrder(tx, order, { attention: null, ...gone }, context.now)
  if (isLost) await tell(tx, id, { kind: 'refund', amount: totalAmount, currency }, context)
  await tell(tx, id, { kind: 'settled' }, context)
  await record(tx, { ...about(order, context), action: 'updated' }, context.now)
  return settled
}

export const about = (
  { id, orderNumber }: Pick<Order, 'id' | 'orderNumber'>,
  { userId }: Pick<EditContext, 'userId'>,
) => ({ resourceType: 'order', resourceId: id, resourceName: orderNumber, userId }) as const

async function ships(tx: SiteTx, orderId: string): Promise<boolean> {
  const items = await tx
    .select({ isDigital: orderItems.isDigital })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
  return items.some(({ isDigital }) => !isDigital)
}
