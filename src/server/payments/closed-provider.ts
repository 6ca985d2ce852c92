import { isTestSession } from '#domain/checkout/stripe-mode.ts'
import { Refusal } from '#domain/refusal.ts'
import type { PaymentProvider } from '#server/commerce/payment-provider.ts'

/**
 * For a live site without payment keys: it takes no orders. Sandbox sessions of earlier are over; the state of real
 * payments is unknown until the keys are back.
 */
export function createClosedPaymentProvider(): PaymentProvider {
  const refuseUnavailable = async () => {
    throw new Refusal('payment-unavailable')
  }
  return {
    kind: 'closed',
    takesRealMoney: false,
    setup: async () => ({ key: 'no-answer' }),
    openSession: async () => {
      throw new Refusal('shop-not-open')
    },
    session: async () => null,
    sessionOfIntent: refuseUnavailable,
    closeSession: async (id) => (isTestSession(id) ? null : refuseUnavailable()),
    async *sessionsBetween() {},
    async *refundedSince() {},
    refundedOf: refuseUnavailable,
    refund: refuseUnavailable,
    readEvent: () => {
      throw new Refusal('webhook-forged')
    },
  }
}
