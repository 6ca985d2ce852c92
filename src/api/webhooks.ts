import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, takes } from '#api/guards.ts'
import { failpoint } from '#server/failpoints.ts'
import { handleEvent } from '#server/payments/settle.ts'

/** As far as it is read; the rest is Stripe's to say. */
const Event = z.looseObject({
  id: z.string(),
  type: z.string(),
  created: z.int(),
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
    const event = payments.provider.readEvent(body, c.req.header('stripe-signature'), now)
    const handled = await handleEvent(payments, event, now)
    await failpoint('webhooks.handled')
    const facts = { event: event.id, type: event.type }
    if (handled === 'review') log.error(facts, 'a payment has made no order and must be looked at')
    else log.debug({ ...facts, handled }, 'a message of the payment service')
    // A payment that must be looked at has freed what was kept for it.
    if (handled === 'done' || handled === 'review') c.var.forget('products')
    return c.json({ received: true as const })
  },
)
