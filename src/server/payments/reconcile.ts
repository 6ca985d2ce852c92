import { and, eq, inArray, lte, or } from 'drizzle-orm'
import { furthest, type PaymentFact } from '#domain/checkout/checkout.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Checkout, endCheckout } from '#server/checkout/start.ts'
import { checkouts, stockHolds } from '#server/checkout/table.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { orders } from '#server/orders/table.ts'
import { allOfThem } from '#server/payments/all-of-them.ts'
import type { PaymentProvider, PaymentSession } from '#server/payments/provider.ts'
import { noteRefund, type SettleParts, settle } from '#server/payments/settle.ts'

const minute = 60_000
/** By then the payment service has ended the session itself. */
const grace = 2 * minute
/** So long after its end a checkout is over even if the payment service cannot be asked. */
const patience = 120 * minute

/** What a payment service says about a session, as news; nothing while it is open. */
export const factOf = ({ state, isPaid }: PaymentSession): PaymentFact | null =>
  state === 'open' ? null : state === 'expired' ? 'expired' : isPaid ? 'paid' : 'awaiting'

/** Ends the checkouts of one website that have run out, unless they turn out to be paid. Answers how many it looked at. */
export async function expireCheckouts(parts: SettleParts, now: Date): Promise<number> {
  const due = await parts.inCheckout((tx) =>
    tx
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.state, 'open'), lte(checkouts.expiresAt, new Date(+now - grace))))
      .orderBy(checkouts.expiresAt)
      .limit(200),
  )
  await allOfThem(due, checkoutCalled, (checkout) => expire(parts, checkout, now))
  return due.length
}

/** By what tells nobody how to see it. */
const checkoutCalled = ({ id }: Checkout) => `checkout ${id}`

async function expire(parts: SettleParts, checkout: Checkout, now: Date): Promise<void> {
  const { id, sessionId, paymentIntent, expiresAt } = checkout
  // Without a session nobody was ever told where to pay.
  const session = sessionId && (await parts.provider.closeSession(sessionId).catch(whenAway))
  if (session === 'away' && +now < +expiresAt + patience) return
  const fact = session && session !== 'away' ? factOf(session) : null
  // Its bank was given its days already, and said neither yes nor no; money that still comes is taken.
  const isStuck = fact === 'awaiting' && paymentIntent !== null
  if (session && session !== 'away' && fact && !isStuck)
    await parts.inCheckout((tx) => settle(tx, parts, session, fact, now))
  else
    await parts.inCheckout(async (tx) => {
      const isOver = await endCheckout(tx, id, 'expired')
      if (isOver && isStuck) await enqueue(tx, parts.mailJob, { failedOf: id })
    })
}

function whenAway(error: unknown): 'away' {
  if (error instanceof Refusal && error.reason === 'payment-unavailable') return 'away'
  throw error
}

const day = 24 * 60 * minute
/** By then no message about it can come any more. */
const keptMs = 7 * day
/** By then an owner has looked at a payment that made no order; what remains of it is in their payment account. */
const reviewMs = 90 * day

/** Who wanted to buy something and did not is nobody's business after a while, and no product need wait for it. */
export async function sweepCheckouts(parts: Pick<SettleParts, 'inCheckout'>, now: Date): Promise<void> {
  await parts.inCheckout(async (tx) => {
    const since = (ms: number) => lte(checkouts.expiresAt, new Date(+now - ms))
    const isOver = or(
      and(inArray(checkouts.state, ['expired', 'cancelled']), since(keptMs)),
      and(eq(checkouts.state, 'review'), since(reviewMs)),
    )
    const over = await tx.select({ id: checkouts.id }).from(checkouts).where(isOver).limit(500).for('update')
    const ids = over.map(({ id }) => id)
    await tx.delete(stockHolds).where(inArray(stockHolds.checkoutId, ids))
    await tx.delete(checkouts).where(inArray(checkouts.id, ids))
  })
}

/**
 * Asks the payment service about every payment of a span, and brings each website's checkouts to where their payments
 * are: for messages that never came. Answers how many it had to repair.
 */
export async function reconcile(
  provider: PaymentProvider,
  paymentServiceFor: (websiteId: string) => SettleParts | null,
  { from, until, now }: { from: Date; until: Date; now: Date },
): Promise<number> {
  let repaired = 0
  await allOfThem(provider.sessionsBetween(from, until), sessionCalled, async (session) => {
    const parts = session.websiteId && paymentServiceFor(session.websiteId)
    const fact = factOf(session)
    if (!parts || !fact || !session.checkoutId) return
    const known = await stateOf(parts, session.checkoutId)
    // What a person must look at they have been told of.
    if (!known || known.state === 'review' || !isNews(known, fact)) return
    await parts.inCheckout((tx) => settle(tx, parts, session, fact, now))
    repaired++
  })
  return repaired
}

const sessionCalled = ({ checkoutId }: PaymentSession) => `the session of checkout ${checkoutId}`

/** The same for money that went back: each website's orders say how much. */
export async function reconcileRefunds(
  provider: PaymentProvider,
  all: readonly SettleParts[],
  { from, now }: { from: Date; now: Date },
): Promise<void> {
  const intents = new Set<string>()
  for await (const paymentIntent of provider.refundedSince(from)) intents.add(paymentIntent)
  if (!intents.size) return
  const { id, orderNumber: number, stripePaymentIntent: intent } = orders
  const ofSite = async (parts: SettleParts) => {
    const found = await parts.inCheckout((tx) =>
      tx
        .select({ id, number, intent })
        .from(orders)
        .where(inArray(intent, [...intents])),
    )
    await allOfThem(found, orderCalled, async (order) => {
      const refunded = await provider.refundedOf(order.intent!)
      await parts.inCheckout((tx) => noteRefund(tx, order.id, refunded, now))
    })
  }
  await allOfThem(all, () => 'a website', ofSite)
}

const orderCalled = ({ number }: { number: string }) => `order ${number}`

const isNews = ({ state, paymentIntent }: Pick<Checkout, 'state' | 'paymentIntent'>, fact: PaymentFact): boolean =>
  fact === 'awaiting' ? state === 'open' && paymentIntent === null : furthest(state, fact) !== state

async function stateOf(parts: SettleParts, id: string): Promise<Pick<Checkout, 'state' | 'paymentIntent'> | null> {
  const { state, paymentIntent } = checkouts
  const [found] = await parts.inCheckout((tx) =>
    tx.select({ state, paymentIntent }).from(checkouts).where(eq(checkouts.id, id)),
  )
  return found ?? null
}
