import { and, asc, eq } from 'drizzle-orm'
import { changedFieldValues } from '#domain/activity/activity.ts'
import type { RowMove } from '#domain/positions.ts'
import { Refusal } from '#domain/refusal.ts'
import { albumFields, digitalMetadataOf, type OwnerAlbumTags, ownerMetadata } from '#domain/uploads/metadata/album.ts'
import {
  type FileTags,
  type OwnerTrackTags,
  ownerTrackFields,
  ownerTrackTags,
  sortInAlbumOrder,
  type TrackFile,
} from '#domain/uploads/metadata/track.ts'
import { recordActivity } from '#server/activity/record.ts'
import { type DeleteResult, storeRowsForUndo } from '#server/activity/undoable-delete.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { movePositions } from '#server/db/positions.ts'
import { productFiles } from '#server/products/files-table.ts'
import { refuseLastFileRemoval } from '#server/products/publishing.ts'
import { products } from '#server/products/table.ts'
import { deleteFiles, type ProductFile, productFileById, requireProductFile } from '#server/uploads/files.ts'

/** A row as the domain describes a track. */
export function trackFileOf({ id, name, tags, words, details }: ProductFile): TrackFile {
  const originalFilename = details.originalFilename ?? name
  const file = { id, name, originalFilename, tags, words }
  return { ...file, words: ownerTrackTags(file, details) }
}

const tracksOf = (tx: SiteTx, productId: string): Promise<ProductFile[]> =>
  tx
    .select()
    .from(productFiles)
    .where(and(eq(productFiles.productId, productId), eq(productFiles.fileType, 'tracks')))
    .orderBy(asc(productFiles.position))

/** The owner's own words about the album, and whether the owner has chosen the order of its tracks. */
export async function ownerAlbumTags(tx: SiteTx, productId: string) {
  const [product] = await tx
    .select({ name: products.name, metadata: products.digitalMetadata })
    .from(products)
    .where(eq(products.id, productId))
  if (!product) throw new Refusal('not-found')
  return { name: product.name, ...ownerMetadata(product.metadata) }
}

/** Updates the description of all tracks that is stored with the product, for its page and for orders. */
export async function updateTrackDescriptions(
  tx: SiteTx,
  productId: string,
  changes: { words?: OwnerAlbumTags; isOrdered?: boolean } = {},
): Promise<void> {
  const { words, isOrdered } = { ...(await ownerAlbumTags(tx, productId)), ...changes }
  const files = await tracksOf(tx, productId)
  const isAnything = files.length > 0 || Object.keys(words).length > 0
  const digitalMetadata = isAnything ? digitalMetadataOf(files.map(trackFileOf), words, isOrdered) : null
  await tx.update(products).set({ digitalMetadata }).where(eq(products.id, productId))
}

/** Stores the tags of a track. The owner's own words still come first. */
export async function storeTrackTags(tx: SiteTx, { id, productId }: ProductFile, tags: FileTags): Promise<void> {
  await advisoryLock(tx, 'product files')
  const noted = await tx
    .update(productFiles)
    .set({ tags })
    .where(eq(productFiles.id, id))
    .returning({ id: productFiles.id })
  if (!noted.length) return
  await sortTracksByNumber(tx, productId)
  await updateTrackDescriptions(tx, productId)
}

/** Sorts the tracks by number, unless the owner has chosen an order. */
async function sortTracksByNumber(tx: SiteTx, productId: string): Promise<void> {
  if ((await ownerAlbumTags(tx, productId)).isOrdered) return
  const files = await tracksOf(tx, productId)
  const places = files.map(({ position }) => position)
  const ordered = sortInAlbumOrder(files.map(trackFileOf))
  for (const [at, { id }] of ordered.entries())
    if (files[at]!.id !== id)
      await tx.update(productFiles).set({ position: places[at]! }).where(eq(productFiles.id, id))
}

/** Updates the owner's words about a track, which come before its tags. */
export async function updateTrackTags(
  tx: SiteTx,
  id: string,
  change: OwnerTrackTags,
  context: EditContext,
): Promise<void> {
  await advisoryLock(tx, 'product files')
  const file = await productFileById(tx, id)
  if (file?.fileType !== 'tracks') throw new Refusal('not-found')
  const words = { ...file.words, ...change }
  const changes = changedFieldValues(file.words, words, ownerTrackFields)
  if (!Object.keys(changes).length) return
  await tx.update(productFiles).set({ words }).where(eq(productFiles.id, id))
  if (changes.trackNumber) await sortTracksByNumber(tx, file.productId)
  await updateTrackDescriptions(tx, file.productId)
  const logEntry = { resourceType: 'product_file', resourceId: file.productId, resourceName: file.name } as const
  await recordActivity(
    tx,
    { ...logEntry, userId: context.userId, action: 'updated', details: { changes } },
    context.now,
  )
}

export async function updateAlbumTags(
  tx: SiteTx,
  productId: string,
  change: OwnerAlbumTags,
  context: EditContext,
): Promise<void> {
  await advisoryLock(tx, 'product files')
  const { name, words: before } = await ownerAlbumTags(tx, productId)
  const words = { ...before, ...change }
  const changes = changedFieldValues(before, words, albumFields)
  if (!Object.keys(changes).length) return
  await updateTrackDescriptions(tx, productId, { words })
  const logEntry = { resourceType: 'product_file', resourceId: productId, resourceName: name } as const
  await recordActivity(
    tx,
    { ...logEntry, userId: context.userId, action: 'updated', details: { changes } },
    context.now,
  )
}

export async function moveTracks(tx: SiteTx, productId: string, move: RowMove, context: EditContext): Promise<void> {
  await advisoryLock(tx, 'product files')
  await movePositions(tx, productFiles, await tracksOf(tx, productId), move)
  await updateTrackDescriptions(tx, productId, { isOrdered: true })
  const { name } = await ownerAlbumTags(tx, productId)
  const logEntry = { resourceType: 'product_file', resourceId: productId, resourceName: name } as const
  await recordActivity(
    tx,
    { ...logEntry, userId: context.userId, action: 'reordered', details: { moved: move.ids.length } },
    context.now,
  )
}

/** The bytes stay for a day, so that a download that has begun can finish. */
export async function deleteProductFile(tx: SiteTx, id: string, { userId, now }: EditContext): Promise<DeleteResult> {
  await advisoryLock(tx, 'product files')
  const { productId, fileType, name } = await requireProductFile(tx, id)
  const about = { resourceId: productId, resourceName: name }
  const kept = { resourceType: 'product_file', table: productFiles, ids: [id], logged: [about] } as const
  const undo = await storeRowsForUndo(tx, kept, { now })
  await deleteFiles(tx, eq(productFiles.id, id), { userId, now })
  await refuseLastFileRemoval(tx, productId)
  if (fileType === 'tracks') await updateTrackDescriptions(tx, productId)
  await recordActivity(tx, { resourceType: 'product_file', ...about, userId, action: 'deleted' }, now)
  return { changed: 1, undo }
}

/** The product describes a restored track again. */
export async function describeRestoredFile(tx: SiteTx, id: string): Promise<void> {
  const { productId, fileType } = await requireProductFile(tx, id)
  if (fileType === 'tracks') await updateTrackDescriptions(tx, productId)
}
