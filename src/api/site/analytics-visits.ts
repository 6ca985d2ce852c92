import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, body, EmptyAnswer } from '#api/guards.ts'
import { limitRequestRate, queueVisitorWork } from '#api/site/visitor-limits.ts'
import { todayIn } from '#domain/analytics/days.ts'
import { countCartAdditions } from '#server/analytics/cart-additions.ts'
import { createMemoryRateLimit } from '#server/limits/memory-limit.ts'
import { downloadProductIdsOf, readOffers } from '#server/products/offers.ts'

/** A visitor who fills a cart stays far below it. */
const rateLimit = createMemoryRateLimit({ max: 60, seconds: 600 })

const CartAddition = z.strictObject({ productId: z.uuid(), variantId: z.uuid().nullable() })

/** Counts additions to carts. No id is sent, whatever the visitor has consented to. */
export const analyticsVisitsRoutes = new Hono<ApiEnv>().post(
  '/cart',
  anyone(),
  limitRequestRate(rateLimit),
  body(CartAddition),
  answers('Counts the downloads that a visitor adds to the cart.', EmptyAnswer),
  async (c) => {
    const { site, now } = c.var
    await queueVisitorWork(() =>
      c.var.asWorker(async (tx) => {
        const { offers } = await readOffers(tx, [c.req.valid('json')])
        const [offer] = offers.values()
        const productIds = offer?.status === 'published' ? downloadProductIdsOf(offer) : []
        await countCartAdditions(tx, productIds, todayIn(site.zone, now))
      }),
    )
    return c.json({})
  },
)
