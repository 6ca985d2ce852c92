import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv, Log } from '#api/env.ts'
import { answers, anyone, declaresInput } from '#api/guards.ts'
import { Refusal } from '#domain/refusal.ts'
import { failpoint } from '#server/failpoints.ts'
import { handlePaymentEvent } from '#server/payments/handle-event.ts'

/** The fields that are read; Stripe sends more. */
const Event = z.looseObject({
  id: z.string(),
  type: z.string(),
  created: z.int(),
  livemode: z.boolean(),
  data: z.looseObject({ object: z.looseObject({}) }),
})
const SignatureHeader = z.object({
  'stripe-signature': z.string().describe('`t=…,v1=…`: the time of signing, and an HMAC over it and the raw body.'),
})
const ReceivedAnswer = z.strictObject({ received: z.literal(true) })

/** Open to everyone; only a valid signature of the payment provider is accepted. */
export const webhooksRoutes = new Hono<ApiEnv>().post(
  '/stripe',
  anyone(),
  declaresInput({ body: Event, headers: SignatureHeader }),
  answers('Handles a webhook event of Stripe.', ReceivedAnswer),
  async (c) => {
    const { now, log } = c.var
    const { payments } = c.var.services
    const body = Buffer.from(await c.req.arrayBuffer())
    const event = read(() => payments.provider.readEvent(body, c.req.header('stripe-signature'), now), log)
    const handled = await handlePaymentEvent(payments, event, now)
    await failpoint('webhooks.handled')
    const facts = { event: event.id, type: event.type }
    if (handled === 'review') log.error(facts, 'payment without order needs review')
    else if (handled === 'no-order') log.error(facts, 'payment event for an unknown order')
    else if (handled === 'not-ours' && event.news.about !== 'nothing') log.info(facts, 'payment event of another site')
    else log.debug({ ...facts, handled }, 'payment event')
    // A payment in review has released its stock.
    if (handled === 'done' || handled === 'review') c.var.invalidate('products')
    return c.json({ received: true as const })
  },
)

/** The key in use decides between test and live mode; an event of the other mode means mixed-up settings. */
function read<T>(event: () => T, log: Log): T {
  try {
    return event()
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'webhook-other-mode')
      log.error({ reason: error.reason }, 'payment event in the wrong mode (test or live)')
    throw error
  }
}
