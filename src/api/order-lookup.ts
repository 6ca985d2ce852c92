import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { BuyersOrder, presentOrder } from '#api/confirm.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, body } from '#api/guards.ts'
import { lookupRates, orderNumberOf } from '#domain/orders/lookup.ts'
import { evenly } from '#server/accounts/evenly.ts'
import { counting, countTry } from '#server/accounts/tries.ts'
import { findOrder } from '#server/payments/find-order.ts'
import { mailNewLinks } from '#server/payments/new-links.ts'

const text = z.string()
const Asked = z.object({
  orderNumber: text.max(100),
  /** SHA-256 of the address in small letters, as 64 hexadecimal digits: the address itself stays in the browser. */
  emailHash: text.regex(/^[0-9a-f]{64}$/),
})
const FoundOrder = BuyersOrder.extend({
  tracking: z.strictObject({ number: text, carrier: text.nullable(), href: z.url().nullable() }).nullable(),
})
export type FoundOrder = z.output<typeof FoundOrder>

/** In milliseconds; more than the look-up takes when there is much to do. */
const beat = 250

/**
 * For buyers without an account, also where nothing is sold any more. A wrong number and a wrong address are answered
 * alike, in words and in time.
 */
export const orderLookup = new Hono<ApiEnv>()
  .post(
    '/find',
    anyone(),
    body(Asked),
    answers('An order, without a word about who made it.', FoundOrder),
    async (c) => {
      const { desk, now } = c.var
      const asked = askedOf(c, c.req.valid('json'))
      await countTry(desk, [
        counting(desk, lookupRates.fromAddress, desk.address),
        counting(desk, lookupRates.ofNumber, asked.orderNumber),
        counting(desk, lookupRates.ofSite, c.var.site.siteId),
      ])
      const found = await evenly(beat, () => c.var.asWorker((tx) => findOrder(tx, asked, now)))
      return c.json(presentOrder(found))
    },
  )
  .post(
    '/links',
    anyone(),
    body(Asked),
    answers('New links to the downloads are on their way to the buyer.', z.strictObject({}), 202),
    async (c) => {
      const { desk, payments, now } = c.var
      const asked = askedOf(c, c.req.valid('json'))
      await countTry(desk, [
        counting(desk, lookupRates.linksFromAddress, desk.address),
        counting(desk, lookupRates.linksOfNumber, asked.orderNumber),
        counting(desk, lookupRates.ofSite, c.var.site.siteId),
      ])
      await evenly(beat, () => payments.inCheckout((tx) => mailNewLinks(tx, payments, asked, now)))
      return c.json({}, 202)
    },
  )

function askedOf(c: Context<ApiEnv>, { orderNumber, emailHash }: z.output<typeof Asked>) {
  c.header('cache-control', 'no-store')
  const emailIndex = c.var.payments.blindIndexOfHash(c.var.site.siteId, Buffer.from(emailHash, 'hex'))
  return { orderNumber: orderNumberOf(orderNumber), emailIndex }
}
