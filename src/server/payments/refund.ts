import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { refundDue } from '#domain/orders/lifecycle.ts'
import { defineJob, type Job, NeverRuns } from '#server/jobs/job.ts'
import type { Order } from '#server/orders/place.ts'
import { orders } from '#server/orders/table.ts'
import { noteRefund, type SettleParts } from '#server/payments/settle.ts'

const Refund = z.strictObject({ orderId: z.uuid() })
export type Refund = z.infer<typeof Refund>

type Needs = { deskOf: (websiteId: string) => Desk | null; clock: () => Date }
type Desk = Pick<SettleParts, 'inCheckout' | 'provider'>

/**
 * Whoever cancels an order leaves this behind in the same transaction. So the money goes back whenever the process dies,
 * however long the payment service is away, and whether or not anybody ever hears of it.
 */
export function refundJobOf({ deskOf, clock }: Needs): Job<Refund> {
  return defineJob({
    name: 'order-refunds',
    data: Refund,
    // For a week: by then an owner has paid in what their account had not.
    tries: 1_000,
    run: async ({ orderId }, { websiteId }) => {
      const desk = deskOf(websiteId)
      if (!desk) throw new NeverRuns('the order is of a website that is not here')
      await refundCancelled(desk, orderId, clock())
    },
  })
}

/**
 * Gives back what a cancelled order still owes, and writes down that it has. It may be done any number of times and by
 * several at once: what has gone back is asked of the payment service first, and it is always all of the rest that is
 * asked for, of which no payment can give back more than it brought. What was refused a minute ago is asked for anew: the
 * service would say the same again to the same key.
 */
export async function refundCancelled(desk: Desk, orderId: string, now: Date): Promise<'done' | 'nothing due'> {
  const order = await desk.inCheckout(async (tx): Promise<Order | undefined> => {
    const [found] = await tx.select().from(orders).where(eq(orders.id, orderId))
    return found
  })
  const paymentIntent = order?.stripePaymentIntent
  if (!order || !paymentIntent || refundDue(order) === 0) return 'nothing due'
  const before = await desk.provider.refundedOf(paymentIntent)
  const amount = order.totalAmount - before
  if (amount > 0) await desk.provider.refund({ paymentIntent, amount, key: `${orderId}-${before}-${minutes(now)}` })
  await desk.inCheckout((tx) => noteRefund(tx, orderId, order.totalAmount, now))
  return 'done'
}

const minutes = (now: Date): number => Math.floor(+now / 60_000)
