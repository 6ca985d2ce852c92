import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, body } from '#api/guards.ts'
import { AltchaChallenge, HumanCheckAnswer } from '#api/site/contact.ts'
import { checkoutRateLimits } from '#domain/checkout/checkout.ts'
import { CheckoutRequest } from '#domain/checkout/request.ts'
import { checkoutCheckAction } from '#domain/contact/human-check.ts'
import { Refusal } from '#domain/refusal.ts'
import { takesCards } from '#domain/sites/features.ts'
import { hostNamesOf } from '#domain/sites/host-name.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import { accountLimitKey, enforceLimits } from '#server/accounts/rate-limits.ts'
import { cancelCheckout, extendHold } from '#server/checkout/lifecycle.ts'
import { startCheckout } from '#server/checkout/start-checkout.ts'
import { countAttempt } from '#server/limits/rate-limit.ts'
import { settleFreeCheckout } from '#server/payments/place-paid-order.ts'

export const requireCardPayment = createMiddleware<ApiEnv>(async (c, next) => {
  if (!takesCards(c.var.site)) throw new Refusal('not-found')
  await next()
})

const StartedCheckout = z.strictObject({ redirectTo: z.url(), reference: z.string() })
const Done = z.strictObject({ done: z.literal(true) })
const checkoutCheck = { action: checkoutCheckAction } as const
const CheckoutKey = z.object({ key: CheckoutRequest.in.shape.key })

export const checkoutRoutes = new Hono<ApiEnv>()
  .post(
    '/',
    anyone(),
    requireCardPayment,
    body(CheckoutRequest),
    answers('Starts a checkout: holds the stock and returns the address of the payment page.', StartedCheckout),
    async (c) => {
      const { site, auth, now } = c.var
      const { payments, contactService } = c.var.services
      const request = c.req.valid('json')
      const checkContext = {
        websiteId: site.siteId,
        hosts: hostNamesOf(site),
        address: auth.address,
        ...checkoutCheck,
        now,
      }
      const { humanCheck } = request
      const visitor = {
        network: auth.keys.blind(auth.address),
        passed: humanCheck ? await contactService.check.verify(humanCheck, checkContext) : null,
        countTry: async () => {
          const { buyer, network } = await auth.inSite(async (tx) => ({
            buyer: await countAttempt(
              tx,
              accountLimitKey(auth, checkoutRateLimits.ofBuyer, request.email.toLowerCase()),
              now,
            ),
            network: await countAttempt(tx, accountLimitKey(auth, checkoutRateLimits.fromAddress, auth.address), now),
          }))
          return { isBusy: buyer.over !== null || network.over !== null }
        },
      }
      // The buyer returns to the host of the request, because the cart is in its local storage. It is one of the site's hosts.
      const shop = { ...site, origin: c.env.requestContext.origin }
      c.header('cache-control', 'no-store')
      try {
        const onStockChange = () => c.var.invalidate('products')
        const { free, ...started } = await startCheckout(payments, { shop, visitor, request, now, onStockChange })
        if (free && free.state !== 'paid') {
          await limitFreeOrders(auth, request.email).catch(async (error) => {
            await cancelCheckout(payments, request.key, onStockChange)
            throw error
          })
          await settleFreeCheckout(payments, free.id, now)
          onStockChange()
        }
        return c.json(started)
      } catch (error) {
        if (error instanceof Refusal && error.reason === 'payment-unavailable')
          c.var.log.error({ err: error.cause ?? error }, 'payment provider unavailable')
        throw error
      }
    },
  )
  .get(
    '/check',
    anyone(),
    requireCardPayment,
    answers(
      'Returns the human check for a checkout.',
      z.strictObject({ humanCheck: HumanCheckAnswer, challenge: AltchaChallenge.nullable() }),
    ),
    async (c) => {
      const { site, now } = c.var
      const { contactService } = c.var.services
      const { offer, challenge } = contactService.check
      c.header('cache-control', 'no-store')
      // Not rate limited: many buyers behind one address each need a check.
      const puzzle =
        challenge && AltchaChallenge.parse(await challenge({ websiteId: site.siteId, ...checkoutCheck, now }))
      return c.json({ humanCheck: offer, challenge: puzzle })
    },
  )
  .post(
    '/opened',
    anyone(),
    requireCardPayment,
    body(CheckoutKey),
    answers('Extends the hold to half an hour when the buyer opens the payment page.', Done),
    async (c) => {
      const { now } = c.var
      const { payments } = c.var.services
      await payments.inCheckout((tx) => extendHold(tx, c.req.valid('json').key, now))
      return c.json({ done: true as const })
    },
  )
  .post(
    '/cancel',
    anyone(),
    requireCardPayment,
    body(CheckoutKey),
    answers('Cancels a checkout and releases its stock, unless it is paid.', Done),
    async (c) => {
      await cancelCheckout(c.var.services.payments, c.req.valid('json').key, () => c.var.invalidate('products'))
      return c.json({ done: true as const })
    },
  )

const limitFreeOrders = (auth: AuthContext, email: string) =>
  enforceLimits(auth, [
    accountLimitKey(auth, checkoutRateLimits.freeOrdersOfBuyer, email.toLowerCase()),
    accountLimitKey(auth, checkoutRateLimits.freeOrdersFromAddress, auth.address),
  ])
