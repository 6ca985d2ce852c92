import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, body } from '#api/guards.ts'
import { checkoutRates } from '#domain/checkout/limits.ts'
import { CheckoutRequest } from '#domain/checkout/request.ts'
import { Refusal } from '#domain/refusal.ts'
import { takesCards } from '#domain/sites/features.ts'
import { counting, countTry } from '#server/accounts/tries.ts'
import { cancelCheckout, startCheckout } from '#server/checkout/start.ts'

export const onlyWithCards = createMiddleware<ApiEnv>(async (c, next) => {
  if (!takesCards(c.var.site)) throw new Refusal('not-found')
  await next()
})

const Begun = z.strictObject({ redirectTo: z.url(), reference: z.string() })
const Cancel = z.object({ key: CheckoutRequest.in.shape.key })

export const checkout = new Hono<ApiEnv>()
  .post(
    '/',
    anyone(),
    onlyWithCards,
    body(CheckoutRequest),
    answers('Everything is kept for half an hour; this is where to pay.', Begun),
    async (c) => {
      const { site, desk, now, payments } = c.var
      const request = c.req.valid('json')
      const parts = {
        ...payments,
        whenStockChanged: () => c.var.forget('products'),
        countTry: () =>
          countTry(desk, [
            counting(desk, checkoutRates.fromAddress, desk.address),
            counting(desk, checkoutRates.ofBuyer, request.email.toLowerCase()),
          ]),
      }
      // Back to where the buyer came from: there is their cart. The host is one of the site's own.
      const shop = { ...site, origin: c.env.visit.origin }
      c.header('cache-control', 'no-store')
      try {
        return c.json(await startCheckout(parts, shop, request, now))
      } catch (error) {
        if (error instanceof Refusal && error.reason === 'payment-unavailable')
          c.var.log.error({ err: error.cause ?? error }, 'the payment service could not be asked')
        throw error
      }
    },
  )
  .post(
    '/cancel',
    anyone(),
    onlyWithCards,
    body(Cancel),
    answers(
      'Nothing is kept for this payment any more, unless it was paid.',
      z.strictObject({ done: z.literal(true) }),
    ),
    async (c) => {
      const parts = { ...c.var.payments, whenStockChanged: () => c.var.forget('products') }
      await cancelCheckout(parts, c.req.valid('json').key)
      return c.json({ done: true as const })
    },
  )
