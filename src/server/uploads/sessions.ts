import { and, asc, eq, sql } from 'drizzle-orm'
import { readableFileName } from '#domain/files/file-names.ts'
import { Refusal } from '#domain/refusal.ts'
import {
  addChunkToLayout,
  type ChunkFields,
  type ChunkHeaders,
  type ChunkLayout,
  isFileTooLarge,
  smallestFileSizeOf,
} from '#domain/uploads/chunk.ts'
import { detectFileKind, fileTypeRefusal } from '#domain/uploads/file-types.ts'
import { megabyte } from '#domain/uploads/limits.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { type FileDetails, productFiles } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'
import { requireUploadQuota, type UploadQuota } from '#server/uploads/quota.ts'
import { uploadChunks, uploadSessions } from '#server/uploads/table.ts'

export type UploadSessionRow = typeof uploadSessions.$inferSelect
export type ChunkContent = { bytes: number; sha256: string; head: Uint8Array }
type ChunkUpload = { fields: ChunkFields; headers: ChunkHeaders; chunk: ChunkContent }

const selectSession = (tx: SiteTx, sessionId: string) =>
  tx.select().from(uploadSessions).where(eq(uploadSessions.sessionId, sessionId))

/** A session of another user counts as not found. */
function requireOwn(found: UploadSessionRow | undefined, userId: string): UploadSessionRow | null {
  if (found && found.userId !== userId) throw new Refusal('upload-session-not-found')
  return found ?? null
}

const findSession = async (tx: SiteTx, sessionId: string, userId: string) =>
  requireOwn((await selectSession(tx, sessionId))[0], userId)

/** Locks the upload session until the transaction ends. */
export const lockUploadSession = async (tx: SiteTx, sessionId: string, userId: string) =>
  requireOwn((await selectSession(tx, sessionId).for('update'))[0], userId)

export const countStoredChunks = (tx: SiteTx, uploadId: string) =>
  tx.$count(uploadChunks, eq(uploadChunks.uploadId, uploadId))

/** The chunks that have arrived, by index. */
export function storedChunks(tx: SiteTx, uploadId: string) {
  const { index, bytes, sha256 } = uploadChunks
  return tx
    .select({ index, bytes, sha256 })
    .from(uploadChunks)
    .where(eq(uploadChunks.uploadId, uploadId))
    .orderBy(asc(index))
}

/** A session read while one of its chunks is still arriving. `isStored`: that chunk was stored before. */
export type PrefetchedSession = { upload: UploadSessionRow; isStored: boolean }

export async function prefetchSession(
  tx: SiteTx,
  { sessionId, chunkIndex }: ChunkFields,
  userId: string,
): Promise<PrefetchedSession | null> {
  const isThisChunk = and(eq(uploadChunks.uploadId, uploadSessions.id), eq(uploadChunks.index, chunkIndex))
  const [found] = await tx
    .select({ upload: uploadSessions, chunkId: uploadChunks.id })
    .from(uploadSessions)
    .leftJoin(uploadChunks, isThisChunk)
    .where(and(eq(uploadSessions.sessionId, sessionId), eq(uploadSessions.userId, userId)))
  return found ? { upload: found.upload, isStored: found.chunkId !== null } : null
}

/**
 * Whether the chunk changes nothing in its session, like most chunks of a large file: then `openSessionForChunk` is not needed.
 */
export function isPlainNextChunk(
  { upload, isStored }: PrefetchedSession,
  { fields, headers, chunk }: ChunkUpload,
): boolean {
  const { expectedBytes, chunkBytes, lastBytes, totalChunks } = upload
  const index = fields.chunkIndex
  return (
    !(isStored || upload.fileId || index === 0 || index >= totalChunks) &&
    isSame(upload, fields) &&
    chunk.bytes === (index === totalChunks - 1 ? lastBytes : chunkBytes) &&
    (headers['upload-file-bytes'] ?? expectedBytes) === expectedBytes &&
    (headers['upload-file-sha256'] ?? upload.fileSha256) === upload.fileSha256
  )
}

/**
 * Before a chunk is stored: creates or updates its session, and refuses a chunk that does not fit into it. `isStored`:
 * the same chunk was stored before.
 */
