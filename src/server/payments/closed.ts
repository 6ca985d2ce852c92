import { isTestSession } from '#domain/orders/test-payments.ts'
import { Refusal } from '#domain/refusal.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'

/**
 * For a real site without keys for payments. Nothing can be ordered. What was begun in the sandbox before is over; about
 * real payments nobody can be asked until the keys are back.
 */
export function closedProvider(): PaymentProvider {
  const away = async () => {
    throw new Refusal('payment-unavailable')
  }
  return {
    kind: 'closed',
    openSession: async () => {
      throw new Refusal('shop-not-open')
    },
    session: async () => null,
    sessionOfIntent: away,
    closeSession: async (id) => (isTestSession(id) ? null : away()),
    async *sessionsBetween() {},
    async *refundedSince() {},
    refundedOf: away,
    refund: away,
    readEvent: () => {
      throw new Refusal('webhook-forged')
    },
  }
}
