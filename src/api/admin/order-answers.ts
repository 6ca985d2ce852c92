import { z } from 'zod'
import { PictureAnswer } from '#api/site/pictures.ts'
import { type Attention, attentions } from '#domain/orders/attention.ts'
import { trackingLink } from '#domain/orders/carriers.ts'
import { customerMails, type OrderEvent } from '#domain/orders/events.ts'
import { refundDue } from '#domain/orders/lifecycle.ts'
import { orderStatuses } from '#domain/orders/order.ts'
import { isSandboxSession, isTestSession } from '#domain/orders/test-payments.ts'
import { includesVat, vatLines } from '#domain/orders/vat-lines.ts'
import { countryName } from '#domain/tour/country.ts'
import type { UsedRight } from '#server/downloads/rights.ts'
import type { ListedOrder } from '#server/orders/find.ts'
import type { WholeOrder } from '#server/orders/read.ts'

const text = z.string()
const amount = z.int()
const common = {
  id: z.uuid(),
  number: text,
  status: z.enum(orderStatuses),
  /** What must be looked at; nothing when all is well. */
  attention: z.enum(attentions).nullable(),
  createdAt: z.iso.datetime(),
  currency: text,
  total: amount,
  refunded: amount,
  country: text,
  /** What has still to go back since it was cancelled. */
  refundDue: amount,
  /** Paid for in a sandbox or in test mode, before real payments: no money came for it. */
  isTest: z.boolean(),
  /** Whoever made it has asked to be forgotten. */
  isErased: z.boolean(),
}

export const OrderRow = z.strictObject({
  ...common,
  items: z.array(z.strictObject({ name: text, variant: text.nullable(), quantity: amount, isDigital: z.boolean() })),
})
export type OrderRow = z.output<typeof OrderRow>

const status = z.enum(orderStatuses)
const mail = z.enum(customerMails)
export const OrderEventAnswer = z.discriminatedUnion('kind', [
  /** How many pieces are back in stock, when it was cancelled. */
  z.strictObject({ kind: z.literal('status'), from: status, to: status, returned: z.exactOptional(amount) }),
  z.strictObject({ kind: z.literal('tracking'), carrier: text, number: text }),
  z.strictObject({ kind: z.literal('note') }),
  /** How much has gone back in all. */
  z.strictObject({ kind: z.literal('refund'), amount, currency: text }),
  z.strictObject({ kind: z.literal('attention'), what: z.enum(attentions) }),
  z.strictObject({ kind: z.literal('settled') }),
  z.strictObject({ kind: z.literal('mail'), mail }),
  z.strictObject({ kind: z.literal('unmailed'), mail }),
  z.strictObject({ kind: z.literal('erased') }),
]) satisfies z.ZodType<OrderEvent>

const Who = z.strictObject({ userId: text, email: text.nullable() })
export const OrderAnswer = z.strictObject({
  ...common,
  /** The version that was seen; to be sent back with a change. */
  sequence: z.int(),
  reference: text,
  /** In the words of the site's readers. */
  countryName: text,
  subtotal: amount,
  shipping: amount,
  vat: amount,
  vatLines: z.array(z.strictObject({ rate: amount, vat: amount })),
  pricesIncludeVat: z.boolean(),
  shippingOption: text.nullable(),
  ships: z.boolean(),
  payment: z.strictObject({
    by: z.enum(['stripe', 'sandbox']),
    session: text,
    intent: text.nullable(),
    /** Where the payment can be looked at. */
    link: text.nullable(),
  }),
  tracking: z.strictObject({ carrier: text, number: text, link: text.nullable() }).nullable(),
  items: z.array(
    z.strictObject({
      productId: z.uuid(),
      name: text,
      variant: text.nullable(),
      quantity: amount,
      unitPrice: amount,
      total: amount,
      isDigital: z.boolean(),
      picture: PictureAnswer.nullable(),
    }),
  ),
  downloads: z.array(z.strictObject({ name: text, used: amount, allowed: amount, expiresAt: z.iso.datetime() })),
  notes: z.array(z.strictObject({ text, at: z.iso.datetime(), who: Who })),
  /** The oldest first; how it was placed comes before them all. */
  events: z.array(
    z.strictObject({
      id: z.uuid(),
      at: z.iso.datetime(),
      /** Nobody when the shop itself did it. */
      who: Who.nullable(),
      event: OrderEventAnswer,
    }),
  ),
})
export type OrderAnswer = z.output<typeof OrderAnswer>

