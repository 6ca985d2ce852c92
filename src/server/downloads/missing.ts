import { and, eq, gte, sql } from 'drizzle-orm'
import { record } from '#server/activity/actions.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import type { Download } from '#server/downloads/find.ts'
import { downloadEvents } from '#server/downloads/table.ts'
import { products } from '#server/products/table.ts'
import type { ProductFile } from '#server/uploads/complete.ts'
import { productFiles } from '#server/uploads/table.ts'

const dayMs = 24 * 3_600_000
const isMissing = eq(downloadEvents.reason, 'file-missing')

/** Somebody has paid for a file that is not where it should be. Its owner reads of it once a day. */
export async function noteMissing(
  tx: SiteTx,
  { download, file, now }: { download: Pick<Download, 'id' | 'productId'>; file: ProductFile; now: Date },
): Promise<void> {
  const lately = and(
    eq(downloadEvents.fileId, file.id),
    isMissing,
    gte(downloadEvents.createdAt, new Date(+now - dayMs)),
  )
  const [known] = await tx.select({ id: downloadEvents.id }).from(downloadEvents).where(lately).limit(1)
  await tx.insert(downloadEvents).values({
    ...{ downloadId: download.id, productId: download.productId, fileId: file.id },
    ...{ eventType: 'failed', reason: 'file-missing', createdAt: now },
  })
  if (known) return
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
