import { asc, eq, inArray } from 'drizzle-orm'
import type { SiteTx } from '#server/db/in-site.ts'
import { digitalDownloads, downloadCounts, downloadEvents } from '#server/downloads/table.ts'
import { usedOfRight } from '#server/downloads/used.ts'
import { productFiles } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'

/** Every right to download that came with an order, also one that was withdrawn, with what was done with it. */
export async function downloadsHeldOn(tx: SiteTx, orderId: string) {
  const { id, createdAt, expiresAt, revokedAt, downloadsAllowed, productId } = digitalDownloads
  const rights = await tx
    .select({ id, createdAt, expiresAt, revokedAt, downloadsAllowed, name: products.name, used: usedOfRight })
    .from(digitalDownloads)
    .innerJoin(products, eq(products.id, productId))
    .where(eq(digitalDownloads.orderId, orderId))
    .orderBy(asc(products.name), asc(id))
  const ids = rights.map(({ id }) => id)
  const counts = await countsOf(tx, ids)
  const events = await eventsOf(tx, ids)
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
      /** Of the next download, which is not complete. */
      bytesSince: servedBytes,
      lastSentAt: updatedAt,
    })
    .from(downloadCounts)
    .innerJoin(productFiles, eq(productFiles.id, fileId))
    .where(inArray(downloadId, ids))
    .orderBy(asc(productFiles.position), asc(productFiles.id))
}

/** The name of a file that is gone is gone with it. */
const eventsOf = (tx: SiteTx, ids: string[]) => {
  const { id, downloadId, fileId, eventType, reason, bytes, durationMs, createdAt } = downloadEvents
  return tx
    .select({ downloadId, what: eventType, at: createdAt, why: reason, file: productFiles.name, bytes, durationMs })
    .from(downloadEvents)
    .leftJoin(productFiles, eq(productFiles.id, fileId))
    .where(inArray(downloadId, ids))
    .orderBy(asc(createdAt), asc(id))
}
