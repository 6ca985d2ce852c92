import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { notUsed, type Used } from '#domain/downloads/served.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { downloadCounts } from '#server/downloads/table.ts'
import { productFiles } from '#server/products/files-table.ts'
import { forBuyers } from '#server/uploads/album.ts'

/**
 * Of a right in `digital_downloads`: how often whichever of its product's files was taken least has come whole. Each file
 * may be had as often as was sold, so nothing is left of a right with the last of them.
 */
export const usedOfRight: SQL<number> = sql<number>`coalesce((
  select min(coalesce(counted.completed, 0)) from product_files as its
  left join download_counts as counted on counted.website_id = its.website_id and counted.file_id = its.id
    and counted.download_id = digital_downloads.id
  where its.website_id = digital_downloads.website_id and its.product_id = digital_downloads.product_id
), 0)::integer`.mapWith(Number)

/** The same of whichever was taken most. */
export const mostUsedOfRight: SQL<number> = sql<number>`coalesce((
  select max(counted.completed) from download_counts as counted
  where counted.website_id = digital_downloads.website_id and counted.download_id = digital_downloads.id
), 0)::integer`.mapWith(Number)

export type UsedFile = { id: string; name: string; used: number }

/** How often each file that somebody may have with these rights has come whole, by the right. */
export async function usedFilesOf(
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
    [...Map.groupBy(files, ({ productId }) => productId)].map(([id, all]) => [id, forBuyers(all)]),
  )
  return ({ id: right, productId }) =>
    (ofProduct.get(productId) ?? []).map(({ id, name }) => ({ id, name, used: used.get(`${right} ${id}`) ?? 0 }))
}

/** How often one file was had with one right, and how much of it since. */
export async function usedOfFile(tx: SiteTx, downloadId: string, fileId: string): Promise<Used> {
  const { completed, completedAt, servedBytes } = downloadCounts
  const [found] = await tx
    .select({ completed, completedAt, servedBytes })
    .from(downloadCounts)
    .where(and(eq(downloadCounts.downloadId, downloadId), eq(downloadCounts.fileId, fileId)))
  return found ?? notUsed
}
