import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv, Log } from '#api/env.ts'
import { answers, anyone, takes } from '#api/guards.ts'
import { Refusal } from '#domain/refusal.ts'
import { failpoint } from '#server/failpoints.ts'
import { handleEvent } from '#server/payments/settle.ts'

/** As far as it is read; the rest is Stripe's to say. */
const Event = z.looseObject({
  id: z.string(),
  type: z.string(),
  created: z.int(),
  livemode: z.boolean(),
  data: z.looseObject({ object: z.looseObject({}) }),
})
const Signed = z.object({
  'stripe-signature': z.string().describe('`t=…,v1=…`: when it was signed, and an HMAC over that and the raw body.'),
})
const Received = z.strictObject({ received: z.literal(true) })

/** Anybody may call it, and is believed who can sign for the payment service. */
export const webhooks = new Hono<ApiEnv>().post(
  '/stripe',
  anyone(),
  takes({ body: Event, headers: Signed }),
  answers('The message was understood; it need not be sent again.', Received),
  async (c) => {
    const { payments, now, log } = c.var
    const body = Buffer.from(await c.req.arrayBuffer())
    const event = read(() => payments.provider.readEvent(body, c.req.header('stripe-signature'), now), log)
    const handled = await handleEvent(payments, event, now)
    await failpoint('webhooks.handled')
    const facts = { event: event.id, type: event.type }
    if (handled === 'review') log.error(facts, 'a payment has made no order and must be looked at')
    else if (handled === 'unknown') log.error(facts, 'money moved for an order that is not known here')
    else if (handled === 'not ours' && event.news.about !== 'nothing')
      log.info(facts, 'a message about a payment that is not of this site')
    else log.debug({ ...facts, handled }, 'a message of the payment service')
    // A payment that must be looked at has freed what was kept for it.
    if (handled === 'done' || handled === 'review') c.var.forget('products')
    return c.json({ received: true as const })
  },
)

/** Test and live payments are told apart by the key in use; a message in the other mode means that settings are mixed up. */
function read<T>(event: () => T, log: Log): T {
  try {
    return event()
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'webhook-other-mode')
      log.error({ reason: error.reason }, 'a signed message of the payment service is in another mode, test or live')
    throw error
  }
}
