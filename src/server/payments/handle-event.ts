import { eq, inArray, sql } from 'drizzle-orm'
import { delayedPaymentMaxMs, nextCheckoutState, type ReportedPaymentState } from '#domain/checkout/checkout.ts'
import { type Attention, mostSeriousAttention } from '#domain/orders/attention.ts'
import { uuidPattern } from '#domain/uuid.ts'
import { recordActivity } from '#server/activity/record.ts'
import { releaseCheckoutProducts, releaseHolds } from '#server/checkout/holds.ts'
import { decryptBuyer } from '#server/checkout/lifecycle.ts'
import { type Checkout, checkouts, paymentEvents } from '#server/commerce/checkout-table.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { orders } from '#server/commerce/orders-table.ts'
import type { Dispute, PaymentEvent, PaymentSession } from '#server/commerce/payment-provider.ts'
import { UnreadableValueError } from '#server/crypto/sealer.ts'
import { type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { withdrawRights } from '#server/downloads/rights.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { recordOrderEvent } from '#server/orders/events.ts'
import { placePaidOrder } from '#server/payments/place-paid-order.ts'
import { isTestPayment, receiveTestPayment } from '#server/payments/test-payment.ts'
import { products } from '#server/products/table.ts'

/** What became of a webhook event. `no-order`: money of this website without an order here. */
export type PaymentEventOutcome = 'done' | 'duplicate' | 'not-ours' | 'review' | 'no-order'

/**
 * The changes of an event and the row that marks it as handled are one transaction. So each event takes effect exactly
 * once, however often it is delivered and whenever the process dies.
 */
export async function handlePaymentEvent(
  commerce: CommerceDeps,
  event: PaymentEvent,
  now: Date,
): Promise<PaymentEventOutcome> {
  const { news } = event
  const once = async (work: (tx: SiteTx) => Promise<PaymentEventOutcome>) =>
    commerce.inCheckout(async (tx) => {
      if (!(await claimEvent(tx, event, now))) return 'duplicate'
      const handled = await work(tx)
      if (handled === 'no-order') await recordPaymentWithoutOrder(tx, commerce, event, now)
      return handled
    })
  if (news.about === 'nothing') return once(async () => 'not-ours')
  if (news.about === 'session') return once((tx) => applyPaymentToCheckout(tx, commerce, news.session, news.fact, now))
  // A refund or dispute needs an order. When it is not here yet, the event that creates it is delayed or lost: ask the provider.
  const isKnown = await commerce.inCheckout((tx) => orderOfIntent(tx, news.paymentIntent))
  const session = isKnown ? null : await commerce.provider.sessionOfIntent(news.paymentIntent)
  if (session && isTestPayment(session)) return once(async () => 'done')
  return once(async (tx) => {
    const placed = session?.isPaid ? await applyPaymentToCheckout(tx, commerce, session, 'paid', now) : 'done'
    if (placed !== 'done') return placed
    const found = await orderOfIntent(tx, news.paymentIntent)
    if (!found) return isOfThisSite(tx, session) ? 'no-order' : 'not-ours'
    if (news.about === 'refund') await recordRefund(tx, found.id, news.refunded, now)
    else await recordAttention(tx, found.id, news.about === 'dispute' ? attentionOf[news.outcome] : news.about, now)
    return 'done'
  })
}

/** Applies a payment fact to its checkout. Idempotent, and independent of the order in which facts arrive. */
export async function applyPaymentToCheckout(
  tx: SiteTx,
  commerce: CommerceDeps,
  session: PaymentSession,
  fact: ReportedPaymentState,
  now: Date,
): Promise<PaymentEventOutcome> {
  if (isTestPayment(session)) return receiveTestPayment(tx, commerce, session, fact, now)
  const checkout = await lockedCheckout(tx, session.checkoutId)
  const isMoney = fact === 'paid' || fact === 'awaiting'
  if (!checkout) return isMoney && isOfThisSite(tx, session) ? 'no-order' : 'not-ours'
  const isOrdered = fact === 'paid' && checkout.state !== 'paid'
  const why =
    (isMoney ? mismatchReason(tx, checkout, session) : null) ??
    (isOrdered ? (unreadableBuyerReason(commerce, checkout) ?? (await deletedProductReason(tx, checkout))) : null)
  // Another session of the same checkout, given up before it could be paid.
  if (!why && checkout.sessionId !== null && checkout.sessionId !== session.id) return 'not-ours'
  const state = nextCheckoutState(checkout.state, why ? 'mismatch' : fact)
  if (why) {
    // A paid checkout stays paid: `state` never goes backwards.
    await recordReview(tx, checkout, { why, session, now })
    await tx.update(checkouts).set({ state, network: null }).where(eq(checkouts.id, checkout.id))
    await releaseHolds(tx, checkout.id)
    await enqueue(tx, commerce.mailJob, { reviewOf: checkout.id, why })
    return 'review'
  }
  const changes = {
    state,
    ...(state !== 'open' && { network: null }),
    sessionId: session.id,
    paymentIntent: session.paymentIntent ?? checkout.paymentIntent,
  }
  const extension = fact === 'awaiting' && { expiresAt: new Date(+now + delayedPaymentMaxMs) }
  await tx
    .update(checkouts)
    .set({ ...changes, ...extension })
    .where(eq(checkouts.id, checkout.id))
  if (state === 'paid' && checkout.state !== 'paid')
    await placePaidOrder(tx, commerce, checkout, { sessionId: session.id, paymentIntent: session.paymentIntent, now })
  else if (state !== 'open' && state !== 'paid') await releaseHolds(tx, checkout.id)
  if (fact === 'failed' && checkout.state === 'open') await enqueue(tx, commerce.mailJob, { failedOf: checkout.id })
  if (state === 'expired' || state === 'cancelled') await releaseCheckoutProducts(tx, checkout.id)
  return 'done'
}

/** Several websites may share one payment account, whose webhooks report all payments to each of them. */
const isOfThisSite = (tx: SiteTx, session: PaymentSession | null): boolean =>
  session?.websiteId === scopeOf(tx).websiteId

/** A buyer has paid this website for a checkout it does not have: the owner must look at it. */
async function recordPaymentWithoutOrder(
  tx: SiteTx,
  commerce: Pick<CommerceDeps, 'mailJob'>,
  { id, type }: PaymentEvent,
  now: Date,
): Promise<void> {
  const logEntry = { resourceType: 'payment', action: 'needs_review', userId: null, resourceName: id } as const
  await recordActivity(tx, { ...logEntry, details: { why: 'no such order', type } }, now)
  await enqueue(tx, commerce.mailJob, { unknownEvent: id, type })
}

async function lockedCheckout(tx: SiteTx, id: string | null): Promise<Checkout | null> {
  if (!id || !uuidPattern.test(id)) return null
  const [found] = await tx.select().from(checkouts).where(eq(checkouts.id, id)).for('update')
  return found ?? null
}

/** Why this payment does not belong to this checkout; null when it does. */
function mismatchReason(tx: SiteTx, checkout: Checkout, session: PaymentSession): string | null {
  if (session.websiteId !== scopeOf(tx).websiteId) return 'another website'
  if (checkout.sessionId !== null && checkout.sessionId !== session.id) return 'another session'
  if (session.amount !== checkout.total) return 'another amount'
  if (session.currency !== checkout.currency) return 'another currency'
  return null
}

/** Without the buyer's data nothing can be sent: the data key is lost or the value is damaged. */
function unreadableBuyerReason({ sealer }: Pick<CommerceDeps, 'sealer'>, checkout: Checkout): string | null {
  try {
    decryptBuyer(sealer, checkout)
    return null
  } catch (error) {
    if (error instanceof UnreadableValueError) return 'a buyer who cannot be read'
    throw error
  }
}

/** The owner may have deleted a product after the checkout had ended. */
async function deletedProductReason(tx: SiteTx, { lines }: Checkout): Promise<string | null> {
  const wanted = [...new Set(lines.flatMap(({ productId, downloads }) => [productId, ...downloads]))]
  const found = await tx.select({ id: products.id }).from(products).where(inArray(products.id, wanted))
  return found.length < wanted.length ? 'a product that is deleted' : null
}

type ReviewInput = { why: string; session: PaymentSession; now: Date }

async function recordReview(tx: SiteTx, checkout: Checkout, { why, session, now }: ReviewInput): Promise<void> {
  const { reference, total, currency } = checkout
  await recordActivity(
    tx,
    {
      resourceType: 'payment',
      action: 'needs_review',
      userId: null,
      resourceId: checkout.id,
      resourceName: reference,
      // biome-ignore lint/plugin: a field of stored log entries.
      details: { why, session: session.id, paid: session.amount, paidIn: session.currency, asked: total, in: currency },
    },
    now,
  )
}

async function claimEvent(
  tx: SiteTx,
  { id: eventId, type, happenedAt }: PaymentEvent,
  receivedAt: Date,
): Promise<boolean> {
  const inserted = await tx
    .insert(paymentEvents)
    .values({ eventId, type, happenedAt, receivedAt })
    .onConflictDoNothing()
    .returning({ eventId: paymentEvents.eventId })
  return inserted.length === 1
}

async function orderOfIntent(tx: SiteTx, paymentIntent: string): Promise<{ id: string } | null> {
  const [found] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.stripePaymentIntent, paymentIntent))
  return found ?? null
}

