import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { handleOrderRouteError, sqlStateOf } from '#api/database-errors.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, confirmedWhen, hasConfirmed, may } from '#api/guards.ts'
import { decryptionBatchSize, openedCustomersOfSession } from '#domain/orders/limits.ts'
import { Refusal } from '#domain/refusal.ts'
import { decryptionTexts } from '#domain/texts/order-decryption.ts'
import { orderDecryptionTexts as texts } from '#domain/texts/own-words.ts'
import { orderTexts } from '#domain/texts/shop.ts'
import { accountLimitKey } from '#server/accounts/rate-limits.ts'
import { countAttempt } from '#server/limits/rate-limit.ts'
import { type DecryptedCustomer, type DecryptedOrder, decryptOrders } from '#server/orders/decrypt.ts'

const text = z.string()
const CustomerData = z.strictObject({
  customer_email: text,
  customer_name: text,
  /** Null when the order has downloads only. */
  shipping_address: z
    .strictObject({ line1: text, line2: text, city: text, region: text, postcode: text, country: text })
    .nullable(),
})
const DecryptedOrderAnswer = z.strictObject({ decrypted_data: CustomerData.nullable(), error: text.optional() })
const DecryptedInBatch = z.strictObject({ order_id: text, ...DecryptedOrderAnswer.shape })

/** Lenient: a value that is not a UUID is answered as an unknown order. */
const lenientId = text.max(100)
const Id = z.uuid()
const isId = (given: string) => Id.safeParse(given).success

const sentenceByReason = {
  'no-key': decryptionTexts.failed({ detail: texts.noKey }),
  damaged: decryptionTexts.failed({ detail: texts.damaged }),
  erased: texts.erased,
}

function present(opened: DecryptedCustomer): z.output<typeof DecryptedOrderAnswer> {
  if ('unreadable' in opened) return { decrypted_data: null, error: sentenceByReason[opened.unreadable] }
  const { email, name, address } = opened.customer
  return { decrypted_data: { customer_email: email, customer_name: name, shipping_address: address } }
}

const asksForMany = confirmedWhen(
  `a session opens the customers of more than ${openedCustomersOfSession.max} orders in an hour`,
)

/** Decrypts the buyers of orders. The activity log records who opened which orders. */
export const decryptOrdersRoutes = new Hono<ApiEnv>()
  .onError(handleOrderRouteError)
  .post(
    '/decrypt-order',
    may('orders:decrypt', 'decryption-needs-sign-in'),
    asksForMany,
    body(z.object({ order_id: lenientId, website_id: lenientId })),
    answers('Decrypts the buyer of an order, or returns why it cannot be decrypted.', DecryptedOrderAnswer),
    async (c) => {
      const { order_id, website_id } = c.req.valid('json')
      const ids = website_id === c.var.site.siteId && isId(order_id) ? [order_id] : []
      const [found] = await decrypt(c, ids, 'decryption-failed')
      if (!found) throw new Refusal('order-not-found')
      return c.json(present(found.opened))
    },
  )
  .post(
    '/decrypt-orders-batch',
    may('orders:decrypt', 'batch-decryption-needs-sign-in'),
    asksForMany,
    body(z.object({ order_ids: z.array(lenientId), website_id: lenientId })),
    answers(
      `Decrypts the buyers of up to ${decryptionBatchSize} orders.`,
      z.strictObject({ decrypted_orders: z.array(DecryptedInBatch) }),
    ),
    async (c) => {
      const { order_ids, website_id } = c.req.valid('json')
      if (!order_ids.length) throw new Refusal('decryption-batch-empty')
      if (order_ids.length > decryptionBatchSize) throw new Refusal('decryption-batch-too-large')
      const ids = website_id === c.var.site.siteId ? order_ids.filter(isId) : []
      const found = await decrypt(c, ids, 'batch-decryption-failed')
      return c.json({ decrypted_orders: order_ids.map((each) => ({ order_id: each, ...orderAnswerFor(each, found) })) })
    },
  )

/** Logs an unexpected error and answers with the sentence for this route. */
async function decrypt(
  c: Context<ApiEnv>,
  ids: string[],
  fallback: 'decryption-failed' | 'batch-decryption-failed',
): Promise<DecryptedOrder[]> {
  const { edit, log } = c.var
  const { payments } = c.var.services
  await limitOpenedCustomers(c, ids.length)
  try {
    return await edit('orders', (tx, context) => decryptOrders(tx, payments.sealer, ids, context))
  } catch (error) {
    if (error instanceof Refusal || sqlStateOf(error)) throw error
    log.error(
      { err: error, requestId: c.env.requestContext.requestId, path: c.req.routePath },
      'failed to decrypt orders',
    )
    throw new Refusal(fallback, { values: { detail: texts.unexpected } })
  }
}

/** Opening page after page is an export, and a stolen session must not be enough for one. */
async function limitOpenedCustomers(c: Context<ApiEnv>, count: number): Promise<void> {
  const { actor, auth, now } = c.var
  if (!count || actor.kind === 'visitor' || hasConfirmed(c)) return
  const key = accountLimitKey(auth, openedCustomersOfSession, `${actor.userId} ${actor.sessionId}`)
  const { over } = await auth.inSite((tx) => countAttempt(tx, key, now, count))
  if (over) throw new Refusal('confirmation-required')
}

function orderAnswerFor(id: string, found: readonly DecryptedOrder[]): z.output<typeof DecryptedOrderAnswer> {
  const order = found.find((each) => each.id === id.toLowerCase())
  return order ? present(order.opened) : { decrypted_data: null, error: orderTexts.notFound }
}
