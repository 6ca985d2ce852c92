/** Open until it is paid for, runs out, is given up, or something about its payment must be looked at by a person. */
export const checkoutStates = ['open', 'expired', 'cancelled', 'review', 'paid'] as const
export type CheckoutState = (typeof checkoutStates)[number]

/** How long things are kept for somebody who has begun to pay. */
export const holdMs = 30 * 60_000

/** Somebody who never went on to the payment page does not keep anything for longer. */
export const unopenedMs = 5 * 60_000

/** A payment service counts its half hour from when it hears of it, which is a little later. */
export const sessionMs = holdMs + 60_000

/** Some ways to pay take days until it is known whether there is money. */
export const awaitingMs = 14 * 24 * 3_600_000

/** What the payment service says about a payment. */
export type PaymentFact = 'awaiting' | 'expired' | 'failed' | 'mismatch' | 'paid'

const stateAfter: Record<PaymentFact, CheckoutState> = {
  awaiting: 'open',
  expired: 'expired',
  failed: 'cancelled',
  mismatch: 'review',
  paid: 'paid',
}

/**
 * Messages of a payment service come in any order and more than once; so a state only ever goes forward in the list
 * above, and in the end it is the same whatever came first.
 */
export function furthest(state: CheckoutState, fact: PaymentFact): CheckoutState {
  const next = stateAfter[fact]
  return checkoutStates.indexOf(next) > checkoutStates.indexOf(state) ? next : state
}
