import { and, eq, max, sql } from 'drizzle-orm'
import { endingOf } from '#domain/files/endings.ts'
import { gap } from '#domain/places.ts'
import { endingWith } from '#domain/uploads/names.ts'
import { record } from '#server/activity/actions.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { alone } from '#server/db/lock.ts'
import { failpoint } from '#server/failpoints.ts'
import { productFiles } from '#server/products/files-table.ts'
import { dropFiles } from '#server/uploads/dropped.ts'
import { chunksOf, type Upload } from '#server/uploads/sessions.ts'
import { hashOfChunks, type StoredFile } from '#server/uploads/stored-file.ts'
import { uploadChunks, uploadSessions } from '#server/uploads/table.ts'

export type ProductFile = typeof productFiles.$inferSelect
export type Arrived = (tx: SiteTx, file: ProductFile) => Promise<void>

/** A file that is all there, but not one yet. */
export type Whole = StoredFile & { chunks: string[]; hash: string }

/** The file as it would be; null as long as a chunk is missing. */
export async function assembled(tx: SiteTx, upload: Upload): Promise<Whole | null> {
  const stored = await chunksOf(tx, upload.id)
  if (stored.length !== upload.totalChunks || !upload.type) return null
  const chunks = stored.map(({ sha256 }) => sha256)
  return {
    ...{ websiteId: upload.websiteId, uploadId: upload.id, chunks, hash: hashOfChunks(chunks) },
    bytes: stored.reduce((sum, { bytes }) => sum + bytes, 0),
    chunkBytes: stored[0]!.bytes,
  }
}

/** All chunks are there and are what they must be: from now on it is a file. It stays the one that it is. */
export async function finishUpload(
  tx: SiteTx,
  upload: Upload,
  whole: Whole,
  { userId, now, arrived }: EditContext & { arrived?: Arrived },
): Promise<ProductFile> {
  await alone(tx, 'product files')
  const { productId, fileType, details } = upload
  // An archive takes the place of the one that was made before it; one that the owner has brought along stays.
  if (details.madeFrom) await dropFiles(tx, and(eq(productFiles.productId, productId), isMade), { userId, now })
  const [last] = await tx
    .select({ position: max(productFiles.position) })
    .from(productFiles)
    .where(eq(productFiles.productId, productId))
  const [file] = await tx
    .insert(productFiles)
    .values({
      ...{ ...whole, productId, fileType, createdAt: now, type: upload.type! },
      details: { ...details, originalFilename: upload.fileName },
      name: endingWith(upload.fileName, endingOf(upload.type!)),
      position: (last?.position ?? 0) + gap,
    })
    .returning()
  await failpoint('uploads.finishing')
  const { id, name } = file!
  await tx.update(uploadSessions).set({ fileId: id, claimedUntil: null }).where(eq(uploadSessions.id, upload.id))
  await tx.delete(uploadChunks).where(eq(uploadChunks.uploadId, upload.id))
  const about = { resourceType: 'product_file', resourceId: productId, resourceName: name, userId } as const
  await record(tx, { ...about, action: 'uploaded' }, now)
  await arrived?.(tx, file!)
  return file!
}

const isMade = sql`${productFiles.details} ->> 'madeFrom' is not null`

export async function fileById(tx: SiteTx, id: string): Promise<ProductFile | null> {
  const [found] = await tx.select().from(productFiles).where(eq(productFiles.id, id))
  return found ?? null
}
