import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, orAnswers, query } from '#api/guards.ts'
import { onlyWithCards } from '#api/site/checkout.ts'
import { downloadStates } from '#domain/downloads/state.ts'
import { orderStatuses } from '#domain/orders/order.ts'
import { Refusal } from '#domain/refusal.ts'
import { confirmedOrder, type forItsBuyer, paidOrder } from '#server/payments/confirm.ts'

const text = z.string()
const amount = z.int()
const id = text.regex(/^[\w-]{1,200}$/).optional()
/** What Stripe and our own mails put into the address; whatever else is in it is not ours to judge. */
const Asked = z.object({
  session_id: id,
  payment_intent: id,
  reference: id,
  /** Only an order that is paid and nothing else since; by its session or its reference. */
  status: z.literal('paid').optional(),
})

/** What a buyer is shown of an order, wherever they look at it. */
export const BuyersOrder = z.strictObject({
  number: text,
  status: z.enum(orderStatuses),
  createdAt: z.iso.datetime(),
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
  lines: z.array(
    z.strictObject({ name: text, variant: text.nullable(), quantity: amount, unitPrice: amount, total: amount }),
  ),
  downloads: z.array(
    z.strictObject({
      ...{ name: text, state: z.enum(downloadStates), left: amount, expiresAt: z.iso.datetime() },
      /** What its page is called, for those who may be told. */
      token: text.nullable(),
    }),
  ),
})
export type BuyersOrder = z.output<typeof BuyersOrder>

/** For those who have paid: the reference shows this page again, with the links to the downloads. */
const ConfirmedOrder = BuyersOrder.extend({ reference: text })
export type ConfirmedOrder = z.output<typeof ConfirmedOrder>

/** For whoever has paid. It says what the database says and changes nothing, whatever is in the address. */
export const confirm = new Hono<ApiEnv>().get(
  '/',
  anyone(),
  onlyWithCards,
  query(Asked),
  answers('An order, without a word about who made it.', ConfirmedOrder),
  orAnswers('Nothing yet: the payment may still be on its way. Ask again.', z.strictObject({ waiting: text }), 202),
  async (c) => {
    c.header('cache-control', 'no-store')
    const { session_id: sessionId, payment_intent: paymentIntent, reference } = c.req.valid('query')
    const isPaidOnly = c.req.valid('query').status === 'paid'
    if (!sessionId && !reference && (isPaidOnly || !paymentIntent)) throw new Refusal('order-not-found')
    const asked = { ...(sessionId && { sessionId }), ...(reference && { reference }) }
    const { payments, now } = c.var
    const found = await c.var
      .asWorker((tx) =>
        isPaidOnly
          ? paidOrder(tx, payments, asked, now)
          : confirmedOrder(tx, payments, { ...asked, ...(paymentIntent && { paymentIntent }) }, now),
      )
      .catch(whileWaiting)
    // Nothing is wrong yet: whoever waits asks again, and no browser should call that a failure.
    if (found instanceof Refusal) return c.json({ waiting: found.message }, 202)
    return c.json(presentOrder(found))
  },
)

type Known = Awaited<ReturnType<typeof forItsBuyer>>

export const presentOrder = <O extends Known>(order: O) => ({
  ...order,
  createdAt: order.createdAt.toISOString(),
  downloads: order.downloads.map((right) => ({ ...right, expiresAt: right.expiresAt.toISOString() })),
})

function whileWaiting(error: unknown): Refusal {
  if (error instanceof Refusal && error.reason === 'order-not-created') return error
  throw error
}
