import { and, asc, eq, getTableColumns, type SQL } from 'drizzle-orm'
import { downloadState } from '#domain/downloads/state.ts'
import { endsDownloads } from '#domain/orders/lifecycle.ts'
import { type PlainReason, Refusal } from '#domain/refusal.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import { placeOf, type SiteTx } from '#server/db/in-site.ts'
import { hashOfToken } from '#server/downloads/rights.ts'
import { digitalDownloads, downloadCounts } from '#server/downloads/table.ts'
import { usedOfRight } from '#server/downloads/used.ts'
import { orders } from '#server/orders/table.ts'
import { productFiles } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'
import { forBuyers } from '#server/uploads/album.ts'
import type { ProductFile } from '#server/uploads/complete.ts'
import { filesOfProduct } from '#server/uploads/files.ts'

export type Keys = Pick<DerivedKeys, 'deriveKey'>
export type Download = typeof digitalDownloads.$inferSelect & { used: number }

const tokenShape = /^[\w-]{43}$/

/** What cannot be a token is like one that nobody knows. */
export function isOfToken(tx: SiteTx, keys: Keys, token: string): SQL {
  if (!tokenShape.test(token)) throw new Refusal('download-unknown')
  return eq(digitalDownloads.tokenHash, hashOfToken(keys, placeOf(tx).scope.websiteId, token))
}

/** The right that a link stands for. */
export async function downloadOf(tx: SiteTx, keys: Keys, token: string): Promise<Download> {
  const [found] = await tx
    .select({ ...getTableColumns(digitalDownloads), used: usedOfRight })
    .from(digitalDownloads)
    .where(isOfToken(tx, keys, token))
  if (!found) throw new Refusal('download-unknown')
  return found
}

/** Why nothing of it may be had now; null when it may. */
async function refusalOf(tx: SiteTx, download: Download, now: Date): Promise<PlainReason | null> {
  const state = downloadState(download, now)
  if (state === 'withdrawn') return (await isEnded(tx, download)) ? 'download-cancelled' : 'download-withdrawn'
  return state === 'expired' ? 'download-expired' : null
}

async function isEnded(tx: SiteTx, { orderId }: Download): Promise<boolean> {
  const { status, totalAmount, refundedAmount } = orders
  const [order] = await tx.select({ status, totalAmount, refundedAmount }).from(orders).where(eq(orders.id, orderId))
  return endsDownloads(order!)
}

/**
 * One file of what was bought, for whoever has the link: the one that is named, else the archive of all, else the first.
 * How often it may be had is counted for each file, so whoever has one of them often can still have the others.
 */
export async function fileToServe(
  tx: SiteTx,
  keys: Keys,
  { token, fileId }: { token: string; fileId: string | undefined },
  now: Date,
): Promise<{ download: Download; file: ProductFile }> {
  const download = await downloadOf(tx, keys, token)
  const refusal = await refusalOf(tx, download, now)
  if (refusal) throw new Refusal(refusal)
  const { productId } = download
  const [named] = fileId
    ? await tx
        .select()
        .from(productFiles)
        .where(and(eq(productFiles.productId, productId), eq(productFiles.id, fileId)))
    : []
  const all = fileId ? [] : forBuyers(await filesOfProduct(tx, productId))
  const file = named ?? all.find(({ fileType }) => fileType === 'album') ?? all[0]
  // Of what is not there nobody can say whose it was: most likely it was replaced.
  if (!file) throw new Refusal(fileId ? 'download-file-gone' : 'download-unknown')
  return { download, file }
}

/** Everything that a link leads to. */
export async function boughtWith(tx: SiteTx, keys: Keys, token: string) {
  const download = await downloadOf(tx, keys, token)
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
  const offered = forBuyers(files.map(({ file }) => file))
  return {
    download,
    ...about!,
    isEnded: await isEnded(tx, download),
    files: files.filter(({ file }) => offered.includes(file)),
  }
}
