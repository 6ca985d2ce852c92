import { and, eq, gte, sql } from 'drizzle-orm'
import { dayMs, hourMs } from '#domain/time/lengths.ts'
import { record } from '#server/activity/actions.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import type { Download } from '#server/downloads/find.ts'
import { digitalDownloads, downloadEvents } from '#server/downloads/table.ts'
import { products } from '#server/products/table.ts'
import type { ProductFile } from '#server/uploads/complete.ts'
import { productFiles } from '#server/uploads/table.ts'

const isMissing = eq(downloadEvents.reason, 'file-missing')

/**
 * Somebody has paid for a file that is not where it should be. Its owner reads of it once a day; however often they try,
 * it is one failure an hour.
 */
export async function noteMissing(
  tx: SiteTx,
  { download, file, now }: { download: Pick<Download, 'id' | 'productId'>; file: ProductFile; now: Date },
): Promise<void> {
  // Those who ask at the same moment come one after the other.
  await tx.select().from(digitalDownloads).where(eq(digitalDownloads.id, download.id)).for('update')
  const { downloadId, fileId, createdAt } = downloadEvents
  const lately = await tx
    .select({ downloadId, createdAt })
    .from(downloadEvents)
    .where(and(eq(fileId, file.id), isMissing, gte(createdAt, new Date(+now - dayMs))))
  if (lately.some((each) => each.downloadId === download.id && +now - +each.createdAt < hourMs)) return
  await tx.insert(downloadEvents).values({
    ...{ downloadId: download.id, productId: download.productId, fileId: file.id },
    ...{ eventType: 'failed', reason: 'file-missing', createdAt: now },
  })
  if (lately.length) return
  const about = { resourceType: 'product_file', resourceId: file.productId, resourceName: file.name } as const
  await record(tx, { ...about, action: 'missing', userId: null }, now)
}

export type MissingFile = { productId: string; product: string; name: string }

/** Files that were missing when somebody wanted them, and have not been had since. */
export async function missingFiles(tx: SiteTx): Promise<MissingFile[]> {
  const last = tx
    .select({ fileId: downloadEvents.fileId, at: sql<Date>`max(${downloadEvents.createdAt})`.as('at') })
    .from(downloadEvents)
    .where(isMissing)
    .groupBy(downloadEvents.fileId)
    .as('last_missing')
  return tx
    .select({ productId: productFiles.productId, product: products.name, name: productFiles.name })
    .from(last)
    .innerJoin(productFiles, eq(productFiles.id, last.fileId))
    .innerJoin(products, eq(products.id, productFiles.productId))
    .where(
      sql`not exists (select from ${downloadEvents} as had where had.file_id = ${last.fileId}
        and had.event_type = 'completed' and had.created_at > ${last.at})`,
    )
    .orderBy(products.name, productFiles.name)
}
