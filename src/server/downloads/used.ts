import { and, eq, type SQL, sql } from 'drizzle-orm'
import { notUsed, type Used } from '#domain/downloads/served.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { downloadCounts } from '#server/downloads/table.ts'

/**
 * Of a right in `digital_downloads`: how often whichever of its product's files was taken least has come whole. Each file
 * may be had as often as was sold, so a right is used up with the last of them.
 */
export const usedOfRight: SQL<number> = sql<number>`coalesce((
  select min(coalesce(counted.completed, 0)) from product_files as its
  left join download_counts as counted on counted.website_id = its.website_id and counted.file_id = its.id
    and counted.download_id = digital_downloads.id
  where its.website_id = digital_downloads.website_id and its.product_id = digital_downloads.product_id
), 0)::integer`.mapWith(Number)

/** How often one file was had with one right, and how much of it since. */
export async function usedOfFile(tx: SiteTx, downloadId: string, fileId: string): Promise<Used> {
  const { completed, completedAt, servedBytes } = downloadCounts
  const [found] = await tx
    .select({ completed, completedAt, servedBytes })
    .from(downloadCounts)
    .where(and(eq(downloadCounts.downloadId, downloadId), eq(downloadCounts.fileId, fileId)))
  return found ?? notUsed
}
