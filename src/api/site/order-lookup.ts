import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, body } from '#api/guards.ts'
import { passHumanCheck } from '#api/human-check.ts'
import { BuyersOrder, presentOrder } from '#api/site/order-confirmation.ts'
import { networkOf } from '#domain/accounts/limits.ts'
import { lookupRates, orderNumberOf } from '#domain/orders/lookup.ts'
import { evenly } from '#server/accounts/evenly.ts'
import { counting, countTry, takeAll } from '#server/accounts/tries.ts'
import { giveBack } from '#server/limits/take.ts'
import { findOrder } from '#server/payments/find-order.ts'
import { mailNewLinks } from '#server/payments/new-links.ts'

const text = z.string()
const Asked = z.object({
  orderNumber: text.max(100),
  /** SHA-256 of the address in small letters, as 64 hexadecimal digits: the address itself stays in the browser. */
  emailHash: text.regex(/^[0-9a-f]{64}$/),
  /** A human check that was passed; only needed when it is asked for. */
  humanCheck: text.max(4_000).optional(),
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
      const { now } = c.var
      const found = await guessed(c, (asked) => c.var.asWorker((tx) => findOrder(tx, asked, now)))
      return c.json(presentOrder(found))
    },
  )
  .post(
    '/links',
    anyone(),
    body(Asked),
    answers('New links to the downloads are on their way to the buyer.', z.strictObject({}), 202),
    async (c) => {
      const { auth, payments, now } = c.var
      // Refuses what is no order here before a mail is counted.
      const asked = await guessed(c, async (order) => {
        await c.var.asWorker((tx) => findOrder(tx, order, now))
        return order
      })
      const buyer = `${asked.orderNumber} ${asked.emailIndex.toString('base64url')}`
      await countTry(auth, [counting(auth, lookupRates.linksOfBuyer, buyer)])
      await payments.inCheckout((tx) => mailNewLinks(tx, payments, asked, now))
      return c.json({}, 202)
    },
  )

type Order = { orderNumber: string; emailIndex: Buffer }
type Asking = Context<ApiEnv, string, { in: { json: z.input<typeof Asked> }; out: { json: z.output<typeof Asked> } }>

/**
 * Every guess is counted before it is looked at, and given back when it was right: so wrong ones of strangers keep
 * nobody from their order. When there were many of them from everywhere, each further one costs a human check.
 */
async function guessed<T>(c: Asking, look: (asked: Order) => Promise<T>): Promise<T> {
  const { auth, site } = c.var
  c.header('cache-control', 'no-store')
  const { orderNumber: typed, emailHash, humanCheck } = c.req.valid('json')
  const emailIndex = c.var.payments.blindIndexOfHash(site.siteId, Buffer.from(emailHash, 'hex'))
  const orderNumber = orderNumberOf(typed)
  const own = [
    counting(auth, lookupRates.fromAddress, auth.address),
    counting(auth, lookupRates.fromNetwork, `${orderNumber} ${networkOf(auth.address)}`),
  ]
  const everybodys = [
    counting(auth, lookupRates.ofNumber, orderNumber),
    counting(auth, lookupRates.ofSite, site.siteId),
  ]
  await countTry(auth, own)
  const { over } = await auth.inSite((tx) => takeAll(tx, auth, everybodys))
  if (over) await passHumanCheck(c, humanCheck)
  const found = await evenly(beat, () => look({ orderNumber, emailIndex }))
  await auth.inSite(async (tx) => {
    for (const counted of [...own, ...everybodys]) await giveBack(tx, counted)
  })
  return found
}
