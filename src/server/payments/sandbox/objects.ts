import { requiredStripeEvents } from '#domain/going-live/payments.ts'
import {
  type DelayedPaymentResult,
  type RefundRow,
  type SandboxSessionRow,
  type SessionEnding,
  sandboxId,
} from '#server/payments/sandbox/store.ts'
import { stripeApiVersion } from '#server/payments/stripe.ts'

export type SandboxSession = SandboxSessionRow & { ending: SessionEnding | null; outcome: DelayedPaymentResult | null }

/** Session and intent ids are derived from each other, so no index is needed. */
export const paymentIntentIdOf = (sessionId: string): string => sessionId.replace(/^cs_test_/, 'pi_')
export const sessionIdOfPaymentIntent = (intent: string): string => intent.replace(/^pi_/, 'cs_test_')

export const isSessionPaid = ({ ending, outcome }: SandboxSession): boolean =>
  ending?.how === 'paid' || (ending?.how === 'unpaid' && outcome?.isPaid === true)

/** There is no payment intent before the buyer has paid, and never for a free order. */
export const hasPaymentIntent = ({ ending, amount }: SandboxSession): boolean =>
  ending !== null && ending.how !== 'expired' && amount > 0

/** A Checkout Session object, as far as its fields are used. */
export function sessionObject(known: SandboxSession, payPage: string) {
  const { ending, amount } = known
  const isOpen = ending === null
  return {
    id: known.id,
    object: 'checkout.session',
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: known.cancelUrl,
    client_reference_id: known.checkoutId,
    created: known.createdAt,
    currency: known.currency,
    // Not read by our code, so it is not stored.
    customer_email: null,
    expires_at: known.expiresAt,
    livemode: false,
    metadata: known.metadata,
    mode: 'payment',
    payment_intent: hasPaymentIntent(known) ? paymentIntentIdOf(known.id) : null,
    payment_status: amount === 0 ? 'no_payment_required' : isSessionPaid(known) ? 'paid' : 'unpaid',
    status: isOpen ? 'open' : ending.how === 'expired' ? 'expired' : 'complete',
    success_url: known.successUrl,
    url: isOpen ? payPage : null,
  }
}

type ExpandOptions = { expands: boolean }

export function intentObject(known: SandboxSession, refunds: readonly RefundRow[], { expands }: ExpandOptions) {
  const charge = chargeObject(known, refunds)
  const id = paymentIntentIdOf(known.id)
  return {
    id,
    object: 'payment_intent',
    amount: known.amount,
    currency: known.currency,
    livemode: false,
    metadata: known.metadata,
    status: isSessionPaid(known) ? 'succeeded' : known.outcome ? 'requires_payment_method' : 'processing',
    latest_charge: isSessionPaid(known) ? (expands ? charge : charge.id) : null,
  }
}

export function chargeObject(known: SandboxSession, refunds: readonly RefundRow[]) {
  const paymentIntent = paymentIntentIdOf(known.id)
  const back = refunds
    .filter((refund) => refund.paymentIntent === paymentIntent)
    .reduce((sum, refund) => sum + refund.amount, 0)
  return {
    id: sandboxId('ch', known.id),
    object: 'charge',
    amount: known.amount,
    amount_refunded: back,
    currency: known.currency,
    livemode: false,
    metadata: known.metadata,
    payment_intent: paymentIntent,
    refunded: back >= known.amount,
    status: 'succeeded',
  }
}

export const refundObject = ({ id, paymentIntent, amount, createdAt }: RefundRow, currency: string) => ({
  id,
  object: 'refund',
  amount,
  created: createdAt,
  currency,
  payment_intent: paymentIntent,
  status: 'succeeded',
})

/** Each site has one, which gets all events that the sandbox sends. */
export const endpointObject = (url: string) => ({
  id: sandboxId('we', url),
  object: 'webhook_endpoint',
  api_version: stripeApiVersion,
  created: 0,
  enabled_events: requiredStripeEvents,
  livemode: false,
  status: 'enabled',
  url,
})