const attentionOf = (word: string | null): Attention | null => attentions.find((each) => each === word) ?? null

function commonOf(order: WholeOrder['order']) {
  return {
    id: order.id,
    number: order.orderNumber,
    status: order.status,
    attention: attentionOf(order.attention),
    createdAt: order.createdAt.toISOString(),
    currency: order.currency,
    total: order.totalAmount,
    refunded: order.refundedAmount,
    country: order.country,
    refundDue: refundDue(order),
    isTest: order.isTest,
    isErased: order.erasedAt !== null,
  }
}

export const rowAnswer = (order: ListedOrder): OrderRow => ({
  ...commonOf(order),
  items: order.items.map(({ name, variant, quantity, isDigital }) => ({ name, variant, quantity, isDigital })),
})

type Beside = { locale: string; rights: UsedRight[]; emails: ReadonlyMap<string, string> }

export function orderAnswer(whole: WholeOrder, { locale, rights, emails }: Beside): OrderAnswer {
  const { order, items, events } = whole
  const who = (userId: string) => ({ userId, email: emails.get(userId) ?? null })
  const { subtotalAmount: subtotal, shippingAmount: shipping, vatAmount: vat, totalAmount: total } = order
  const amounts = { subtotal, shipping, vat, total }
  const { trackingCarrier: carrier, trackingNumber: number, stripePaymentIntent: intent } = order
  return {
    ...commonOf(order),
    ...amounts,
    sequence: order.sequence,
    reference: order.orderReference,
    countryName: countryName(order.country, locale),
    vatLines: vatLines(
      items.map(({ isDigital, vatAmount, vatRate }) => ({ isDigital, vat: vatAmount, vatRate })),
      amounts,
    ),
    pricesIncludeVat: includesVat(amounts),
    shippingOption: order.shippingOption,
    ships: items.some(({ isDigital }) => !isDigital),
    payment: {
      by: isSandboxSession(order.stripeSessionId) ? 'sandbox' : 'stripe',
      session: order.stripeSessionId,
      intent,
      link: paymentLink(order),
    },
    tracking: carrier && number ? { carrier, number, link: trackingLink(carrier, number) } : null,
    items: items.map((item) => ({
      productId: item.productId,
      name: item.productName,
      variant: item.variantName,
      quantity: item.quantity,
      unitPrice: item.unitPrice,
      total: item.totalPrice,
      isDigital: item.isDigital,
      picture: item.picture,
    })),
    downloads: rights.map(({ name, used, downloadsAllowed, expiresAt }) => ({
      ...{ name, used, allowed: downloadsAllowed },
      expiresAt: expiresAt.toISOString(),
    })),
    notes: order.orderNotes.map((note) => ({ text: note.text, at: note.created_at, who: who(note.created_by) })),
    events: events.map(({ id, event, userId, at }) => ({
      ...{ id, event, at: at.toISOString() },
      who: userId === null ? null : who(userId),
    })),
  }
}

type Paid = Pick<WholeOrder['order'], 'stripePaymentIntent' | 'stripeSessionId'>

function paymentLink({ stripePaymentIntent: intent, stripeSessionId: session }: Paid) {
  if (isSandboxSession(session) || !intent) return null
  const mode = isTestSession(session) ? 'test/' : ''
  return `https://dashboard.stripe.com/${mode}payments/${encodeURIComponent(intent)}`
}
