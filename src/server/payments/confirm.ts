import { eq } from 'drizzle-orm'
import { downloadState, leftOf } from '#domain/downloads/state.ts'
import { includesVat, vatLines } from '#domain/orders/vat-lines.ts'
import { Refusal } from '#domain/refusal.ts'
import { checkouts } from '#server/checkout/table.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import { placeOf, type SiteTx } from '#server/db/in-site.ts'
import { downloadToken } from '#server/downloads/rights.ts'
import { digitalDownloads } from '#server/downloads/table.ts'
import { usedOfRight } from '#server/downloads/used.ts'
import type { Order } from '#server/orders/place.ts'
import { orderItems, orders } from '#server/orders/table.ts'
import { products } from '#server/products/table.ts'

/** How somebody who has paid asks for their order: by what only they were given. */
export type Asked = { sessionId?: string; paymentIntent?: string; reference?: string }

type Keys = Pick<DerivedKeys, 'deriveKey'>

/** With the links to its downloads: whoever was given one of these was given them too. */
export async function confirmedOrder(tx: SiteTx, keys: Keys, asked: Asked, now: Date) {
  const order = await orderOf(tx, asked)
  if (!order) throw await whyNot(tx, asked)
  const { websiteId } = placeOf(tx).scope
  const shown = await forItsBuyer(tx, order, now, (right) => downloadToken(keys, websiteId, right))
  return { ...shown, reference: order.orderReference }
}

/** The same for who asks for a paid order alone: one that was shipped, delivered or cancelled since is none (ORD-3). */
export async function paidOrder(tx: SiteTx, keys: Keys, asked: Omit<Asked, 'paymentIntent'>, now: Date) {
  const order = await confirmedOrder(tx, keys, asked, now)
  if (order.status !== 'paid') throw new Refusal('order-not-found')
  return order
}

type TokenOf = (right: { id: string; linkSerial: number }) => string | null

/**
 * An order as its buyer sees it. Anybody else who comes to see it learns nothing about the buyer. The reference is not
 * among it: with the reference `confirmedOrder` answers, links to the downloads included.
 */
export async function forItsBuyer(tx: SiteTx, order: Order, now: Date, tokenOf: TokenOf = () => null) {
  const items = await tx.select().from(orderItems).where(eq(orderItems.orderId, order.id)).orderBy(orderItems.position)
  const amounts = {
    subtotal: order.subtotalAmount,
    shipping: order.shippingAmount,
    vat: order.vatAmount,
    total: order.totalAmount,
  }
  const taxed = items.map(({ isDigital, vatAmount, vatRate }) => ({ isDigital, vat: vatAmount, vatRate }))
  return {
    number: order.orderNumber,
    status: order.status,
    createdAt: order.createdAt,
    currency: order.currency,
    ...amounts,
    refunded: order.refundedAmount,
    vatLines: vatLines(taxed, amounts),
    pricesIncludeVat: includesVat(amounts),
    /** Something of it sold out while it was paid for; the owner will write. */
    isShort: order.attention === 'stock-gone',
    ships: items.some(({ isDigital }) => !isDigital),
    lines: items.map(({ productName, variantName, quantity, unitPrice, totalPrice }) => ({
      name: productName,
      variant: variantName,
      quantity,
      unitPrice,
      total: totalPrice,
    })),
    downloads: await downloadsOf(tx, order.id, now, tokenOf),
  }
}

async function downloadsOf(tx: SiteTx, orderId: string, now: Date, tokenOf: TokenOf) {
  const { id, linkSerial, downloadsAllowed, expiresAt, revokedAt } = digitalDownloads
  const found = await tx
    .select({ id, linkSerial, name: products.name, downloadsAllowed, expiresAt, revokedAt, used: usedOfRight })
    .from(digitalDownloads)
    .innerJoin(products, eq(products.id, digitalDownloads.productId))
    .where(eq(digitalDownloads.orderId, orderId))
    .orderBy(products.name)
  return found.map((right) => ({
    name: right.name,
    state: downloadState(right, now),
    left: leftOf(right),
    expiresAt: right.expiresAt,
    token: right.revokedAt ? null : tokenOf(right),
  }))
}

/** By the session first, then by the payment, then by the reference. */
async function orderOf(tx: SiteTx, { sessionId, paymentIntent, reference }: Asked) {
  const ways = [
    sessionId && eq(orders.stripeSessionId, sessionId),
    paymentIntent && eq(orders.stripePaymentIntent, paymentIntent),
    reference && eq(orders.orderReference, reference),
  ]
  for (const way of ways) {
    const [found] = way ? await tx.select().from(orders).where(way).limit(1) : []
    if (found) return found
  }
  return null
}

async function whyNot(tx: SiteTx, { sessionId, paymentIntent, reference }: Asked): Promise<Refusal> {
  const ways = [
    sessionId && eq(checkouts.sessionId, sessionId),
    paymentIntent && eq(checkouts.paymentIntent, paymentIntent),
    reference && eq(checkouts.reference, reference),
  ]
  for (const way of ways) {
    const [found] = way ? await tx.select({ state: checkouts.state }).from(checkouts).where(way).limit(1) : []
    if (found?.state === 'expired' || found?.state === 'cancelled') return new Refusal('checkout-over')
    if (found?.state === 'review') return new Refusal('payment-in-review')
    if (found) return new Refusal('order-not-created')
  }
  // A payment is not known here before the service has told of it.
  return new Refusal(paymentIntent ? 'order-not-created' : 'order-not-found')
}
