import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import {
  addGraceBytes,
  addServedRange,
  emptyDownloadCount,
  emptyFileUsage,
  type FileUsage,
} from '#domain/downloads/download-counting.ts'
import type { ByteRange } from '#domain/files/conditional-requests.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { digitalDownloads, downloadCounts, downloadEvents } from '#server/downloads/table.ts'
import { productFiles } from '#server/products/files-table.ts'
import { filesForBuyers } from '#server/uploads/album.ts'
import type { ProductFile } from '#server/uploads/files.ts'

const isNoneOf = (fileId: SQL, excluded: readonly string[]): SQL =>
  excluded.length ? sql`and ${fileId} <> all(${sql.param([...excluded])}::uuid[])` : sql``

/**
 * Complete downloads of the file that was downloaded least, for a row of `digital_downloads`. Each file may be downloaded
 * `downloadsAllowed` times, so the right is used up with the last of its files. `excluded` files do not count.
 */
export const minDownloadsOfRightSql = (excluded: readonly string[]): SQL<number> =>
  sql<number>`coalesce((
  select min(coalesce(counted.completed, 0)) from product_files as its
  left join download_counts as counted on counted.website_id = its.website_id and counted.file_id = its.id
    and counted.download_id = digital_downloads.id
  where its.website_id = digital_downloads.website_id and its.product_id = digital_downloads.product_id
    ${isNoneOf(sql`its.id`, excluded)}
), 0)::integer`.mapWith(Number)

/** The same for the file that was downloaded most. */
export const maxDownloadsOfRightSql = (excluded: readonly string[]): SQL<number> =>
  sql<number>`coalesce((
  select max(counted.completed) from download_counts as counted
  where counted.website_id = digital_downloads.website_id and counted.download_id = digital_downloads.id
    ${isNoneOf(sql`counted.file_id`, excluded)}
), 0)::integer`.mapWith(Number)

export type UsedFile = { id: string; name: string; used: number }

/** Complete downloads of each file of these rights. Returns a function from right to files. */
export async function createDownloadCountLookup(
  tx: SiteTx,
  rights: readonly { id: string; productId: string }[],
): Promise<(right: { id: string; productId: string }) => UsedFile[]> {
  if (!rights.length) return () => []
  const { downloadId, fileId, completed } = downloadCounts
  const counts = await tx
    .select({ downloadId, fileId, completed })
    .from(downloadCounts)
    .where(
      inArray(
        downloadId,
        rights.map(({ id }) => id),
      ),
    )
  const used = new Map(counts.map((count) => [`${count.downloadId} ${count.fileId}`, count.completed]))
  const files = await tx
    .select()
    .from(productFiles)
    .where(inArray(productFiles.productId, [...new Set(rights.map(({ productId }) => productId))]))
    .orderBy(asc(productFiles.position))
  const ofProduct = new Map(
    [...Map.groupBy(files, ({ productId }) => productId)].map(([id, all]) => [id, filesForBuyers(all)]),
  )
  return ({ id: right, productId }) =>
    (ofProduct.get(productId) ?? []).map(({ id, name }) => ({ id, name, used: used.get(`${right} ${id}`) ?? 0 }))
}

/** Adds the complete downloads of the file that was downloaded least: the right lasts until all are used up. */
export async function addCompletedDownloads<R extends { id: string; productId: string }>(
  tx: SiteTx,
  rights: readonly R[],
): Promise<(R & { used: number })[]> {
  const filesOf = await createDownloadCountLookup(tx, rights)
  return rights.map((right) => ({ ...right, used: leastUsed(filesOf(right)) }))
}

const leastUsed = (files: readonly UsedFile[]): number =>
  files.length ? Math.min(...files.map(({ used }) => used)) : 0

/** Complete downloads of one file with one right, and the bytes served since. */
export async function downloadUsageOfFile(tx: SiteTx, downloadId: string, fileId: string): Promise<FileUsage> {
  const { completed, completedAt, servedBytes } = downloadCounts
  const [found] = await tx
    .select({ completed, completedAt, servedBytes })
    .from(downloadCounts)
    .where(and(eq(downloadCounts.downloadId, downloadId), eq(downloadCounts.fileId, fileId)))
  return found ?? emptyFileUsage
}

type ServedRange = {
  download: { id: string; productId: string }
  file: ProductFile
  part: ByteRange
  began: Date
  now: Date
  /** The server broke it off, not the client. */
  isOurFault?: boolean
}

/** Records a served range, and the download that it completes. */
export async function recordServedRange(
  tx: SiteTx,
  { download, file, part, began, now, isOurFault = false }: ServedRange,
): Promise<void> {
  const [right] = await tx.select().from(digitalDownloads).where(eq(digitalDownloads.id, download.id)).for('update')
  const [isThere] = await tx.select({ id: productFiles.id }).from(productFiles).where(eq(productFiles.id, file.id))
  // The right or the file was deleted during the download.
  if (!right || !isThere) return
  const ofFile = and(eq(downloadCounts.downloadId, download.id), eq(downloadCounts.fileId, file.id))
  const [known] = await tx.select().from(downloadCounts).where(ofFile)
  const before = known ?? emptyDownloadCount
  const isGrace = before.completed >= right.downloadsAllowed
  const after = isGrace ? addGraceBytes(before, part) : addServedRange(before, part, file.bytes, { isOurFault })
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
  const eventSubject = { downloadId: download.id, productId: download.productId, fileId: file.id }
  const events = [
    ...(before.served.length === 0 && !isGrace
      ? [{ ...eventSubject, eventType: 'started' as const, createdAt: began }]
      : []),
    ...(isComplete
      ? [{ ...eventSubject, eventType: 'completed' as const, isFirst: right.downloadsUsed === 0, createdAt: now }]
      : []),
  ]
  if (events.length) await tx.insert(downloadEvents).values(events)
}
