import { eq } from 'drizzle-orm'
import { isRefundDue } from '#domain/orders/order.ts'
import { recordActivity } from '#server/activity/record.ts'
import { type CommerceDeps, RefundJobPayload } from '#server/commerce/deps.ts'
import { type Order, orders } from '#server/commerce/orders-table.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { failpoint } from '#server/failpoints.ts'
import { defineJob, type Job, PermanentJobError } from '#server/jobs/job.ts'
import { orderByNumberOrId } from '#server/orders/order-queries.ts'
import { recordRefund } from '#server/payments/handle-event.ts'
import { refundTestPayment } from '#server/payments/test-payment.ts'

type RefundJobOptions = { commerceOf: (websiteId: string) => RefundDeps | null; clock: () => Date }
type RefundDeps = Pick<CommerceDeps, 'inCheckout' | 'provider'>

/**
 * Cancelling an order enqueues this job in the same transaction. So the refund survives a crash of the process and any
 * outage of the payment provider.
 */
export function createRefundJob({ commerceOf, clock }: RefundJobOptions): Job<RefundJobPayload> {
  return defineJob({
    name: 'order-refunds',
    data: RefundJobPayload,
    // For a week: an owner whose payment account lacks the money has topped it up by then.
    tries: 1_000,
    run: async (payload, { websiteId }) => {
      const commerce = commerceOf(websiteId)
      if (!commerce) throw new PermanentJobError('the website of this order is not configured')
      if ('testPayment' in payload) await refundTestPayment(commerce, payload, clock())
      else await refundCancelledOrder(commerce, payload.orderId, { userId: null, now: clock() })
    },
  })
}

/** `already-refunded`: the provider had refunded the money before, and the order did not say so yet. */
export type RefundOutcome = 'refunded' | 'already-refunded' | 'nothing-due'

/**
 * Refunds what a cancelled order still owes and records it. Safe to call repeatedly and concurrently: it first asks the
 * provider how much has gone back, then requests all of the rest, and the provider never refunds more than was paid. The
 * idempotency key contains the minute: the provider answers the same key with the same error, so a retry needs a new one.
 */
export async function refundCancelledOrder(
  commerce: RefundDeps,
  orderId: string,
  { userId, now }: { userId: string | null; now: Date },
): Promise<RefundOutcome> {
  const order = await commerce.inCheckout(async (tx): Promise<Order | undefined> => {
    const [found] = await tx.select().from(orders).where(eq(orders.id, orderId))
    return found
  })
  const paymentIntent = order?.stripePaymentIntent
  if (!paymentIntent || !isRefundDue(order)) return 'nothing-due'
  await failpoint('refunds.due')
  // The provider knows of refunds that no webhook has reported yet, so its sum counts and not the order's.
  const before = await commerce.provider.refundedOf(paymentIntent)
  const amount = order.totalAmount - before
  if (amount > 0) await commerce.provider.refund({ paymentIntent, amount, key: `${orderId}-${before}-${minutes(now)}` })
  await failpoint('refunds.given')
  await commerce.inCheckout((tx) => recordRefund(tx, orderId, order.totalAmount, now, userId))
  return amount > 0 ? 'refunded' : 'already-refunded'
}

/** For the activity log. The order's own event is written by `recordRefund`. */
export async function logRefund(tx: SiteTx, id: string, { userId, now }: { userId: string; now: Date }): Promise<void> {
  const { orderNumber } = await orderByNumberOrId(tx, id)
  const logEntry = { resourceId: id, resourceName: orderNumber, userId }
  await recordActivity(tx, { resourceType: 'payment', action: 'refunded', ...logEntry }, now)
}

const minutes = (now: Date): number => Math.floor(+now / 60_000)
