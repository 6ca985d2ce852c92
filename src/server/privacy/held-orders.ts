import { asc, eq, inArray } from 'drizzle-orm'
import type { Sealer } from '#server/crypto/sealer.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { openCustomer } from '#server/orders/decrypt.ts'
import { eventsOf } from '#server/orders/events.ts'
import { orderItems, orders } from '#server/orders/table.ts'
import { downloadsHeldOn } from '#server/privacy/held-downloads.ts'

/** What one address has ordered, for its owner; who cannot be read any more is said so. */
export async function ordersHeldOn(tx: SiteTx, sealer: Pick<Sealer, 'open'>, emailIndex: Buffer) {
  const found = await tx
    .select()
    .from(orders)
    .where(eq(orders.emailIndex, emailIndex))
    .orderBy(asc(orders.createdAt), asc(orders.id))
  const ids = found.map(({ id }) => id)
  const items = ids.length
    ? await tx.select().from(orderItems).where(inArray(orderItems.orderId, ids)).orderBy(orderItems.position)
    : []
  const held = []
  for (const order of found) {
    const opened = openCustomer(sealer, order)
    held.push({
      number: order.orderNumber,
      reference: order.orderReference,
      placedAt: order.createdAt,
      status: order.status,
      customer: 'customer' in opened ? opened.customer : { unreadable: 'This is kept, but can no longer be read.' },
      country: order.country,
      items: items
        .filter(({ orderId }) => orderId === order.id)
        .map(({ productName, variantName, quantity, unitPrice, totalPrice }) => ({
          ...{ name: productName, variant: variantName, quantity, unitPrice, total: totalPrice },
        })),
      /** All amounts are in the smallest unit of the currency. */
      currency: order.currency,
      subtotal: order.subtotalAmount,
      shipping: order.shippingAmount,
      shippingOption: order.shippingOption,
      vat: order.vatAmount,
      total: order.totalAmount,
      refunded: order.refundedAmount,
      payment: order.stripePaymentIntent,
      tracking: order.trackingNumber && { carrier: order.trackingCarrier, number: order.trackingNumber },
      notes: order.orderNotes.map(({ text, created_at }) => ({ text, writtenAt: created_at })),
      /** Whose doing it was is the owner's. */
      events: (await eventsOf(tx, order.id)).map(({ event, at }) => ({ at, ...event })),
      downloads: await downloadsHeldOn(tx, order.id),
    })
  }
  return held
}
