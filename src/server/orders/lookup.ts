import { and, eq } from 'drizzle-orm'
import { downloadState, downloadsLeft } from '#domain/downloads/state.ts'
import { includesVat, vatByRate } from '#domain/orders/amounts.ts'
import { orderItemText, partsOfOrderLine } from '#domain/orders/order.ts'
import { trackingPageUrl } from '#domain/orders/tracking.ts'
import { Refusal } from '#domain/refusal.ts'
import { checkouts } from '#server/commerce/checkout-table.ts'
import { type Order, orderItems, orders } from '#server/commerce/orders-table.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import { type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { downloadToken } from '#server/downloads/rights.ts'
import { digitalDownloads } from '#server/downloads/table.ts'
import { addCompletedDownloads } from '#server/downloads/usage.ts'
import { products } from '#server/products/table.ts'

/** What only the buyer has received: one of these opens the order. */
export type PurchaseProof = { sessionId?: string; paymentIntent?: string; reference?: string }

type Keys = Pick<DerivedKeys, 'deriveKey'>

/** Includes the download links: a buyer with one of these proofs has received them too. */
export async function orderByPurchaseProof(tx: SiteTx, keys: Keys, proof: PurchaseProof, now: Date) {
  const order = await orderOf(tx, proof)
  if (!order) throw await refusalFor(tx, proof)
  const { websiteId } = scopeOf(tx)
  const shown = await readOrderForBuyer(tx, order, now, (right) => downloadToken(keys, websiteId, right))
  return { ...shown, reference: order.orderReference }
}

/** Finds the order only while its status is `paid` (ORD-3). */
export async function paidOrderByPurchaseProof(
  tx: SiteTx,
  keys: Keys,
  proof: Omit<PurchaseProof, 'paymentIntent'>,
  now: Date,
) {
  const order = await orderByPurchaseProof(tx, keys, proof, now)
  if (order.status !== 'paid') throw new Refusal('order-not-found')
  return order
}

type TokenOf = (right: { id: string; linkSerial: number }) => string | null

/**
 * An order as its buyer sees it, without personal data. It leaves out the reference, because the reference opens
 * `orderByPurchaseProof` with its download links.
 */
export async function readOrderForBuyer(tx: SiteTx, order: Order, now: Date, tokenOf: TokenOf = () => null) {
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
    vatLines: vatByRate(taxed, amounts),
    pricesIncludeVat: includesVat(amounts),
    /** Something sold out while the buyer paid; the owner will write. */
    isShort: order.attention === 'stock-gone',
    ships: items.some(({ isDigital }) => !isDigital),
    shippingOption: order.shippingOption,
    lines: items.map(({ productName, variantName, quantity, unitPrice, totalPrice, parts }) => ({
      name: productName,
      variant: variantName,
      quantity,
      unitPrice,
      total: totalPrice,
      /** What is in a bundle, `2 × Poster`. */
      parts: partsOfOrderLine({ parts, quantity }).map(orderItemText),
    })),
    downloads: await downloadsOf(tx, order.id, now, tokenOf),
  }
}

async function downloadsOf(tx: SiteTx, orderId: string, now: Date, tokenOf: TokenOf) {
  const { id, productId, linkSerial, downloadsAllowed, expiresAt, revokedAt } = digitalDownloads
  const found = await tx
    .select({ id, productId, linkSerial, name: products.name, downloadsAllowed, expiresAt, revokedAt })
    .from(digitalDownloads)
    .innerJoin(products, eq(products.id, digitalDownloads.productId))
    .where(eq(digitalDownloads.orderId, orderId))
    .orderBy(products.name)
  return (await addCompletedDownloads(tx, found)).map((right) => ({
    name: right.name,
    state: downloadState(right, now),
    left: downloadsLeft(right),
    expiresAt: right.expiresAt,
    token: right.revokedAt ? null : tokenOf(right),
  }))
}

/** Session first, then payment intent, then reference. */
async function orderOf(tx: SiteTx, { sessionId, paymentIntent, reference }: PurchaseProof) {
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

async function refusalFor(tx: SiteTx, { sessionId, paymentIntent, reference }: PurchaseProof): Promise<Refusal> {
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
  // The webhook that names the payment intent has not arrived yet.
  return new Refusal(paymentIntent ? 'order-not-created' : 'order-not-found')
}

export type OrderCredentials = { orderNumber: string; emailIndex: Buffer }

/**
 * An order for a buyer who knows its number and e-mail address. One query checks both, so that the timing does not tell
 * which of them is wrong.
 */
export async function orderByNumberAndEmail(tx: SiteTx, { orderNumber, emailIndex }: OrderCredentials, now: Date) {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.orderNumber, orderNumber), eq(orders.emailIndex, emailIndex)))
  if (!order) throw new Refusal('order-not-found')
  const { trackingNumber, trackingCarrier } = order
  return {
    ...(await readOrderForBuyer(tx, order, now)),
    tracking: trackingNumber
      ? { number: trackingNumber, carrier: trackingCarrier, href: trackingPageUrl(trackingCarrier, trackingNumber) }
      : null,
  }
}
