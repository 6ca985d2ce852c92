import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { alsoAnswers, answers, anyone, query, timestamp } from '#api/guards.ts'
import { requireCardPayment } from '#api/site/checkout.ts'
import { downloadStates } from '#domain/downloads/state.ts'
import { orderStatuses } from '#domain/orders/status.ts'
import { Refusal } from '#domain/refusal.ts'
import { shippingOptionName } from '#domain/sites/shop-rules.ts'
import type { Site } from '#domain/sites/site.ts'
import { orderByPurchaseProof, paidOrderByPurchaseProof, type readOrderForBuyer } from '#server/orders/lookup.ts'

const text = z.string()
const amount = z.int()
const id = text.regex(/^[\w-]{1,200}$/).optional()
/** The parameters that Stripe and our mails add to the address; others are ignored. */
const ConfirmQuery = z.object({
  session_id: id,
  payment_intent: id,
  reference: id,
  /** Only an order whose status is still `paid`; by session or reference. */
  status: z.literal('paid').optional(),
})

/** An order as its buyer sees it. */
export const BuyerOrderAnswer = z.strictObject({
  number: text,
  status: z.enum(orderStatuses),
  createdAt: timestamp,
  currency: text,
  subtotal: amount,
  shipping: amount,
  vat: amount,
  total: amount,
  refunded: amount,
  vatLines: z.array(z.strictObject({ rate: amount, vat: amount })),
  pricesIncludeVat: z.boolean(),
  isShort: z.boolean(),
  ships: z.boolean(),
  /** The name of the delivery method; null when nothing is sent. */
  delivery: text.nullable(),
  lines: z.array(
    z.strictObject({
      name: text,
      variant: text.nullable(),
      quantity: amount,
      unitPrice: amount,
      total: amount,
      parts: z.array(text),
    }),
  ),
  downloads: z.array(
    z.strictObject({
      name: text,
      state: z.enum(downloadStates),
      left: amount,
      expiresAt: timestamp,
      /** Part of the link; null for a visitor who may not download. */
      token: text.nullable(),
    }),
  ),
})
export type BuyerOrderAnswer = z.output<typeof BuyerOrderAnswer>

/** The reference opens this page again, with the download links. */
const OrderConfirmationAnswer = BuyerOrderAnswer.extend({ reference: text })
export type OrderConfirmationAnswer = z.output<typeof OrderConfirmationAnswer>

/** Read only: webhooks change orders, this page never does. */
export const orderConfirmationRoutes = new Hono<ApiEnv>().get(
  '/',
  anyone(),
  requireCardPayment,
  query(ConfirmQuery),
  answers('Returns an order without personal data.', OrderConfirmationAnswer),
  alsoAnswers('The payment is not confirmed yet. Ask again.', z.strictObject({ waiting: text }), 202),
  async (c) => {
    c.header('cache-control', 'no-store')
    const { session_id: sessionId, payment_intent: paymentIntent, reference } = c.req.valid('query')
    const isPaidOnly = c.req.valid('query').status === 'paid'
    if (!sessionId && !reference && (isPaidOnly || !paymentIntent)) throw new Refusal('order-not-found')
    const proof = { ...(sessionId && { sessionId }), ...(reference && { reference }) }
    const { now } = c.var
    const { payments } = c.var.services
    const found = await c.var
      .asWorker((tx) =>
        isPaidOnly
          ? paidOrderByPurchaseProof(tx, payments, proof, now)
          : orderByPurchaseProof(tx, payments, { ...proof, ...(paymentIntent && { paymentIntent }) }, now),
      )
      .catch(refusalWhileWaiting)
    // Not an error: the page polls, and browsers would log a failed request.
    if (found instanceof Refusal) return c.json({ waiting: found.message }, 202)
    return c.json(presentBuyerOrder(found, c.var.site))
  },
)

type OrderForBuyer = Awaited<ReturnType<typeof readOrderForBuyer>>

export const presentBuyerOrder = <O extends OrderForBuyer>(
  { shippingOption, ...order }: O,
  site: Pick<Site, 'shop'>,
) => ({
  ...order,
  delivery: shippingOptionName(site.shop, shippingOption),
  createdAt: order.createdAt.toISOString(),
  downloads: order.downloads.map((right) => ({ ...right, expiresAt: right.expiresAt.toISOString() })),
})

function refusalWhileWaiting(error: unknown): Refusal {
  if (error instanceof Refusal && error.reason === 'order-not-created') return error
  throw error
}
