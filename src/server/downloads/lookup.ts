import { and, asc, eq, type SQL } from 'drizzle-orm'
import { hasDownloadRightExpired } from '#domain/downloads/state.ts'
import { hasEndedDownloads } from '#domain/orders/order.ts'
import { type PlainReason, Refusal } from '#domain/refusal.ts'
import { orders } from '#server/commerce/orders-table.ts'
import { type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { hashDownloadToken, type TokenKeys } from '#server/downloads/rights.ts'
import { digitalDownloads, downloadCounts } from '#server/downloads/table.ts'
import { addCompletedDownloads } from '#server/downloads/usage.ts'
import { productFiles } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'
import { filesForBuyers } from '#server/uploads/album.ts'
import { filesOfProduct, type ProductFile } from '#server/uploads/files.ts'

export type DownloadRightRow = typeof digitalDownloads.$inferSelect

const tokenPattern = /^[\w-]{43}$/

/** A malformed token gets the same answer as an unknown one. */
export function tokenCondition(tx: SiteTx, keys: TokenKeys, token: string): SQL {
  if (!tokenPattern.test(token)) throw new Refusal('download-unknown')
  return eq(digitalDownloads.tokenHash, hashDownloadToken(keys, scopeOf(tx).websiteId, token))
}

/** The right behind a link. */
export async function downloadByToken(tx: SiteTx, keys: TokenKeys, token: string): Promise<DownloadRightRow> {
  const [found] = await tx
    .select()
    .from(digitalDownloads)
    .where(tokenCondition(tx, keys, token))
  if (!found) throw new Refusal('download-unknown')
  return found
}

/** Null when files may be downloaded. */
async function refusalOf(tx: SiteTx, download: DownloadRightRow, now: Date): Promise<PlainReason | null> {
  if (download.revokedAt) return (await isEndedByOrder(tx, download)) ? 'download-cancelled' : 'download-withdrawn'
  return hasDownloadRightExpired(download, now) ? 'download-expired' : null
}

async function isEndedByOrder(tx: SiteTx, { orderId }: DownloadRightRow): Promise<boolean> {
  const { status, totalAmount, refundedAmount } = orders
  const [order] = await tx.select({ status, totalAmount, refundedAmount }).from(orders).where(eq(orders.id, orderId))
  return hasEndedDownloads(order!)
}

/**
 * The file to serve for a link: the named one, else the archive of all files, else the first. Downloads are counted for
 * each file, so a used-up file does not affect the others.
 */
export async function findFileOfDownloadLink(
  tx: SiteTx,
  keys: TokenKeys,
  { token, fileId }: { token: string; fileId: string | undefined },
  now: Date,
): Promise<{ download: DownloadRightRow; file: ProductFile }> {
  const download = await downloadByToken(tx, keys, token)
  const refusal = await refusalOf(tx, download, now)
  if (refusal) throw new Refusal(refusal)
  const { productId } = download
  const [named] = fileId
    ? await tx
        .select()
        .from(productFiles)
        .where(and(eq(productFiles.productId, productId), eq(productFiles.id, fileId)))
    : []
  const all = fileId ? [] : filesForBuyers(await filesOfProduct(tx, productId))
  const file = named ?? all.find(({ fileType }) => fileType === 'album') ?? all[0]
  // An unknown file id is most likely a file that was replaced.
  if (!file) throw new Refusal(fileId ? 'download-file-gone' : 'download-unknown')
  return { download, file }
}

/** The purchase behind a link: its right, product, order and files. */
export async function purchaseByToken(tx: SiteTx, keys: TokenKeys, token: string) {
  const download = await downloadByToken(tx, keys, token)
  const [about] = await tx
    .select({ name: products.name, orderNumber: orders.orderNumber })
    .from(products)
    .innerJoin(orders, eq(orders.id, download.orderId))
    .where(eq(products.id, download.productId))
  const files = await tx
    .select({ file: productFiles, count: downloadCounts })
    .from(productFiles)
    .leftJoin(
      downloadCounts,
      and(eq(downloadCounts.fileId, productFiles.id), eq(downloadCounts.downloadId, download.id)),
    )
    .where(eq(productFiles.productId, download.productId))
    .orderBy(asc(productFiles.position))
  const offered = filesForBuyers(files.map(({ file }) => file))
  const [right] = await addCompletedDownloads(tx, [download])
  return {
    download: right!,
    ...about!,
    isEnded: await isEndedByOrder(tx, download),
    files: files.filter(({ file }) => offered.includes(file)),
  }
}