const attentionOf: Record<Dispute, Attention> = { open: 'disputed', won: 'dispute-won', lost: 'dispute-lost' }

async function recordAttention(tx: SiteTx, orderId: string, reported: Attention, now: Date): Promise<void> {
  const [order] = await tx
    .select({ attention: orders.attention })
    .from(orders)
    .where(eq(orders.id, orderId))
    .for('update')
  const attention = mostSeriousAttention(order!.attention, reported)
  if (attention === order!.attention) return
  await tx
    .update(orders)
    .set({ attention, ...nextVersionOfOrder(now) })
    .where(eq(orders.id, orderId))
  await recordOrderEvent(tx, orderId, { kind: 'attention', what: attention }, { userId: null, now })
}

/** The provider reports the sum of all refunds, so the larger of two reports is the later one. */
export async function recordRefund(
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
    .set({ refundedAmount, ...nextVersionOfOrder(now) })
    .where(eq(orders.id, orderId))
  // A buyer who has all of the money back may not download any more.
  if (refundedAmount === order!.totalAmount) await withdrawRights(tx, orderId, now)
  const { currency } = order!
  await recordOrderEvent(tx, orderId, { kind: 'refund', amount: refundedAmount, currency }, { userId, now })
}

/** The new `sequence` makes an edit of the older version fail with a conflict. */
const nextVersionOfOrder = (now: Date) => ({ updatedAt: now, sequence: sql`${orders.sequence} + 1` })
