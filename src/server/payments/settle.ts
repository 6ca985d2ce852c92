import { eq, inArray, sql } from 'drizzle-orm'
import { awaitingMs, furthest, type PaymentFact } from '#domain/checkout/checkout.ts'
import { type Attention, graver } from '#domain/orders/attention.ts'
import { uuidShape } from '#domain/uuid.ts'
import { record } from '#server/activity/actions.ts'
import { nameProducts, releaseHolds, releaseProducts } from '#server/checkout/holds.ts'
import { type Checkout, customerOf } from '#server/checkout/start.ts'
import { checkouts, paymentEvents } from '#server/checkout/table.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import { Unreadable } from '#server/crypto/sealer.ts'
import { placeOf, type SiteTx } from '#server/db/in-site.ts'
import { giveRights, revokeRights } from '#server/downloads/rights.ts'
import { failpoint } from '#server/failpoints.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Job } from '#server/jobs/job.ts'
import { tell } from '#server/orders/events.ts'
import { type OrderParts, placeOrder } from '#server/orders/place.ts'
import { orders } from '#server/orders/table.ts'
import type { OrderMail } from '#server/payments/order-mails.ts'
import type { Dispute, PaymentEvent, PaymentProvider, PaymentSession } from '#server/payments/provider.ts'
import { products } from '#server/products/table.ts'

export type SettleParts = OrderParts & {
  deriveKey: DerivedKeys['deriveKey']
  provider: PaymentProvider
  /** Writes to the buyer and to the owner about a new order. */
  mailJob: Job<OrderMail>
  /** One transaction in the role of the checkout, which may be run again. */
  inCheckout: <T>(work: (tx: SiteTx) => Promise<T>) => Promise<T>
  /** How often and how long downloads may be fetched. */
  downloads: { allowed: number; days: number }
}

/** What became of a message of the payment service. `unknown`: it is about money of this website without an order. */
export type Handled = 'done' | 'known' | 'not ours' | 'review' | 'unknown'

/**
 * All that a message changes is one transaction with the note that it was handled, so it is handled once however often
 * it comes, and whole or not at all whenever the process dies.
 */
export async function handleEvent(parts: SettleParts, event: PaymentEvent, now: Date): Promise<Handled> {
  const { news } = event
  const settled = async (work: (tx: SiteTx) => Promise<Handled>) =>
    parts.inCheckout(async (tx) => {
      if (!(await isNew(tx, event, now))) return 'known'
      const handled = await work(tx)
      if (handled === 'unknown') await noteUnknown(tx, parts, event, now)
      return handled
    })
  if (news.about === 'nothing') return settled(async () => 'not ours')
  if (news.about === 'session') return settled((tx) => settle(tx, parts, news.session, news.fact, now))
  // Money that goes back must have come: when its order is not here yet, the message that makes it is on the way or lost.
  const isHere = await parts.inCheckout((tx) => orderOfIntent(tx, news.paymentIntent))
  const session = isHere ? null : await parts.provider.sessionOfIntent(news.paymentIntent)
  return settled(async (tx) => {
    const placed = session?.isPaid ? await settle(tx, parts, session, 'paid', now) : 'done'
    if (placed !== 'done') return placed
    const found = await orderOfIntent(tx, news.paymentIntent)
    if (!found) return isOfThisSite(tx, session) ? 'unknown' : 'not ours'
    if (news.about === 'refund') await noteRefund(tx, found.id, news.refunded, now)
    else await noteAttention(tx, found.id, news.about === 'dispute' ? attentionOf[news.outcome] : news.about, now)
    return 'done'
  })
}

/** Brings a checkout to where its payment is. May be called any number of times, with facts in any order. */
export async function settle(
  tx: SiteTx,
  parts: SettleParts,
  session: PaymentSession,
  fact: PaymentFact,
  now: Date,
): Promise<Handled> {
  const checkout = await lockedCheckout(tx, session.checkoutId)
  const isMoney = fact === 'paid' || fact === 'awaiting'
  if (!checkout) return isMoney && isOfThisSite(tx, session) ? 'unknown' : 'not ours'
  const isOrdered = fact === 'paid' && checkout.state !== 'paid'
  const why =
    (isMoney ? mismatch(tx, checkout, session) : null) ??
    (isOrdered ? (unreadable(parts, checkout) ?? (await deleted(tx, checkout))) : null)
  // About another session for the same checkout, which was given up before anybody could pay it.
  if (!why && checkout.sessionId !== null && checkout.sessionId !== session.id) return 'not ours'
  const state = furthest(checkout.state, why ? 'mismatch' : fact)
  if (why) {
    // One that is paid for stays so, whatever else is said to be.
    await noteReview(tx, checkout, { why, session, now })
    await tx.update(checkouts).set({ state, network: null }).where(eq(checkouts.id, checkout.id))
    await releaseHolds(tx, checkout.id)
    await enqueue(tx, parts.mailJob, { reviewOf: checkout.id, why })
    return 'review'
  }
  const about = {
    state,
    ...(state !== 'open' && { network: null }),
    sessionId: session.id,
    paymentIntent: session.paymentIntent ?? checkout.paymentIntent,
  }
  const awaited = fact === 'awaiting' && { expiresAt: new Date(+now + awaitingMs) }
  await tx
    .update(checkouts)
    .set({ ...about, ...awaited })
    .where(eq(checkouts.id, checkout.id))
  if (state === 'paid' && checkout.state !== 'paid') await fulfil(tx, parts, { checkout, session, now })
  else if (state !== 'open' && state !== 'paid') await releaseHolds(tx, checkout.id)
  if (fact === 'failed' && checkout.state === 'open') await enqueue(tx, parts.mailJob, { failedOf: checkout.id })
  if (state === 'expired' || state === 'cancelled') await releaseProducts(tx, checkout.id)
  return 'done'
}

