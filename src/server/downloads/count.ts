import { and, eq, sql } from 'drizzle-orm'
import { afterGrace, afterServing, nothingServed } from '#domain/downloads/served.ts'
import type { Range } from '#domain/files/range.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import type { Download } from '#server/downloads/find.ts'
import { digitalDownloads, downloadCounts, downloadEvents } from '#server/downloads/table.ts'
import { productFiles } from '#server/products/files-table.ts'
import type { ProductFile } from '#server/uploads/complete.ts'

type Served = {
  download: Pick<Download, 'id' | 'productId'>
  file: ProductFile
  part: Range
  began: Date
  now: Date
  /** It ended before its end, and not because whoever asked has left. */
  isOurFault?: boolean
}

/** Writes down which bytes have left the house, and that they made a download whole if they did. */
export async function countServed(
  tx: SiteTx,
  { download, file, part, began, now, isOurFault = false }: Served,
): Promise<void> {
  const [right] = await tx.select().from(digitalDownloads).where(eq(digitalDownloads.id, download.id)).for('update')
  const [isThere] = await tx.select({ id: productFiles.id }).from(productFiles).where(eq(productFiles.id, file.id))
  // Removed while it was on its way: there is nothing to count any more.
  if (!right || !isThere) return
  const ofFile = and(eq(downloadCounts.downloadId, download.id), eq(downloadCounts.fileId, file.id))
  const [known] = await tx.select().from(downloadCounts).where(ofFile)
  const before = known ?? nothingServed
  const isGrace = before.completed >= right.downloadsAllowed
  const after = isGrace ? afterGrace(before, part) : afterServing(before, part, file.bytes, { isOurFault })
  const isComplete = after.completed > before.completed
  const { completed, servedBytes } = after
  const values = {
    completed,
    servedBytes,
    served: [...after.served],
    updatedAt: now,
    ...(isComplete && { completedAt: now }),
  }
  if (known) await tx.update(downloadCounts).set(values).where(ofFile)
  else await tx.insert(downloadCounts).values({ ...values, downloadId: download.id, fileId: file.id })
  if (isComplete) {
    await tx
      .update(digitalDownloads)
      .set({ downloadsUsed: sql`greatest(${digitalDownloads.downloadsUsed}, ${completed}::integer)` })
      .where(eq(digitalDownloads.id, download.id))
  }
  const about = { downloadId: download.id, productId: download.productId, fileId: file.id }
  const events = [
    ...(before.served.length === 0 && !isGrace ? [{ ...about, eventType: 'started' as const, createdAt: began }] : []),
    ...(isComplete
      ? [{ ...about, eventType: 'completed' as const, isFirst: right.downloadsUsed === 0, createdAt: now }]
      : []),
  ]
  if (events.length) await tx.insert(downloadEvents).values(events)
}
