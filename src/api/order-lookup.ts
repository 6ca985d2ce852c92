import { Hono } from 'hono'
import { z } from 'zod'
import { onlyWithCards } from '#api/checkout.ts'
import { BuyersOrder, presentOrder } from '#api/confirm.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, body } from '#api/guards.ts'
import { lookupRates, orderNumberOf } from '#domain/orders/lookup.ts'
import { evenly } from '#server/accounts/evenly.ts'
import { counting, countTry } from '#server/accounts/tries.ts'
import { findOrder } from '#server/payments/find-order.ts'

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

/** For buyers without an account. A wrong number and a wrong address are answered alike, in words and in time. */
export const orderLookup = new Hono<ApiEnv>().post(
  '/find',
  anyone(),
  onlyWithCards,
  body(Asked),
  answers('An order, without a word about who made it.', FoundOrder),
  async (c) => {
    c.header('cache-control', 'no-store')
    const { desk, payments, site, now } = c.var
    const { orderNumber: typed, emailHash } = c.req.valid('json')
    const orderNumber = orderNumberOf(typed)
    await countTry(desk, [
      counting(desk, lookupRates.fromAddress, desk.address),
      counting(desk, lookupRates.ofNumber, orderNumber),
      counting(desk, lookupRates.ofSite, site.siteId),
    ])
    const emailIndex = payments.blindIndexOfHash(site.siteId, Buffer.from(emailHash, 'hex'))
    const found = await evenly(beat, () => c.var.asWorker((tx) => findOrder(tx, { orderNumber, emailIndex }, now)))
    return c.json(presentOrder(found))
  },
)