/** Several websites may share one payment account, which tells each of them about all payments. */
const isOfThisSite = (tx: SiteTx, session: PaymentSession | null): boolean =>
  session?.websiteId === placeOf(tx).scope.websiteId

/** Somebody has paid this website, and it knows nothing of it: its owner must look. */
async function noteUnknown(
  tx: SiteTx,
  parts: Pick<SettleParts, 'mailJob'>,
  { id, type }: PaymentEvent,
  now: Date,
): Promise<void> {
  const about = { resourceType: 'payment', action: 'needs_review', userId: null, resourceName: id } as const
  await record(tx, { ...about, details: { why: 'no such order', type } }, now)
  await enqueue(tx, parts.mailJob, { unknownEvent: id, type })
}

async function fulfil(
  tx: SiteTx,
  parts: SettleParts,
  { checkout, session, now }: { checkout: Checkout; session: PaymentSession; now: Date },
): Promise<void> {
  const { id: sessionId, paymentIntent } = session
  await nameProducts(tx, checkout)
  const { order, items } = await placeOrder(tx, parts, checkout, { sessionId, paymentIntent, now })
  await failpoint('orders.placed')
  await giveRights(tx, parts, { order, items, lines: checkout.lines, rules: parts.downloads, now })
  await enqueue(tx, parts.mailJob, { orderId: order.id })
}

async function lockedCheckout(tx: SiteTx, id: string | null): Promise<Checkout | null> {
  if (!id || !uuidShape.test(id)) return null
  const [found] = await tx.select().from(checkouts).where(eq(checkouts.id, id)).for('update')
  return found ?? null
}

/** Why this payment is not the one that this checkout is about; null when it is. */
function mismatch(tx: SiteTx, checkout: Checkout, session: PaymentSession): string | null {
  if (session.websiteId !== placeOf(tx).scope.websiteId) return 'another website'
  if (checkout.sessionId !== null && checkout.sessionId !== session.id) return 'another session'
  if (session.amount !== checkout.total) return 'another amount'
  if (session.currency !== checkout.currency) return 'another currency'
  return null
}

/** Nobody knows where to send it: its key is lost, or something happened to it. */
function unreadable({ sealer }: Pick<SettleParts, 'sealer'>, checkout: Checkout): string | null {
  try {
    customerOf(sealer, checkout)
    return null
  } catch (error) {
    if (error instanceof Unreadable) return 'a buyer who cannot be read'
    throw error
  }
}

/** Its owner deleted a product after the checkout was over. */
async function deleted(tx: SiteTx, { lines }: Checkout): Promise<string | null> {
  const wanted = [...new Set(lines.flatMap(({ productId, downloads }) => [productId, ...downloads]))]
  const found = await tx.select({ id: products.id }).from(products).where(inArray(products.id, wanted))
  return found.length < wanted.length ? 'a product that is deleted' : null
}

type Review = { why: string; session: PaymentSession; now: Date }

async function noteReview(tx: SiteTx, checkout: Checkout, { why, session, now }: Review): Promise<void> {
  const { reference, total, currency } = checkout
  await record(
    tx,
    {
      resourceType: 'payment',
      action: 'needs_review',
      userId: null,
      resourceId: checkout.id,
      resourceName: reference,
      details: { why, session: session.id, paid: session.amount, paidIn: session.currency, asked: total, in: currency },
    },
    now,
  )
}

async function isNew(tx: SiteTx, { id: eventId, type, happenedAt }: PaymentEvent, receivedAt: Date): Promise<boolean> {
  const noted = await tx
    .insert(paymentEvents)
    .values({ eventId, type, happenedAt, receivedAt })
    .onConflictDoNothing()
    .returning({ eventId: paymentEvents.eventId })
  return noted.length === 1
}

async function orderOfIntent(tx: SiteTx, paymentIntent: string): Promise<{ id: string } | null> {
  const [found] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.stripePaymentIntent, paymentIntent))
  return found ?? null
}

const attentionOf: Record<Dispute, Attention> = { open: 'disputed', won: 'dispute-won', lost: 'dispute-lost' }

async function noteAttention(tx: SiteTx, orderId: string, heard: Attention, now: Date): Promise<void> {
  const [order] = await tx
    .select({ attention: orders.attention })
    .from(orders)
    .where(eq(orders.id, orderId))
    .for('update')
  const attention = graver(order!.attention, heard)
  if (attention === order!.attention) return
  await tx
    .update(orders)
    .set({ attention, ...touched(now) })
    .where(eq(orders.id, orderId))
  await tell(tx, orderId, { kind: 'attention', what: attention }, { userId: null, now })
}

/** The service says how much has gone back in all, so of two messages the larger one is the later. */
export async function noteRefund(
  tx: SiteTx,
  orderId: string,
  refunded: number,
  now: Date,
  userId: string | null = null,
): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
  const refundedAmount = Math.min(order!.totalAmount, Math.max(order!.refundedAmount, refunded))
  if (refundedAmount === order!.refundedAmount) return
  await tx
    .update(orders)
    .set({ refundedAmount, ...touched(now) })
    .where(eq(orders.id, orderId))
  // Who has all of their money back has nothing to download any more.
  if (refundedAmount === order!.totalAmount) await revokeRights(tx, orderId, now)
  const { currency } = order!
  await tell(tx, orderId, { kind: 'refund', amount: refundedAmount, currency }, { userId, now })
}

/** Whoever has the order open to edit it hears that it has changed. */
const touched = (now: Date) => ({ updatedAt: now, sequence: sql`${orders.sequence} + 1` })