export async function openSessionForChunk(
  tx: SiteTx,
  { fields, headers, chunk }: ChunkUpload,
  context: EditContext,
  quota: UploadQuota = {},
): Promise<{ upload: UploadSessionRow; isStored: boolean }> {
  const layoutWithChunk = (upload: UploadSessionRow | null) => layoutBy(upload, { fields, headers, chunk })
  // Sessions that need more quota are admitted one at a time: the first chunks of an upload arrive together.
  const unlocked = await findSession(tx, fields.sessionId, context.userId)
  if (!unlocked || layoutWithChunk(unlocked).expectedBytes > unlocked.expectedBytes) await advisoryLock(tx, 'uploads')
  const known = await lockUploadSession(tx, fields.sessionId, context.userId)
  if (known && !isSame(known, fields)) throw new Refusal('chunk-out-of-place')
  const { layout, expectedBytes } = layoutWithChunk(known)
  const fileSha256 = headers['upload-file-sha256'] ?? null
  if (fileSha256 && known?.fileSha256 && fileSha256 !== known.fileSha256) throw new Refusal('file-changed')
  const changes = {
    chunkBytes: layout.chunkBytes,
    lastBytes: layout.lastBytes,
    expectedBytes,
    lastActivity: context.now,
    ...(fileSha256 && { fileSha256 }),
    ...(fields.chunkIndex === 0 && { type: typeOf(fields, chunk) }),
  }
  if (known?.fileId) {
    await hasChunk(tx, known, fields.chunkIndex, chunk.sha256)
    return { upload: known, isStored: true }
  }
  const fieldsWithSource = { ...fields, madeFrom: headers['upload-made-from'] }
  if (!known) return { upload: await createSession(tx, fieldsWithSource, changes, context, quota), isStored: false }
  const isStored = await hasChunk(tx, known, fields.chunkIndex, chunk.sha256)
  if (expectedBytes > known.expectedBytes) await requireUploadQuota(tx, expectedBytes - known.expectedBytes, quota)
  const [upload] = await tx.update(uploadSessions).set(changes).where(eq(uploadSessions.id, known.id)).returning()
  return { upload: upload!, isStored }
}

/** The layout and the size of the file as known with this chunk. Throws for a chunk that does not fit. */
function layoutBy(
  known: UploadSessionRow | null,
  { fields, headers, chunk }: ChunkUpload,
): { layout: ChunkLayout; expectedBytes: number } {
  const before: ChunkLayout = known ?? { totalChunks: fields.totalChunks, chunkBytes: null, lastBytes: null }
  const layout = addChunkToLayout(before, fields.chunkIndex, chunk.bytes)
  if (!layout) throw new Refusal('chunk-out-of-place')
  const [announced, min] = [headers['upload-file-bytes'], smallestFileSizeOf(layout)]
  const expectedBytes = announced ?? Math.max(min, known?.expectedBytes ?? 0)
  for (const bytes of [expectedBytes, min])
    if (isFileTooLarge(bytes))
      throw new Refusal('file-too-large', { values: { megabytes: Math.ceil(bytes / megabyte) } })
  const isComplete = layout.lastBytes !== null && (layout.chunkBytes !== null || layout.totalChunks === 1)
  // A wrong announced size would get around the quota.
  if (isComplete ? min !== expectedBytes : min > expectedBytes) throw new Refusal('chunk-out-of-place')
  return { layout, expectedBytes }
}

/** A session is for one file with one number of chunks. */
const isSame = (known: UploadSessionRow, { totalChunks, productId, fileType, fileName }: ChunkFields): boolean =>
  known.totalChunks === totalChunks &&
  known.productId === productId &&
  known.fileType === fileType &&
  known.fileName === readableFileName(fileName)

function typeOf({ fileType, fileName }: ChunkFields, { head }: ChunkContent): string {
  const found = detectFileKind(head, fileName)
  const wrong = fileTypeRefusal(fileType, found)
  if (wrong || !found) throw new Refusal(wrong ?? 'upload-not-audio')
  return found.type
}

