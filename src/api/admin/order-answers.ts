import { z } from 'zod'
import { timestamp } from '#api/guards.ts'
import { PictureAnswer } from '#api/site/pictures.ts'
import { isSandboxSession, isTestSession } from '#domain/checkout/stripe-mode.ts'
import { includesVat, vatByRate } from '#domain/orders/amounts.ts'
import { type Attention, attentions } from '#domain/orders/attention.ts'
import { buyerMailKinds, type OrderEvent } from '#domain/orders/events.ts'
import { partsOfOrderLine, refundDue } from '#domain/orders/order.ts'
import { orderStatuses } from '#domain/orders/status.ts'
import { trackingPageUrl } from '#domain/orders/tracking.ts'
import { shippingOptionName } from '#domain/sites/shop-rules.ts'
import type { Site } from '#domain/sites/site.ts'
import { countryName } from '#domain/tour/country.ts'
import type { DownloadRightUse } from '#server/downloads/rights.ts'
import type { OrderDetails } from '#server/orders/order-queries.ts'
import type { ListedOrder } from '#server/orders/search.ts'

const text = z.string()
const amount = z.int()
const commonFields = {
  id: z.uuid(),
  number: text,
  status: z.enum(orderStatuses),
  /** Why the order needs attention; null when all is well. */
  attention: z.enum(attentions).nullable(),
  createdAt: timestamp,
  currency: text,
  total: amount,
  refunded: amount,
  country: text,
  /** The amount still to be refunded after cancellation. */
  refundDue: amount,
  /** Paid in the sandbox or in test mode: no money came. */
  isTest: z.boolean(),
  /** The buyer's data was deleted on request. */
  isErased: z.boolean(),
}

export const OrderRow = z.strictObject({
  ...commonFields,
  items: z.array(z.strictObject({ name: text, variant: text.nullable(), quantity: amount, isDigital: z.boolean() })),
})
export type OrderRow = z.output<typeof OrderRow>

const status = z.enum(orderStatuses)
const mail = z.enum(buyerMailKinds)
export const OrderEventAnswer = z.discriminatedUnion('kind', [
  /** `returned`: pieces put back into stock by a cancellation. */
  z.strictObject({ kind: z.literal('status'), from: status, to: status, returned: z.exactOptional(amount) }),
  z.strictObject({ kind: z.literal('tracking'), carrier: text, number: text }),
  z.strictObject({ kind: z.literal('note') }),
  /** The sum of all refunds. */
  z.strictObject({ kind: z.literal('refund'), amount, currency: text }),
  z.strictObject({ kind: z.literal('attention'), what: z.enum(attentions) }),
  z.strictObject({ kind: z.literal('settled') }),
  z.strictObject({ kind: z.literal('mail'), mail }),
  z.strictObject({ kind: z.literal('unmailed'), mail }),
  z.strictObject({ kind: z.literal('erased') }),
]) satisfies z.ZodType<OrderEvent>

const LoggedUser = z.strictObject({ userId: text, email: text.nullable() })
export const OrderAnswer = z.strictObject({
  ...commonFields,
  /** Version for optimistic locking; sent back with a change. */
  sequence: z.int(),
  reference: text,
  /** In the site's locale. */
  countryName: text,
  subtotal: amount,
  shipping: amount,
  vat: amount,
  vatLines: z.array(z.strictObject({ rate: amount, vat: amount })),
  pricesIncludeVat: z.boolean(),
  shippingOption: text.nullable(),
  /** The name of the delivery method; null when nothing is sent. */
  delivery: text.nullable(),
  ships: z.boolean(),
  payment: z.strictObject({
    /** `none`: nothing was to be paid. */
    by: z.enum(['stripe', 'sandbox', 'none']),
    session: text.nullable(),
    intent: text.nullable(),
    /** The payment in Stripe's dashboard. */
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
      /** What all pieces of a bundle contain together. */
      parts: z.array(
        z.strictObject({ name: text, variant: text.nullable(), quantity: amount, isDigital: z.boolean() }),
      ),
      picture: PictureAnswer.nullable(),
    }),
  ),
  downloads: z.array(z.strictObject({ name: text, used: amount, allowed: amount, expiresAt: timestamp })),
  notes: z.array(z.strictObject({ text, at: timestamp, who: LoggedUser })),
  /** Oldest first; the placing of the order is not among them. */
  events: z.array(
    z.strictObject({
      id: z.uuid(),
      at: timestamp,
      /** Null when the system did it. */
      who: LoggedUser.nullable(),
      event: OrderEventAnswer,
    }),
  ),
})
export type OrderAnswer = z.output<typeof OrderAnswer>

