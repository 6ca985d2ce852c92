import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { refundDue } from '#domain/orders/lifecycle.ts'
import { record } from '#server/activity/actions.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { failpoint } from '#server/failpoints.ts'
import { defineJob, type Job, NeverRuns } from '#server/jobs/job.ts'
import { orderCalled } from '#server/orders/manage.ts'
import type { Order } from '#server/orders/place.ts'
import { orders } from '#server/orders/table.ts'
import { noteRefund, type SettleParts } from '#server/payments/settle.ts'

const Refund = z.strictObject({ orderId: z.uuid() })
export type Refund = z.infer<typeof Refund>

type Needs = { paymentServiceOf: (websiteId: string) => RefundDeps | null; clock: () => Date }
type RefundDeps = Pick<SettleParts, 'inCheckout' | 'provider'>

/**
 * Whoever cancels an order leaves this behind in the same transaction. So the money goes back whenever the process dies,
 * however long the payment service is away, and whether or not anybody ever hears of it.
 */
export function refundJobOf({ paymentServiceOf, clock }: Needs): Job<Refund> {
  return defineJob({
    name: 'order-refunds',
    data: Refund,
    // For a week: by then an owner has paid in what their account had not.
    tries: 1_000,
    run: async ({ orderId }, { websiteId }) => {
      const desk = paymentServiceOf(websiteId)
      if (!desk) throw new NeverRuns('the order is of a website that is not here')
      await refundCancelled(desk, orderId, { userId: null, now: clock() })
    },
  })
}

/** `was given`: the money had gone back before, and nobody had written that down. */
export type Refunded = 'given' | 'was given' | 'nothing due'

/**
 * Gives back what a cancelled order still owes, and writes down that it has. It may be done any number of times and by
 * several at once: what has gone back is asked of the payment service first, and it is always all of the rest that is
 * asked for, of which no payment can give back more than it brought. What was refused a minute ago is asked for anew: the
 * service would say the same again to the same key.
 */
export async function refundCancelled(
  desk: RefundDeps,
  orderId: string,
  { userId, now }: { userId: string | null; now: Date },
): Promise<Refunded> {
  const order = await desk.inCheckout(async (tx): Promise<Order | undefined> => {
    const [found] = await tx.select().from(orders).where(eq(orders.id, orderId))
    return found
  })
  const paymentIntent = order?.stripePaymentIntent
  if (!paymentIntent || refundDue(order) === 0) return 'nothing due'
  await failpoint('refunds.due')
  const before = await desk.provider.refundedOf(paymentIntent)
  const amount = order.totalAmount - before
  if (amount > 0) await desk.provider.refund({ paymentIntent, amount, key: `${orderId}-${before}-${minutes(now)}` })
  await failpoint('refunds.given')
  await desk.inCheckout((tx) => noteRefund(tx, orderId, order.totalAmount, now, userId))
  return amount > 0 ? 'given' : 'was given'
}

/** For the log of the website; the order's own line was written with the money. */
export async function noteGiven(tx: SiteTx, id: string, { userId, now }: { userId: string; now: Date }): Promise<void> {
  const { orderNumber } = await orderCalled(tx, id)
  const about = { resourceId: id, resourceName: orderNumber, userId }
  await record(tx, { resourceType: 'payment', action: 'refunded', ...about }, now)
}

const minutes = (now: Date): number => Math.floor(+now / 60_000)
