import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, body } from '#api/guards.ts'
import type { Limit } from '#domain/accounts/limits.ts'
import { todayIn } from '#domain/analytics/days.ts'
import { counting, countTry } from '#server/accounts/tries.ts'
import { countAdditions } from '#server/analytics/cart-additions.ts'
import { downloadsIn, offersOf } from '#server/products/offers.ts'

/** Whoever fills a cart does not come near it. */
const rate: Limit = { name: 'cart-additions', most: 60, seconds: 600 }

const Added = z.strictObject({ productId: z.uuid(), variantId: z.uuid().nullable() })

/** What visitors do that is counted and nothing else: no id comes with it, whatever they have agreed to. */
export const analyticsVisits = new Hono<ApiEnv>().post(
  '/cart',
  anyone(),
  body(Added),
  answers('What of it can be downloaded is counted.', z.strictObject({})),
  async (c) => {
    const { desk, site, now } = c.var
    await countTry(desk, [counting(desk, rate, desk.address)])
    const { offers } = await c.var.asVisitor((tx) => offersOf(tx, [c.req.valid('json')]))
    const [offer] = offers.values()
    const productIds = offer?.status === 'published' ? downloadsIn(offer) : []
    await c.var.asWorker((tx) => countAdditions(tx, productIds, todayIn(site.zone, now)))
    return c.json({})
  },
)