const attentionOf = (word: string | null): Attention | null => attentions.find((each) => each === word) ?? null

function commonOf(order: OrderDetails['order']) {
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

export const presentOrderRow = (order: ListedOrder): OrderRow => ({
  ...commonOf(order),
  items: order.items.map(({ name, variant, quantity, isDigital }) => ({ name, variant, quantity, isDigital })),
})

type OrderAnswerOptions = {
  site: Pick<Site, 'locale' | 'shop'>
  rights: DownloadRightUse[]
  emails: ReadonlyMap<string, string>
}

export function presentAdminOrder(whole: OrderDetails, { site, rights, emails }: OrderAnswerOptions): OrderAnswer {
  const { order, items, events } = whole
  const loggedUserOf = (userId: string) => ({ userId, email: emails.get(userId) ?? null })
  const { subtotalAmount: subtotal, shippingAmount: shipping, vatAmount: vat, totalAmount: total } = order
  const amounts = { subtotal, shipping, vat, total }
  const { trackingCarrier: carrier, trackingNumber: number, stripePaymentIntent: intent } = order
  return {
    ...commonOf(order),
    ...amounts,
    sequence: order.sequence,
    reference: order.orderReference,
    countryName: countryName(order.country, site.locale),
    vatLines: vatByRate(
      items.map(({ isDigital, vatAmount, vatRate }) => ({ isDigital, vat: vatAmount, vatRate })),
      amounts,
    ),
    pricesIncludeVat: includesVat(amounts),
    shippingOption: order.shippingOption,
    delivery: shippingOptionName(site.shop, order.shippingOption),
    ships: items.some(({ isDigital }) => !isDigital),
    payment: {
      by: payer(order),
      session: order.stripeSessionId,
      intent,
      link: paymentLink(order),
    },
    tracking: carrier && number ? { carrier, number, link: trackingPageUrl(carrier, number) } : null,
    items: items.map((item) => ({
      productId: item.productId,
      name: item.productName,
      variant: item.variantName,
      quantity: item.quantity,
      unitPrice: item.unitPrice,
      total: item.totalPrice,
      isDigital: item.isDigital,
      parts: partsOfOrderLine(item),
      picture: item.picture,
    })),
    downloads: rights.map(({ name, used, downloadsAllowed, expiresAt }) => ({
      name,
      used,
      allowed: downloadsAllowed,
      expiresAt: expiresAt.toISOString(),
    })),
    notes: order.orderNotes.map((note) => ({
      text: note.text,
      at: note.created_at,
      who: loggedUserOf(note.created_by),
    })),
    events: events.map(({ id, event, userId, at }) => ({
      id,
      event,
      at: at.toISOString(),
      who: userId === null ? null : loggedUserOf(userId),
    })),
  }
}

type PaymentIds = Pick<OrderDetails['order'], 'stripePaymentIntent' | 'stripeSessionId'>

function payer({ stripeSessionId: session }: PaymentIds) {
  if (session === null) return 'none'
  return isSandboxSession(session) ? 'sandbox' : 'stripe'
}

function paymentLink({ stripePaymentIntent: intent, stripeSessionId: session }: PaymentIds) {
  if (session === null || isSandboxSession(session) || !intent) return null
  const mode = isTestSession(session) ? 'test/' : ''
  return `https://dashboard.stripe.com/${mode}payments/${encodeURIComponent(intent)}`
}
