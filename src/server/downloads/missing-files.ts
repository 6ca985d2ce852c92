import { and, eq, gte, sql } from 'drizzle-orm'
import type { Site } from '#domain/sites/site.ts'
import { dayMs, hourMs } from '#domain/time/local-time.ts'
import { recordActivity } from '#server/activity/record.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import type { DownloadRightRow } from '#server/downloads/lookup.ts'
import { digitalDownloads, downloadEvents } from '#server/downloads/table.ts'
import type { Mail } from '#server/mail/message.ts'
import { queueMail } from '#server/mail/queue.ts'
import { renderMail } from '#server/mail/template.ts'
import { productFiles } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'
import type { ProductFile } from '#server/uploads/files.ts'

/** What the mail about a missing file needs of the site. */
export type SiteOfFile = Pick<Site, 'name' | 'locale' | 'contact'> & { origin: string }

const isMissing = eq(downloadEvents.reason, 'file-missing')

/**
 * Records that the bytes of a purchased file are missing. The site owner gets one mail a day; repeated tries of the buyer
 * count as one failure an hour.
 */
export async function recordMissingFile(
  tx: SiteTx,
  { download, file, now }: { download: Pick<DownloadRightRow, 'id' | 'productId'>; file: ProductFile; now: Date },
  site: SiteOfFile,
): Promise<void> {
  // Locks the right, so that concurrent requests are serialised.
  await tx.select().from(digitalDownloads).where(eq(digitalDownloads.id, download.id)).for('update')
  const { downloadId, fileId, createdAt } = downloadEvents
  const lately = await tx
    .select({ downloadId, createdAt })
    .from(downloadEvents)
    .where(and(eq(fileId, file.id), isMissing, gte(createdAt, new Date(+now - dayMs))))
  if (lately.some((each) => each.downloadId === download.id && +now - +each.createdAt < hourMs)) return
  await tx.insert(downloadEvents).values({
    downloadId: download.id,
    productId: download.productId,
    fileId: file.id,
    eventType: 'failed',
    reason: 'file-missing',
    createdAt: now,
  })
  if (lately.length) return
  const logEntry = { resourceType: 'product_file', resourceId: file.productId, resourceName: file.name } as const
  await recordActivity(tx, { ...logEntry, action: 'missing', userId: null }, now)
  const { email } = site.contact
  if (email) await queueMail(tx, { to: email, ...(await missingFileMail(tx, file, site)) })
}

async function missingFileMail(
  tx: SiteTx,
  { productId, name }: ProductFile,
  site: SiteOfFile,
): Promise<Omit<Mail, 'to'>> {
  const [product] = await tx.select({ name: products.name }).from(products).where(eq(products.id, productId))
  const heading = 'A sold file is missing'
  const rendered = renderMail({
    site,
    heading,
    paragraphs: [
      `A buyer of ${product!.name} could not download ${name}, because the file is missing.`,
      'Please upload it again. The buyer can then download it with the same link; this attempt was not counted.',
    ],
    action: { label: 'Open the product', href: `${site.origin}/admin/shop/${productId}` },
  })
  return { subject: `${site.name}: ${heading}`, ...rendered }
}

export type MissingFile = { productId: string; product: string; name: string }

/** Files that were missing when a buyer requested them, and were not downloaded completely since. */
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
