import { and, eq, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import { nextCheckoutState, type ReportedPaymentState } from '#domain/checkout/checkout.ts'
import { Refusal } from '#domain/refusal.ts'
import { endCheckout } from '#server/checkout/lifecycle.ts'
import { type Checkout, checkouts, stockHolds } from '#server/commerce/checkout-table.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { orders } from '#server/commerce/orders-table.ts'
import type { PaymentProvider, PaymentSession } from '#server/commerce/payment-provider.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { forEachCollectingErrors } from '#server/payments/collect-errors.ts'
import { applyPaymentToCheckout, recordRefund } from '#server/payments/handle-event.ts'
import { isTestPayment } from '#server/payments/test-payment.ts'

const minute = 60_000
/** By then the provider has expired the session itself. */
const expiryGraceMs = 2 * minute
/** So long after its end a checkout expires even if the provider does not answer. */
const providerTimeoutMs = 120 * minute

/** The payment fact that a session amounts to; null while it is open. */
export const paymentFactOf = ({ state, isPaid }: PaymentSession): ReportedPaymentState | null =>
  state === 'open' ? null : state === 'expired' ? 'expired' : isPaid ? 'paid' : 'awaiting'

const isDue = (now: Date) => and(eq(checkouts.state, 'open'), lte(checkouts.expiresAt, new Date(+now - expiryGraceMs)))

/** For `sitesWith`: websites with overdue checkouts. */
export const dueCheckoutsSql = (now: Date): SQL => sql`select '' from ${checkouts} where ${isDue(now)} limit 1`

/** Expires the overdue checkouts of one website, unless they turn out to be paid. Returns how many were due. */
export async function expireCheckouts(commerce: CommerceDeps, now: Date): Promise<number> {
  const due = await commerce.inCheckout((tx) =>
    tx.select().from(checkouts).where(isDue(now)).orderBy(checkouts.expiresAt).limit(200),
  )
  await forEachCollectingErrors(due, checkoutLabel, (checkout) => expireCheckout(commerce, checkout, now))
  return due.length
}

/** For error messages: by id, because the reference would open the order. */
const checkoutLabel = ({ id }: Checkout) => `checkout ${id}`

async function expireCheckout(commerce: CommerceDeps, checkout: Checkout, now: Date): Promise<void> {
  const { id, sessionId, paymentIntent, expiresAt } = checkout
  // Without a session the buyer never saw a payment page.
  const session = sessionId && (await commerce.provider.closeSession(sessionId).catch(awayIfUnavailable))
  if (session === 'away' && +now < +expiresAt + providerTimeoutMs) return
  const fact = session && session !== 'away' ? paymentFactOf(session) : null
  // The bank has had its days and did not decide. A payment that still arrives is accepted.
  const isStuck = fact === 'awaiting' && paymentIntent !== null
  if (session && session !== 'away' && fact && !isStuck)
    await commerce.inCheckout((tx) => applyPaymentToCheckout(tx, commerce, session, fact, now))
  else
    await commerce.inCheckout(async (tx) => {
      const isOver = await endCheckout(tx, id, 'expired')
      if (isOver && isStuck) await enqueue(tx, commerce.mailJob, { failedOf: id })
    })
}

function awayIfUnavailable(error: unknown): 'away' {
  if (error instanceof Refusal && error.reason === 'payment-unavailable') return 'away'
  throw error
}

const day = 24 * 60 * minute
/** By then the provider delivers no event about it any more. */
const keptMs = 7 * day
/** By then the owner has reviewed a payment without an order; the payment account keeps its record. */
const reviewMs = 90 * day

function isOld(now: Date) {
  const isExpiredFor = (ms: number) => lte(checkouts.expiresAt, new Date(+now - ms))
  return or(
    and(inArray(checkouts.state, ['expired', 'cancelled']), isExpiredFor(keptMs)),
    and(eq(checkouts.state, 'review'), isExpiredFor(reviewMs)),
  )
}

/** For `sitesWith`: websites that `sweepCheckouts` finds something on. */
export const oldCheckoutsSql = (now: Date): SQL => sql`select '' from ${checkouts} where ${isOld(now)} limit 1`

/** Deletes old checkouts without an order: they hold personal data, and a product cannot be deleted while one names it. */
export async function sweepCheckouts(commerce: Pick<CommerceDeps, 'inCheckout'>, now: Date): Promise<void> {
  await commerce.inCheckout(async (tx) => {
    const over = await tx.select({ id: checkouts.id }).from(checkouts).where(isOld(now)).limit(500).for('update')
    const ids = over.map(({ id }) => id)
    await tx.delete(stockHolds).where(inArray(stockHolds.checkoutId, ids))
    await tx.delete(checkouts).where(inArray(checkouts.id, ids))
  })
}

type ReconcileOptions = {
  from: Date
  until: Date
  now: Date
  /** Called for each checkout whose payment was applied. */
  onRepair?: (websiteId: string) => void
}

/**
 * Compares all payment sessions of a time span with our checkouts and applies those whose webhook never arrived. Returns
 * how many were repaired.
 */
export async function reconcilePaymentSessions(
  provider: PaymentProvider,
  commerceOf: (websiteId: string) => CommerceDeps | null,
  { from, until, now, onRepair = () => {} }: ReconcileOptions,
): Promise<number> {
  let repaired = 0
  await forEachCollectingErrors(provider.sessionsBetween(from, until), sessionLabel, async (session) => {
    const commerce = session.websiteId && commerceOf(session.websiteId)
    const fact = paymentFactOf(session)
    // A test payment shows whether webhooks arrive, so it is not repaired.
    if (!session.websiteId || !commerce || !fact || !session.checkoutId || isTestPayment(session)) return
    const known = await stateOf(commerce, session.checkoutId)
    // The owner has already been mailed about a checkout in review.
    if (!known || known.state === 'review' || !isNews(known, fact)) return
    await commerce.inCheckout((tx) => applyPaymentToCheckout(tx, commerce, session, fact, now))
    repaired++
    onRepair(session.websiteId)
  })
  return repaired
}

const sessionLabel = ({ checkoutId }: PaymentSession) => `the session of checkout ${checkoutId}`

/** The payments of all websites that were refunded since then. */
export async function refundedSince(provider: PaymentProvider, from: Date): Promise<string[]> {
  const intents = new Set<string>()
  for await (const paymentIntent of provider.refundedSince(from)) intents.add(paymentIntent)
  return [...intents]
}

const isPaidBy = (intents: readonly string[]) => inArray(orders.stripePaymentIntent, [...intents])

/** For `sitesWith`: websites with an order of one of these payments. */
export const ordersPaidBySql = (intents: readonly string[]): SQL =>
  sql`select '' from ${orders} where ${isPaidBy(intents)} limit 1`

/** Records refunds whose webhook never arrived. */
export async function reconcileRefunds(
  provider: PaymentProvider,
  all: readonly CommerceDeps[],
  { refunded: intents, now }: { refunded: readonly string[]; now: Date },
): Promise<void> {
  const { id, orderNumber: number, stripePaymentIntent: intent } = orders
  const ofSite = async (commerce: CommerceDeps) => {
    const found = await commerce.inCheckout((tx) =>
      tx.select({ id, number, intent }).from(orders).where(isPaidBy(intents)),
    )
    await forEachCollectingErrors(found, orderLabel, async (order) => {
      const refunded = await provider.refundedOf(order.intent!)
      await commerce.inCheckout((tx) => recordRefund(tx, order.id, refunded, now))
    })
  }
  await forEachCollectingErrors(all, () => 'a website', ofSite)
}

const orderLabel = ({ number }: { number: string }) => `order ${number}`

const isNews = (
  { state, paymentIntent }: Pick<Checkout, 'state' | 'paymentIntent'>,
  fact: ReportedPaymentState,
): boolean =>
  fact === 'awaiting' ? state === 'open' && paymentIntent === null : nextCheckoutState(state, fact) !== state

async function stateOf(commerce: CommerceDeps, id: string): Promise<Pick<Checkout, 'state' | 'paymentIntent'> | null> {
  const { state, paymentIntent } = checkouts
  const [found] = await commerce.inCheckout((tx) =>
    tx.select({ state, paymentIntent }).from(checkouts).where(eq(checkouts.id, id)),
  )
  return found ?? null
}
