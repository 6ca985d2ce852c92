import { asc, eq, inArray } from 'drizzle-orm'
import { orderItemText } from '#domain/orders/order.ts'
import { orderItems, orders } from '#server/commerce/orders-table.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { digitalDownloads, downloadCounts, downloadEvents } from '#server/downloads/table.ts'
import { addCompletedDownloads } from '#server/downloads/usage.ts'
import { decryptCustomer } from '#server/orders/decrypt.ts'
import { readOrderEvents } from '#server/orders/events.ts'
import { productFiles } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'

/** The orders of one address, for its data export. Says so when the customer's data cannot be decrypted. */
export async function exportOrdersOfEmail(tx: SiteTx, sealer: Pick<Sealer, 'open'>, emailIndex: Buffer) {
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
    const opened = decryptCustomer(sealer, order)
    held.push({
      number: order.orderNumber,
      reference: order.orderReference,
      placedAt: order.createdAt,
      status: order.status,
      customer: 'customer' in opened ? opened.customer : { unreadable: 'This is kept, but can no longer be read.' },
      country: order.country,
      items: items
        .filter(({ orderId }) => orderId === order.id)
        .map(({ productName, variantName, quantity, unitPrice, totalPrice, parts }) => ({
          name: productName,
          variant: variantName,
          quantity,
          unitPrice,
          total: totalPrice,
          parts: parts.map(orderItemText),
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
      /** Without the user who did it, which is the owner's data. */
      events: (await readOrderEvents(tx, order.id)).map(({ event, at }) => ({ at, ...event })),
      downloads: await exportDownloadRightsOfOrder(tx, order.id),
    })
  }
  return held
}

/** Every download right of an order, also revoked ones, with its use. */
export async function exportDownloadRightsOfOrder(tx: SiteTx, orderId: string) {
  const { id, createdAt, expiresAt, revokedAt, downloadsAllowed, productId } = digitalDownloads
  const found = await tx
    .select({ id, productId, createdAt, expiresAt, revokedAt, downloadsAllowed, name: products.name })
    .from(digitalDownloads)
    .innerJoin(products, eq(products.id, productId))
    .where(eq(digitalDownloads.orderId, orderId))
    .orderBy(asc(products.name), asc(id))
  const rights = await addCompletedDownloads(tx, found)
  const ids = rights.map(({ id }) => id)
  const counts = await countsOf(tx, ids)
  const events = await downloadEventsOf(tx, ids)
  return rights.map((right) => ({
    name: right.name,
    givenAt: right.createdAt,
    expiresAt: right.expiresAt,
    withdrawnAt: right.revokedAt,
    downloadsUsed: right.used,
    downloadsAllowed: right.downloadsAllowed,
    files: counts.filter(({ downloadId }) => downloadId === right.id).map(({ downloadId, ...file }) => file),
    events: events.filter(({ downloadId }) => downloadId === right.id).map(({ downloadId, ...event }) => event),
  }))
}

const countsOf = (tx: SiteTx, ids: string[]) => {
  const { downloadId, fileId, completed, completedAt, servedBytes, updatedAt } = downloadCounts
  return tx
    .select({
      downloadId,
      name: productFiles.name,
      completed,
      lastCompletedAt: completedAt,
      /** Bytes of the next download, which is not complete. */
      bytesSince: servedBytes,
      lastSentAt: updatedAt,
    })
    .from(downloadCounts)
    .innerJoin(productFiles, eq(productFiles.id, fileId))
    .where(inArray(downloadId, ids))
    .orderBy(asc(productFiles.position), asc(productFiles.id))
}

/** A deleted file has no name any more. */
const downloadEventsOf = (tx: SiteTx, ids: string[]) => {
  const { id, downloadId, fileId, eventType, reason, bytes, durationMs, createdAt } = downloadEvents
  return tx
    .select({ downloadId, what: eventType, at: createdAt, why: reason, file: productFiles.name, bytes, durationMs })
    .from(downloadEvents)
    .leftJoin(productFiles, eq(productFiles.id, fileId))
    .where(inArray(downloadId, ids))
    .orderBy(asc(createdAt), asc(id))
}
