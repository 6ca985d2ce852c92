import { and, desc, eq, inArray } from 'drizzle-orm'
import { maxTimelineEntries } from '#domain/customer-support/limits.ts'
import { Refusal } from '#domain/refusal.ts'
import { activityLogs } from '#server/activity/table.ts'
import { type Order, orderEvents, orders } from '#server/commerce/orders-table.ts'
import { contactMessages } from '#server/contact/table.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import { type SupportNote, supportNotesOf } from '#server/customer-support/notes.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { type AdminDownload, findDownloads } from '#server/downloads/admin-queries.ts'
import { downloadEvents } from '#server/downloads/table.ts'
import type { StoredOrderEvent } from '#server/orders/events.ts'
import { orderByNumberOrId } from '#server/orders/order-queries.ts'
import { productFiles } from '#server/products/files-table.ts'

/** Finds a customer: by the blind index of the e-mail address, or by an order number. */
export type CustomerKey = { emailIndex: Buffer } | { orderNumber: string }

type CustomerDownloadEvent = Pick<
  typeof downloadEvents.$inferSelect,
  'downloadId' | 'eventType' | 'reason' | 'createdAt'
> & {
  /** Null when the file was deleted. */
  file: string | null
}

export type DownloadRightChange = { downloadId: string; action: string; userId: string | null; at: Date }

/** Everything stored about one customer. */
export type Customer = {
  /** Null for an erased customer: only the one order is left. */
  emailIndex: Buffer | null
  orders: Order[]
  orderEvents: (StoredOrderEvent & { orderId: string })[]
  rights: AdminDownload[]
  downloads: CustomerDownloadEvent[]
  /** What administrators changed on the download rights. */
  rightChanges: DownloadRightChange[]
  messages: { id: string; receivedAt: Date; readAt: Date | null }[]
  notes: SupportNote[]
}

export async function loadCustomer(
  tx: SiteTx,
  sealer: Pick<Sealer, 'open'>,
  key: CustomerKey,
  now: Date,
): Promise<Customer> {
  const named = 'orderNumber' in key ? await orderByNumberOrId(tx, key.orderNumber) : null
  const emailIndex = named?.erasedAt ? null : (named?.emailIndex ?? ('emailIndex' in key ? key.emailIndex : null))
  const theirs = emailIndex ? await ordersUnder(tx, emailIndex) : named ? [named] : []
  const ids = theirs.map(({ id }) => id)
  const page = { page: 1, size: maxTimelineEntries, sort: 'created', direction: 'down', now } as const
  const { rights } = ids.length ? await findDownloads(tx, { orderIds: ids }, page) : { rights: [] }
  const messages = emailIndex ? await messagesUnder(tx, emailIndex) : []
  const notes = emailIndex ? await supportNotesOf(tx, sealer, emailIndex, maxTimelineEntries) : []
  if (!theirs.length && !messages.length && !notes.length) throw new Refusal('not-found')
  return {
    emailIndex,
    orders: theirs,
    rights,
    messages,
    notes,
    orderEvents: ids.length ? await eventsUnder(tx, ids) : [],
    downloads: rights.length ? await downloadEventsOf(tx, rights) : [],
    rightChanges: rights.length ? await rightChangesOf(tx, rights) : [],
  }
}

const ordersUnder = (tx: SiteTx, emailIndex: Buffer): Promise<Order[]> =>
  tx
    .select()
    .from(orders)
    .where(eq(orders.emailIndex, emailIndex))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(maxTimelineEntries)

function messagesUnder(tx: SiteTx, emailIndex: Buffer): Promise<Customer['messages']> {
  const { id, receivedAt, readAt } = contactMessages
  return tx
    .select({ id, receivedAt, readAt })
    .from(contactMessages)
    .where(eq(contactMessages.emailIndex, emailIndex))
    .orderBy(desc(receivedAt), desc(id))
    .limit(maxTimelineEntries)
}

async function eventsUnder(tx: SiteTx, ids: string[]): Promise<Customer['orderEvents']> {
  const { id, orderId, details, userId, createdAt } = orderEvents
  const newest = await tx
    .select({ id, orderId, event: details, userId, at: createdAt })
    .from(orderEvents)
    .where(inArray(orderId, ids))
    .orderBy(desc(createdAt), desc(id))
    .limit(maxTimelineEntries)
  return newest.toReversed()
}

async function rightChangesOf(tx: SiteTx, rights: readonly AdminDownload[]): Promise<DownloadRightChange[]> {
  const { resourceType, resourceId, action, userId, createdAt, id } = activityLogs
  const ids = rights.map((right) => right.id)
  const found = await tx
    .select({ downloadId: resourceId, action, userId, at: createdAt })
    .from(activityLogs)
    .where(and(eq(resourceType, 'download'), inArray(resourceId, ids)))
    .orderBy(desc(createdAt), desc(id))
    .limit(maxTimelineEntries)
  return found.map((change) => ({ ...change, downloadId: change.downloadId! }))
}

function downloadEventsOf(tx: SiteTx, rights: readonly AdminDownload[]): Promise<CustomerDownloadEvent[]> {
  const { downloadId, eventType, reason, createdAt } = downloadEvents
  return tx
    .select({ downloadId, eventType, reason, createdAt, file: productFiles.name })
    .from(downloadEvents)
    .leftJoin(productFiles, eq(productFiles.id, downloadEvents.fileId))
    .where(
      inArray(
        downloadId,
        rights.map(({ id }) => id),
      ),
    )
    .orderBy(desc(createdAt), desc(downloadEvents.id))
    .limit(maxTimelineEntries)
}
