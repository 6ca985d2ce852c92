import type { RateLimit } from '#domain/accounts/limits.ts'

/** In the order in which a state may change; `review`: the owner must look at the payment. */
export const checkoutStates = ['open', 'expired', 'cancelled', 'review', 'paid'] as const
export type CheckoutState = (typeof checkoutStates)[number]

/** How long stock is held while the buyer pays. */
export const stockHoldMs = 30 * 60_000

/** How long stock is held before the buyer opens the payment page. */
export const unopenedStockHoldMs = 5 * 60_000

/** The provider counts its minimum of half an hour from the arrival of the request, a little later than we do. */
export const paymentSessionMs = stockHoldMs + 60_000

/** Delayed payment methods take days to succeed or fail. */
export const delayedPaymentMaxMs = 14 * 24 * 3_600_000

/** What the provider reports about a payment; `mismatch` is our own finding. */
export type ReportedPaymentState = 'awaiting' | 'expired' | 'failed' | 'mismatch' | 'paid'

const stateAfter: Record<ReportedPaymentState, CheckoutState> = {
  awaiting: 'open',
  expired: 'expired',
  failed: 'cancelled',
  mismatch: 'review',
  paid: 'paid',
}

/**
 * Webhook events come in any order and more than once. A state only moves forward in the list above, so the final state
 * does not depend on the order.
 */
export function nextCheckoutState(state: CheckoutState, fact: ReportedPaymentState): CheckoutState {
  const next = stateAfter[fact]
  return checkoutStates.indexOf(next) > checkoutStates.indexOf(state) ? next : state
}

const minute = 60
const hour = 60 * minute

/** Enough for undecided buyers, too little to test stolen cards or to hold all stock. */
export const checkoutRateLimits = {
  /** Beyond this each attempt needs a human check: many people may share an address. */
  fromAddress: { name: 'checkout-address', max: 30, seconds: hour },
  /** Every change of a cart asks for a quote. Beyond this each needs a human check, because visitors share an address. */
  quotesFromAddress: { name: 'quote-address', max: 300, seconds: 5 * minute },
  ofBuyer: { name: 'checkout-buyer', max: 30, seconds: hour },
  /** Orders without a payment, each of which also needs a human check. A hall of fans may share an address. */
  freeOrdersOfBuyer: { name: 'free-order-buyer', max: 10, seconds: 24 * hour },
  freeOrdersFromAddress: { name: 'free-order-address', max: 200, seconds: 24 * hour },
} as const satisfies Record<string, RateLimit>

/** How many pieces a visitor may hold without a human check: a tenth of the free stock, at least one. */
export const maxHeldPieces = (free: number): number => Math.max(1, Math.floor(free / 10))

/** How many pieces of a product a checkout would hold, over all variants and bundles, and how many are free. */
export type StockClaim = { productId: string; quantity: number; free: number }

type HumanCheckFacts = {
  claims: readonly StockClaim[]
  /** Unpaid checkouts of the same visitor. */
  openCheckouts: number
  /** This address or this buyer has started more checkouts lately than one person does. */
  isBusy: boolean
}

/**
 * Whether a buyer must pass a human check. No buyer is refused because of the network address, which a whole venue may
 * share, or because a stranger has used their e-mail address. With the check only the limit of the product applies.
 */
export const needsHumanCheck = ({ claims, openCheckouts, isBusy }: HumanCheckFacts): boolean =>
  isBusy || openCheckouts > 0 || claims.some(({ quantity, free }) => quantity > maxHeldPieces(free))

/** Stripe's payment page lists 100 lines; delivery and VAT are two of them. */
export const maxCheckoutLines = 98