/** The hash of a chunk that was stored before. A complete upload has it in its file. */
async function storedHash(tx: SiteTx, { id, fileId }: UploadSessionRow, index: number): Promise<string | undefined> {
  if (fileId) {
    const { chunks } = productFiles
    const [file] = await tx.select({ chunks }).from(productFiles).where(eq(productFiles.id, fileId))
    return file?.chunks[index]
  }
  const [found] = await tx
    .select({ sha256: uploadChunks.sha256 })
    .from(uploadChunks)
    .where(and(eq(uploadChunks.uploadId, id), eq(uploadChunks.index, index)))
  return found?.sha256
}

async function hasChunk(tx: SiteTx, upload: UploadSessionRow, index: number, sha256: string): Promise<boolean> {
  const stored = await storedHash(tx, upload, index)
  if (stored !== undefined && stored !== sha256) throw new Refusal('file-changed')
  return stored !== undefined
}

type SessionChanges = Partial<UploadSessionRow> & { expectedBytes: number; lastActivity: Date }

async function createSession(
  tx: SiteTx,
  fields: ChunkFields & Pick<FileDetails, 'madeFrom'>,
  changes: SessionChanges,
  { userId, now }: EditContext,
  quota: UploadQuota,
): Promise<UploadSessionRow> {
  const { sessionId, productId, fileType, totalChunks } = fields
  const [product] = await tx.select().from(products).where(eq(products.id, productId))
  if (!product) throw new Refusal('not-found')
  if (product.productType !== 'digital')
    throw new Refusal('invalid', { fields: { productId: 'Only a digital product has files.' } })
  await requireUploadQuota(tx, changes.expectedBytes, quota, 1)
  const { productName, artist, trackTitle, trackNumber, isAlbum } = fields
  const madeFrom = fileType === 'album' ? fields.madeFrom : undefined
  const details = { productName, artist, trackTitle, trackNumber, isAlbum, madeFrom }
  const [upload] = await tx
    .insert(uploadSessions)
    .values({
      sessionId,
      userId,
      productId,
      fileType,
      totalChunks,
      details,
      createdAt: now,
      fileName: readableFileName(fields.fileName),
      ...changes,
    })
    .returning()
  return upload!
}

/** Records a stored chunk. Returns a reason if its upload was cancelled or other bytes were recorded first. */
export async function recordChunk(
  tx: SiteTx,
  uploadId: string,
  { index, bytes, sha256 }: { index: number; bytes: number; sha256: string },
  now: Date,
): Promise<UploadSessionRow | 'upload-session-not-found' | 'file-changed'> {
  // This update locks the session: chunks of one upload are recorded one at a time.
  const [upload] = await tx
    .update(uploadSessions)
    .set({ lastActivity: now })
    .where(eq(uploadSessions.id, uploadId))
    .returning()
  if (!upload) return 'upload-session-not-found'
  if (!upload.fileId) {
    const chunk = { uploadId, index, bytes, sha256 }
    const inserted = await tx
      .insert(uploadChunks)
      .values(chunk)
      .onConflictDoNothing()
      .returning({ id: uploadChunks.id })
    if (inserted.length) return upload
  }
  return (await storedHash(tx, upload, index)) === sha256 ? upload : 'file-changed'
}

/** While the claim lasts, no other process verifies the upload. The claiming process renews it. */
const claimEnd = sql`now() + interval '15 seconds'`
const isUnclaimed = sql`(${uploadSessions.claimedUntil} is null or ${uploadSessions.claimedUntil} < now())`

export async function claimUploadSession(tx: SiteTx, id: string): Promise<boolean> {
  const claimed = await tx
    .update(uploadSessions)
    .set({ claimedUntil: claimEnd })
    .where(and(eq(uploadSessions.id, id), isUnclaimed))
    .returning({ id: uploadSessions.id })
  return claimed.length === 1
}

export const renewUploadClaim = (tx: SiteTx, id: string) =>
  tx.update(uploadSessions).set({ claimedUntil: claimEnd }).where(eq(uploadSessions.id, id))

export const deleteUploadSession = (tx: SiteTx, id: string) =>
  tx.delete(uploadSessions).where(eq(uploadSessions.id, id))
