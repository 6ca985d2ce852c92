import type { ReportedPaymentState } from '#domain/checkout/checkout.ts'
import type { PaymentSetup } from '#domain/going-live/payments.ts'

/** One line of the payment page. All lines together are what is charged. */
export type ChargedLine = { name: string; unitAmount: number; quantity: number }

/** Everything that makes a repeated request the same session. */
export type PaymentSessionRequest = {
  checkoutId: string
  websiteId: string
  reference: string
  currency: string
  lines: ChargedLine[]
  email: string
  locale: string
  expiresAt: Date
  successUrl: string
  cancelUrl: string
}

/** A payment session as the provider reports it. */
export type PaymentSession = {
  id: string
  /** The payment page; null once the session is over. */
  url: string | null
  checkoutId: string | null
  websiteId: string | null
  state: 'open' | 'complete' | 'expired'
  isPaid: boolean
  amount: number
  /** ISO 4217, upper case. */
  currency: string
  paymentIntent: string | null
}

export type Dispute = 'open' | 'won' | 'lost'

/** The content of a webhook event, as far as a shop needs it. */
export type PaymentEventContent =
  | { about: 'session'; fact: ReportedPaymentState; session: PaymentSession }
  | { about: 'refund'; paymentIntent: string; refunded: number }
  | { about: 'refund-failed'; paymentIntent: string }
  | { about: 'dispute'; paymentIntent: string; outcome: Dispute }
  | { about: 'nothing' }

export type PaymentEvent = { id: string; type: string; happenedAt: Date; news: PaymentEventContent }

/**
 * Takes the money: Stripe, the sandbox, or none. Each call answers within ten seconds or refuses with
 * `payment-unavailable`. None may be called while a transaction is open.
 */
export type PaymentProvider = {
  kind: 'stripe' | 'sandbox' | 'closed'
  /** With a live key of Stripe. */
  takesRealMoney: boolean
  /** Whether the provider accepts the key, and where it sends events. Nothing is changed there. */
  setup: () => Promise<PaymentSetup>
  /** Idempotent: the same request returns the same session. */
  openSession: (request: PaymentSessionRequest) => Promise<PaymentSession>
  session: (id: string) => Promise<PaymentSession | null>
  sessionOfIntent: (paymentIntent: string) => Promise<PaymentSession | null>
  /** Expires the session unless it is paid, and returns its new state. */
  closeSession: (id: string) => Promise<PaymentSession | null>
  /** Sessions opened in this time span, of all websites. */
  sessionsBetween: (from: Date, until: Date) => AsyncIterable<PaymentSession>
  /** Payment intents with a refund since then. */
  refundedSince: (from: Date) => AsyncIterable<string>
  /** The refunded amount of a payment. */
  refundedOf: (paymentIntent: string) => Promise<number>
  /** Idempotent by `key`. */
  refund: (request: { paymentIntent: string; amount: number; key: string }) => Promise<void>
  /** Verifies the signature of a webhook and parses it. Refuses with `webhook-forged`. */
  readEvent: (body: Buffer, signature: string | undefined, now: Date) => PaymentEvent
}
