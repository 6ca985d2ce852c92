import { and, desc, eq, inArray } from 'drizzle-orm'
import { mostOfEach } from '#domain/customer-support/limits.ts'
import { Refusal } from '#domain/refusal.ts'
import { activityLogs } from '#server/activity/table.ts'
import { contactMessages } from '#server/contact/table.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import { notesOn, type SupportNote } from '#server/customer-support/notes.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { type DeskRight, findDownloads } from '#server/downloads/desk.ts'
import { downloadEvents } from '#server/downloads/table.ts'
import type { ToldEvent } from '#server/orders/events.ts'
import { orderCalled } from '#server/orders/manage.ts'
import type { Order } from '#server/orders/place.ts'
import { orderEvents, orders } from '#server/orders/table.ts'
import { productFiles } from '#server/products/files-table.ts'

/** By the index of an e-mail address, or by an order of theirs. */
export type Whom = { emailIndex: Buffer } | { orderNumber: string }

type DownloadHappened = Pick<
  typeof downloadEvents.$inferSelect,
  'downloadId' | 'eventType' | 'reason' | 'createdAt'
> & {
  /** Null of a file that is gone. */
  file: string | null
}

export type Deed = { downloadId: string; action: string; userId: string | null; at: Date }

/** Everything that is known of one customer. */
export type Customer = {
  /** Null for somebody who was forgotten: then there is the one order, and nobody behind it. */
  emailIndex: Buffer | null
  orders: Order[]
  orderEvents: (ToldEvent & { orderId: string })[]
  rights: DeskRight[]
  downloads: DownloadHappened[]
  /** What was done about their rights. */
  deeds: Deed[]
  messages: { id: string; receivedAt: Date; readAt: Date | null }[]
  notes: SupportNote[]
}

export async function customerOf(tx: SiteTx, sealer: Pick<Sealer, 'open'>, whom: Whom, now: Date): Promise<Customer> {
  const named = 'orderNumber' in whom ? await orderCalled(tx, whom.orderNumber) : null
  const emailIndex = named?.erasedAt ? null : (named?.emailIndex ?? ('emailIndex' in whom ? whom.emailIndex : null))
  const theirs = emailIndex ? await ordersUnder(tx, emailIndex) : named ? [named] : []
  const ids = theirs.map(({ id }) => id)
  const page = { page: 1, size: mostOfEach, sort: 'created', direction: 'down', now } as const
  const { rights } = ids.length ? await findDownloads(tx, { orderIds: ids }, page) : { rights: [] }
  const messages = emailIndex ? await messagesUnder(tx, emailIndex) : []
  const notes = emailIndex ? await notesOn(tx, sealer, emailIndex, mostOfEach) : []
  if (!theirs.length && !messages.length && !notes.length) throw new Refusal('not-found')
  return {
    ...{ emailIndex, orders: theirs, rights, messages, notes },
    orderEvents: ids.length ? await eventsUnder(tx, ids) : [],
    downloads: rights.length ? await happenedTo(tx, rights) : [],
    deeds: rights.length ? await doneAbout(tx, rights) : [],
  }
}

const ordersUnder = (tx: SiteTx, emailIndex: Buffer): Promise<Order[]> =>
  tx
    .select()
    .from(orders)
    .where(eq(orders.emailIndex, emailIndex))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(mostOfEach)

function messagesUnder(tx: SiteTx, emailIndex: Buffer): Promise<Customer['messages']> {
  const { id, receivedAt, readAt } = contactMessages
  return tx
    .select({ id, receivedAt, readAt })
    .from(contactMessages)
    .where(eq(contactMessages.emailIndex, emailIndex))
    .orderBy(desc(receivedAt), desc(id))
    .limit(mostOfEach)
}

async function eventsUnder(tx: SiteTx, ids: string[]): Promise<Customer['orderEvents']> {
  const { id, orderId, details, userId, createdAt } = orderEvents
  const newest = await tx
    .select({ id, orderId, event: details, userId, at: createdAt })
    .from(orderEvents)
    .where(inArray(orderId, ids))
    .orderBy(desc(createdAt), desc(id))
    .limit(mostOfEach)
  return newest.toReversed()
}

async function doneAbout(tx: SiteTx, rights: readonly DeskRight[]): Promise<Deed[]> {
  const { resourceType, resourceId, action, userId, createdAt, id } = activityLogs
  const ids = rights.map((right) => right.id)
  const found = await tx
    .select({ downloadId: resourceId, action, userId, at: createdAt })
    .from(activityLogs)
    .where(and(eq(resourceType, 'download'), inArray(resourceId, ids)))
    .orderBy(desc(createdAt), desc(id))
    .limit(mostOfEach)
  return found.map((deed) => ({ ...deed, downloadId: deed.downloadId! }))
}

function happenedTo(tx: SiteTx, rights: readonly DeskRight[]): Promise<DownloadHappened[]> {
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
    .limit(mostOfEach)
}
