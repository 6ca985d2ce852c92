import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, body, EmptyAnswer } from '#api/guards.ts'
import { requireHumanCheck } from '#api/human-check.ts'
import { BuyerOrderAnswer, presentBuyerOrder } from '#api/site/order-confirmation.ts'
import { networkPrefixOf } from '#domain/accounts/limits.ts'
import { concurrentLookupsOfNetwork, normalizeOrderNumber, orderLookupRateLimits } from '#domain/orders/lookup.ts'
import { Refusal } from '#domain/refusal.ts'
import { accountLimitKey, countAttempts, enforceLimits, tooManyAttemptsRefusal } from '#server/accounts/rate-limits.ts'
import { withFixedResponseTime } from '#server/limits/fixed-response-time.ts'
import { type RateLimitKey, uncountAttempt } from '#server/limits/rate-limit.ts'
import { createKeyedWorkQueue, QueueFullError } from '#server/limits/work-queue.ts'
import { type OrderCredentials, orderByNumberAndEmail } from '#server/orders/lookup.ts'
import { mailNewLinks } from '#server/orders/mail-buyer.ts'

const text = z.string()
const LookupRequest = z.object({
  orderNumber: text.max(100),
  /** SHA-256 of the lower-case address in hex: the address itself stays in the browser. */
  emailHash: text.regex(/^[0-9a-f]{64}$/),
  /** The solved human check; only when the server has asked for it. */
  humanCheck: text.max(4_000).optional(),
})
const OrderLookupAnswer = BuyerOrderAnswer.extend({
  tracking: z.strictObject({ number: text, carrier: text.nullable(), href: z.url().nullable() }).nullable(),
})
export type OrderLookupAnswer = z.output<typeof OrderLookupAnswer>

/** In milliseconds; longer than the look-up takes under load. */
const responseIntervalMs = 250

/** A look-up under way counts like a wrong one, so those of a network that arrive together wait for each other. */
const lookUps = createKeyedWorkQueue({ atOnce: concurrentLookupsOfNetwork, maxWaiting: 60 })

/**
 * For buyers without an account, also where the shop is closed. A wrong number and a wrong address get the same answer
 * after the same time.
 */
export const orderLookupRoutes = new Hono<ApiEnv>()
  .post(
    '/find',
    anyone(),
    body(LookupRequest),
    answers('Returns an order without personal data.', OrderLookupAnswer),
    async (c) => {
      const { now } = c.var
      const found = await limitOrderGuesses(c, (credentials) =>
        c.var.asWorker((tx) => orderByNumberAndEmail(tx, credentials, now)),
      )
      return c.json(presentBuyerOrder(found, c.var.site))
    },
  )
  .post(
    '/links',
    anyone(),
    body(LookupRequest),
    answers('Mails new download links to the buyer.', EmptyAnswer, 202),
    async (c) => {
      const { auth, now } = c.var
      const { payments } = c.var.services
      // A wrong number or address is refused before it counts as a mail.
      const credentials = await limitOrderGuesses(c, async (order) => {
        await c.var.asWorker((tx) => orderByNumberAndEmail(tx, order, now))
        return order
      })
      const buyer = `${credentials.orderNumber} ${credentials.emailIndex.toString('base64url')}`
      await enforceLimits(auth, [accountLimitKey(auth, orderLookupRateLimits.linksOfBuyer, buyer)])
      await payments.inCheckout((tx) => mailNewLinks(tx, payments, credentials, now))
      return c.json({}, 202)
    },
  )

type LookupContext = Context<
  ApiEnv,
  string,
  { in: { json: z.input<typeof LookupRequest> }; out: { json: z.output<typeof LookupRequest> } }
>

/**
 * Counts each attempt before the look-up and takes the count back when it was right or was refused, so only wrong guesses
 * count. After many wrong guesses from everywhere, each attempt needs a human check.
 */
async function limitOrderGuesses<T>(
  c: LookupContext,
  lookUp: (credentials: OrderCredentials) => Promise<T>,
): Promise<T> {
  const { auth, site } = c.var
  c.header('cache-control', 'no-store')
  const { orderNumber: typed, emailHash, humanCheck } = c.req.valid('json')
  const emailIndex = c.var.services.payments.blindIndexOfHash(site.siteId, Buffer.from(emailHash, 'hex'))
  const orderNumber = normalizeOrderNumber(typed)
  const network = networkPrefixOf(auth.address)
  const own = [
    accountLimitKey(auth, orderLookupRateLimits.fromAddress, auth.address),
    accountLimitKey(auth, orderLookupRateLimits.fromNetwork, `${orderNumber} ${network}`),
  ]
  const shared = [
    accountLimitKey(auth, orderLookupRateLimits.ofNumber, orderNumber),
    accountLimitKey(auth, orderLookupRateLimits.ofSite, site.siteId),
  ]
  const uncount = (counted: readonly RateLimitKey[]) =>
    auth.inSite(async (tx) => {
      for (const each of counted) await uncountAttempt(tx, each)
    })
  const attempt = async () => {
    const { over, counted } = await auth.inSite((tx) => countAttempts(tx, auth, own))
    if (over) {
      await uncount(counted)
      throw tooManyAttemptsRefusal(over)
    }
    const everywhere = await auth.inSite((tx) => countAttempts(tx, auth, shared))
    if (everywhere.over) await requireHumanCheck(c, humanCheck)
    return withFixedResponseTime(responseIntervalMs, async () => {
      const found = await lookUp({ orderNumber, emailIndex })
      await uncount([...own, ...shared])
      return found
    })
  }
  return lookUps.run(`${site.siteId} ${network}`, attempt).catch((error) => {
    throw error instanceof QueueFullError ? new Refusal('too-many') : error
  })
}
