import { and, eq, gt, inArray, notInArray, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type Collections, collectionNames } from '#domain/collections/collection.ts'
import { type DemoContent, demoKinds, hasDemoContent } from '#domain/demo/demo.ts'
import { Refusal } from '#domain/refusal.ts'
import { recordActivity } from '#server/activity/record.ts'
import { dropUndoableDeletes } from '#server/activity/undoable-delete.ts'
import { analyticsDays, cartAdditions } from '#server/analytics/table.ts'
import { notifyCaches } from '#server/cache/shared-cache.ts'
import { cacheTags } from '#server/cache/tags.ts'
import { ownCollections } from '#server/collections/collections-table.ts'
import { checkouts } from '#server/commerce/checkout-table.ts'
import { orders } from '#server/commerce/orders-table.ts'
import { asRole, type EditContext, type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { advisoryLock } from '#server/db/locks.ts'
import {
  canBeEdited,
  demoProductsToKeep,
  demoTables,
  readDemoContent,
  soldDemoProducts,
} from '#server/demo/demo-content.ts'
import { type DemoFiles, removeDemoFilesJobType } from '#server/demo/remove-files-job.ts'
import { galleryImages } from '#server/gallery/table.ts'
import { pictures } from '#server/images/table.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { mediaFiles, mediaItems } from '#server/media/table.ts'
import { usedPictureHashes } from '#server/pictures/uses.ts'
import { previewPlays, trackPreviews } from '#server/previews/table.ts'
import { productFiles } from '#server/products/files-table.ts'
import { bundleParts, productCategories, products, stockMovements } from '#server/products/table.ts'

type RemovalOptions = {
  /** Demo content that was edited becomes the owner's. */
  keepEdited: boolean
  /** The content of the site's file: releases, awards and press quotes that were never edited. */
  starter: Collections
}

/**
 * Removes the demo content, in the transaction of the caller. What is not marked stays, and so does a product that it
 * refers to. Stored files are deleted by a job after the commit.
 */
export async function removeDemo(
  tx: SiteTx,
  { keepEdited, starter }: RemovalOptions,
  { userId, now }: EditContext,
): Promise<DemoContent> {
  // What could still be restored would refer to rows that are gone.
  await dropUndoableDeletes(tx)
  await advisoryLock(tx, 'files')
  await advisoryLock(tx, 'collections')
  const content = await readDemoContent(tx, starter)
  if (!hasDemoContent(content)) throw new Refusal('no-demo')
  const sold = await soldDemoProducts(tx)
  await removeDemoOrders(tx)
  if (keepEdited)
    for (const kind of demoKinds.filter(canBeEdited)) {
      const { table } = demoTables[kind]
      await removeDemoMark(tx, table, and(eq(table.isDemo, true), gt(table.sequence, 0)))
    }
  const ofProducts = await removeProducts(
    tx,
    sold.map(({ id }) => id),
  )
  for (const kind of ['shows', 'announcements', 'media', 'gallery', 'records', 'awards', 'press'] as const) {
    const { table } = demoTables[kind]
    await tx.delete(table).where(eq(table.isDemo, true))
  }
  await takeOverCollections(tx)
  const files = { ...ofProducts, ...(await removeUploads(tx, now)) }
  await enqueue(tx, removeDemoFilesJobType, files)
  await recordActivity(tx, { resourceType: 'demo', action: 'removed', userId, details: { removed: content.demo } }, now)
  for (const tag of cacheTags) await notifyCaches(tx, scopeOf(tx).websiteId, tag)
  return content
}

type Condition = Parameters<ReturnType<SiteTx['delete']>['where']>[0]

/** It is the owner's from now on. */
const removeDemoMark = (tx: SiteTx, table: PgTable, where: Condition) =>
  tx
    .update(table)
    .set({ isDemo: false } as never)
    .where(where)

/**
 * Orders with their history, and visits. The role may delete marked rows only: no other may delete an order, and the
 * history of one is otherwise append-only.
 */
async function removeDemoOrders(tx: SiteTx): Promise<void> {
  await asRole(tx, 'demo_remover', async () => {
    await tx.delete(stockMovements)
    await tx.delete(orders)
    await tx.delete(checkouts)
    await tx.delete(previewPlays)
    await tx.delete(cartAdditions)
  })
  // They are counted again, from what is left.
  await asRole(tx, 'worker', () => tx.delete(analyticsDays))
}

/** Products that stay because they were sold are archived. */
async function removeProducts(tx: SiteTx, sold: readonly string[]): Promise<Pick<DemoFiles, 'uploads' | 'clips'>> {
  const staying = await demoProductsToKeep(tx, sold)
  const isSold = inArray(products.id, [...sold])
  if (sold.length)
    await tx
      .update(products)
      .set({ status: 'archived', sequence: sql`${products.sequence} + 1` })
      .where(and(isSold, eq(products.isDemo, true)))
  if (staying.size) await removeDemoMark(tx, products, inArray(products.id, [...staying]))
  const going = tx.select({ id: products.id }).from(products).where(eq(products.isDemo, true))
  const uploads = await tx
    .select({ id: productFiles.uploadId })
    .from(productFiles)
    .where(inArray(productFiles.productId, going))
  const clips = await tx
    .select({ id: trackPreviews.id, clipHash: trackPreviews.clipHash })
    .from(trackPreviews)
    .where(inArray(trackPreviews.productId, going))
  // A part cannot be deleted as long as a bundle has it.
  await tx.delete(bundleParts).where(inArray(bundleParts.bundleId, going))
  await tx.delete(products).where(eq(products.isDemo, true))
  const isUsed = inArray(
    productCategories.id,
    tx
      .select({ id: sql<string>`${products.categoryId}` })
      .from(products)
      .where(sql`${products.categoryId} is not null`),
  )
  await removeDemoMark(tx, productCategories, and(eq(productCategories.isDemo, true), isUsed))
  await tx.delete(productCategories).where(eq(productCategories.isDemo, true))
  return {
    uploads: uploads.map(({ id }) => id),
    clips: clips.flatMap(({ id, clipHash }) => (clipHash ? [{ id, clipHash }] : [])),
  }
}

/** Without this the collections of the starter, which are demo content too, would be shown again. */
const takeOverCollections = (tx: SiteTx) =>
  tx
    .insert(ownCollections)
    .values(collectionNames.map((name) => ({ name })))
    .onConflictDoNothing()

/** Pictures and recordings that nothing shows any more. The others become the owner's. */
async function removeUploads(tx: SiteTx, now: Date): Promise<Pick<DemoFiles, 'pictures' | 'mediaFiles'>> {
  const inGallery = tx.select({ id: galleryImages.pictureId }).from(galleryImages)
  const unused = and(
    eq(pictures.isDemo, true),
    notInArray(pictures.id, inGallery),
    sql`${pictures.hash} not in (${usedPictureHashes(tx, now)})`,
  )
  const gone = await tx.delete(pictures).where(unused).returning({ hash: pictures.hash })
  await removeDemoMark(tx, pictures, eq(pictures.isDemo, true))
  const named = tx
    .select({ hash: sql<string>`split_part(${mediaItems.source}, '/', 4)` })
    .from(mediaItems)
    .where(sql`${mediaItems.source} like '/media/files/%'`)
  const silent = await tx
    .delete(mediaFiles)
    .where(and(eq(mediaFiles.isDemo, true), notInArray(mediaFiles.hash, named)))
    .returning({ hash: mediaFiles.hash })
  await removeDemoMark(tx, mediaFiles, eq(mediaFiles.isDemo, true))
  return { pictures: gone.map(({ hash }) => hash), mediaFiles: silent.map(({ hash }) => hash) }
}
