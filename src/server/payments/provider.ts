import type { PaymentFact } from '#domain/checkout/checkout.ts'

/** One thing on the list that a buyer sees while they pay; all of them together are what is charged. */
export type ChargedLine = { name: string; unitAmount: number; quantity: number }

/** A payment that is to be made, with everything that makes it the same when it is asked for twice. */
export type SessionRequest = {
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

/** A payment as its service knows it. */
export type PaymentSession = {
  id: string
  /** Where the buyer pays; null once it is over. */
  url: string | null
  checkoutId: string | null
  websiteId: string | null
  state: 'open' | 'complete' | 'expired'
  isPaid: boolean
  amount: number
  /** As ISO writes it. */
  currency: string
  paymentIntent: string | null
}

export type Dispute = 'open' | 'won' | 'lost'

/** What has happened to money, so far as a shop must know. */
export type PaymentNews =
  | { about: 'session'; fact: PaymentFact; session: PaymentSession }
  | { about: 'refund'; paymentIntent: string; refunded: number }
  | { about: 'refund-failed'; paymentIntent: string }
  | { about: 'dispute'; paymentIntent: string; outcome: Dispute }
  | { about: 'nothing' }

export type PaymentEvent = { id: string; type: string; happenedAt: Date; news: PaymentNews }

/**
 * Whoever takes the money. Each of these answers within ten seconds or refuses as `payment-unavailable`; none of them may
 * be asked while a transaction is open.
 */
export type PaymentProvider = {
  kind: 'stripe' | 'sandbox' | 'closed'
  /** The same request again is the same session. */
  openSession: (request: SessionRequest) => Promise<PaymentSession>
  session: (id: string) => Promise<PaymentSession | null>
  sessionOfIntent: (paymentIntent: string) => Promise<PaymentSession | null>
  /** Nobody can pay it any more, unless somebody has; how it is afterwards. */
  closeSession: (id: string) => Promise<PaymentSession | null>
  /** Those that were opened in this span, all websites' together. */
  sessionsBetween: (from: Date, until: Date) => AsyncIterable<PaymentSession>
  /** Payments of which something has gone back since. */
  refundedSince: (from: Date) => AsyncIterable<string>
  /** How much of a payment has gone back. */
  refundedOf: (paymentIntent: string) => Promise<number>
  /** The same key again is the same refund. */
  refund: (request: { paymentIntent: string; amount: number; key: string }) => Promise<void>
  /** What a webhook says, once it is certain who says it; otherwise refuses as `webhook-forged`. */
  readEvent: (body: Buffer, signature: string | undefined, now: Date) => PaymentEvent
}
