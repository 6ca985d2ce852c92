import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone } from '#api/guards.ts'
import { handleEvent } from '#server/payments/settle.ts'

const Received = z.strictObject({ received: z.literal(true) })

/** Anybody may call it, and is believed who can sign for the payment service. */
export const webhooks = new Hono<ApiEnv>().post(
  '/stripe',
  anyone(),
  answers('The message was understood; it need not be sent again.', Received),
  async (c) => {
    const { payments, now, log } = c.var
    const body = Buffer.from(await c.req.arrayBuffer())
    const event = payments.provider.readEvent(body, c.req.header('stripe-signature'), now)
    const handled = await handleEvent(payments, event, now)
    const facts = { event: event.id, type: event.type }
    if (handled === 'review') log.error(facts, 'a payment is not what was asked for and must be looked at')
    else log.debug({ ...facts, handled }, 'a message of the payment service')
    if (handled === 'done') c.var.forget('products')
    return c.json({ received: true as const })
  },
)
