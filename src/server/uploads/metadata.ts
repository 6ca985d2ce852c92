import { and, asc, eq } from 'drizzle-orm'
import { changesBetween } from '#domain/activity/changes.ts'
import { Refusal } from '#domain/refusal.ts'
import { type AlbumWords, albumFields, metadataOf, owned } from '#domain/uploads/metadata/album.ts'
import {
  type FileTags,
  inAlbumOrder,
  ownersWords,
  type TrackFile,
  type TrackWords,
  wordFields,
} from '#domain/uploads/metadata/track.ts'
import { record } from '#server/activity/actions.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { alone } from '#server/db/lock.ts'
import { type Move, moveIn } from '#server/db/places.ts'
import { productFiles } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'
import { fileById, type ProductFile } from '#server/uploads/complete.ts'

/** A recording as the rules about tracks know it. */
export function trackFileOf({ id, name, tags, words, details }: ProductFile): TrackFile {
  const originalFilename = details.originalFilename ?? name
  const file = { id, name, originalFilename, tags, words }
  return { ...file, words: ownersWords(file, details) }
}

const tracksOf = (tx: SiteTx, productId: string): Promise<ProductFile[]> =>
  tx
    .select()
    .from(productFiles)
    .where(and(eq(productFiles.productId, productId), eq(productFiles.fileType, 'tracks')))
    .orderBy(asc(productFiles.position))

/** What the owner says of the whole, and whether the order is theirs. */
export async function ownedBy(tx: SiteTx, productId: string) {
  const [product] = await tx
    .select({ name: products.name, metadata: products.digitalMetadata })
    .from(products)
    .where(eq(products.id, productId))
  if (!product) throw new Refusal('not-found')
  return { name: product.name, ...owned(product.metadata) }
}

/** What a product's recordings are is written down with it: for visitors, and for the books of those who buy it. */
export async function describeTracks(
  tx: SiteTx,
  productId: string,
  changes: { words?: AlbumWords; isOrdered?: boolean } = {},
): Promise<void> {
  const { words, isOrdered } = { ...(await ownedBy(tx, productId)), ...changes }
  const files = await tracksOf(tx, productId)
  const isAnything = files.length > 0 || Object.keys(words).length > 0
  const digitalMetadata = isAnything ? metadataOf(files.map(trackFileOf), words, isOrdered) : null
  await tx.update(products).set({ digitalMetadata }).where(eq(products.id, productId))
}

/** What was found in a file counts from now on, but for what its owner says. */
export async function noteTags(tx: SiteTx, { id, productId }: ProductFile, tags: FileTags): Promise<void> {
  await alone(tx, 'product files')
  const noted = await tx
    .update(productFiles)
    .set({ tags })
    .where(eq(productFiles.id, id))
    .returning({ id: productFiles.id })
  if (!noted.length) return
  await putInOrder(tx, productId)
  await describeTracks(tx, productId)
}

/** By their numbers, as long as the owner has not chosen an order. */
async function putInOrder(tx: SiteTx, productId: string): Promise<void> {
  if ((await ownedBy(tx, productId)).isOrdered) return
  const files = await tracksOf(tx, productId)
  const places = files.map(({ position }) => position)
  const ordered = inAlbumOrder(files.map(trackFileOf))
  for (const [at, { id }] of ordered.entries())
    if (files[at]!.id !== id)
      await tx.update(productFiles).set({ position: places[at]! }).where(eq(productFiles.id, id))
}

/** What the owner says of a track stays, whatever is read from its file. */
export async function sayOfTrack(tx: SiteTx, id: string, change: TrackWords, context: EditContext): Promise<void> {
  await alone(tx, 'product files')
  const file = await fileById(tx, id)
  if (file?.fileType !== 'tracks') throw new Refusal('not-found')
  const words = { ...file.words, ...change }
  const changes = changesBetween(file.words, words, wordFields)
  if (!Object.keys(changes).length) return
  await tx.update(productFiles).set({ words }).where(eq(productFiles.id, id))
  if (changes.trackNumber) await putInOrder(tx, file.productId)
  await describeTracks(tx, file.productId)
  const about = { resourceType: 'product_file', resourceId: file.productId, resourceName: file.name } as const
  await record(tx, { ...about, userId: context.userId, action: 'updated', details: { changes } }, context.now)
}

export async function sayOfAlbum(
  tx: SiteTx,
  productId: string,
  change: AlbumWords,
  context: EditContext,
): Promise<void> {
  await alone(tx, 'product files')
  const { name, words: before } = await ownedBy(tx, productId)
  const words = { ...before, ...change }
  const changes = changesBetween(before, words, albumFields)
  if (!Object.keys(changes).length) return
  await describeTracks(tx, productId, { words })
  const about = { resourceType: 'product_file', resourceId: productId, resourceName: name } as const
  await record(tx, { ...about, userId: context.userId, action: 'updated', details: { changes } }, context.now)
}

export async function moveTracks(tx: SiteTx, productId: string, move: Move, context: EditContext): Promise<void> {
  await alone(tx, 'product files')
  await moveIn(tx, productFiles, await tracksOf(tx, productId), move)
  await describeTracks(tx, productId, { isOrdered: true })
  const { name } = await ownedBy(tx, productId)
  const about = { resourceType: 'product_file', resourceId: productId, resourceName: name } as const
  await record(
    tx,
    { ...about, userId: context.userId, action: 'reordered', details: { moved: move.ids.length } },
    context.now,
  )
}
