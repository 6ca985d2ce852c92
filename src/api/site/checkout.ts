import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, body } from '#api/guards.ts'
import { Challenge, HumanCheckAnswer } from '#api/site/contact.ts'
import { checkoutRates } from '#domain/checkout/limits.ts'
import { CheckoutRequest } from '#domain/checkout/request.ts'
import { checkoutCheckAction } from '#domain/contact/human-check.ts'
import { Refusal } from '#domain/refusal.ts'
import { takesCards } from '#domain/sites/features.ts'
import { hostsOf } from '#domain/sites/host-name.ts'
import { counting } from '#server/accounts/tries.ts'
import { cancelCheckout, openedCheckout, startCheckout } from '#server/checkout/start.ts'
import { take } from '#server/limits/take.ts'

export const onlyWithCards = createMiddleware<ApiEnv>(async (c, next) => {
  if (!takesCards(c.var.site)) throw new Refusal('not-found')
  await next()
})

const Begun = z.strictObject({ redirectTo: z.url(), reference: z.string() })
const Done = z.strictObject({ done: z.literal(true) })
const forCheckout = { action: checkoutCheckAction } as const
const Cancel = z.object({ key: CheckoutRequest.in.shape.key })

export const checkout = new Hono<ApiEnv>()
  .post(
    '/',
    anyone(),
    onlyWithCards,
    body(CheckoutRequest),
    answers('Everything is kept while somebody pays; this is where to pay.', Begun),
    async (c) => {
      const { site, auth, now, payments, contactService } = c.var
      const request = c.req.valid('json')
      const place = { websiteId: site.siteId, hosts: hostsOf(site), address: auth.address, ...forCheckout, now }
      const { humanCheck } = request
      const parts = {
        ...payments,
        whenStockChanged: () => c.var.forget('products'),
        network: auth.keys.blind(auth.address),
        passed: humanCheck ? await contactService.check.verify(humanCheck, place) : null,
        countTry: async () => {
          const { buyer, network } = await auth.inSite(async (tx) => ({
            buyer: await take(tx, counting(auth, checkoutRates.ofBuyer, request.email.toLowerCase()), now),
            network: await take(tx, counting(auth, checkoutRates.fromAddress, auth.address), now),
          }))
          return { isBusy: buyer.over !== null || network.over !== null }
        },
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
  .get(
    '/check',
    anyone(),
    onlyWithCards,
    answers(
      'How to show that somebody is human, for those who are asked for it.',
      z.strictObject({ humanCheck: HumanCheckAnswer, challenge: Challenge.nullable() }),
    ),
    async (c) => {
      const { site, now, contactService } = c.var
      const { offer, challenge } = contactService.check
      c.header('cache-control', 'no-store')
      // Not counted: whoever is many behind one address is asked for a check, and needs one each.
      const puzzle = challenge && Challenge.parse(await challenge({ websiteId: site.siteId, ...forCheckout, now }))
      return c.json({ humanCheck: offer, challenge: puzzle })
    },
  )
  .post(
    '/opened',
    anyone(),
    onlyWithCards,
    body(Cancel),
    answers('The buyer is on the way to the payment page: everything is kept for half an hour.', Done),
    async (c) => {
      const { payments, now } = c.var
      await payments.inCheckout((tx) => openedCheckout(tx, c.req.valid('json').key, now))
      return c.json({ done: true as const })
    },
  )
  .post(
    '/cancel',
    anyone(),
    onlyWithCards,
    body(Cancel),
    answers('Nothing is kept for this payment any more, unless it was paid.', Done),
    async (c) => {
      const parts = { ...c.var.payments, whenStockChanged: () => c.var.forget('products') }
      await cancelCheckout(parts, c.req.valid('json').key)
      return c.json({ done: true as const })
    },
  )
