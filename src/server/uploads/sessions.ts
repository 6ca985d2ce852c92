import { and, asc, eq, sql } from 'drizzle-orm'
import { Refusal } from '#domain/refusal.ts'
import {
  type ChunkFields,
  type ChunkHeaders,
  type Cut,
  cutWith,
  isTooLarge,
  leastBytes,
} from '#domain/uploads/chunk.ts'
import { storedKindOf, wrongKind } from '#domain/uploads/kinds.ts'
import { megabyte } from '#domain/uploads/limits.ts'
import { shownName } from '#domain/uploads/names.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { alone } from '#server/db/lock.ts'
import { type FileDetails, productFiles } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'
import { checkRoom, type Room } from '#server/uploads/room.ts'
import { uploadChunks, uploadSessions } from '#server/uploads/table.ts'

export type Upload = typeof uploadSessions.$inferSelect
export type ChunkFacts = { bytes: number; sha256: string; head: Uint8Array }
type Sent = { fields: ChunkFields; headers: ChunkHeaders; chunk: ChunkFacts }

const named = (tx: SiteTx, sessionId: string) =>
  tx.select().from(uploadSessions).where(eq(uploadSessions.sessionId, sessionId))

/** Another person's is not there. */
function own(found: Upload | undefined, userId: string): Upload | null {
  if (found && found.userId !== userId) throw new Refusal('upload-session-not-found')
  return found ?? null
}

const uploadOf = async (tx: SiteTx, sessionId: string, userId: string) => own((await named(tx, sessionId))[0], userId)

/** The upload of this name, held until the transaction ends. */
export const lockedUpload = async (tx: SiteTx, sessionId: string, userId: string) =>
  own((await named(tx, sessionId).for('update'))[0], userId)

/** How many chunks have arrived. */
export const receivedOf = (tx: SiteTx, uploadId: string) => tx.$count(uploadChunks, eq(uploadChunks.uploadId, uploadId))

/** Which chunks have arrived, with their hashes. */
export function chunksOf(tx: SiteTx, uploadId: string) {
  const { index, bytes, sha256 } = uploadChunks
  return tx
    .select({ index, bytes, sha256 })
    .from(uploadChunks)
    .where(eq(uploadChunks.uploadId, uploadId))
    .orderBy(asc(index))
}

/** What can be known of an upload while one of its chunks is still coming. */
export type Glimpse = { upload: Upload; isThere: boolean }

export async function glimpseOf(
  tx: SiteTx,
  { sessionId, chunkIndex }: ChunkFields,
  userId: string,
): Promise<Glimpse | null> {
  const isThisChunk = and(eq(uploadChunks.uploadId, uploadSessions.id), eq(uploadChunks.index, chunkIndex))
  const [found] = await tx
    .select({ upload: uploadSessions, chunkId: uploadChunks.id })
    .from(uploadSessions)
    .leftJoin(uploadChunks, isThisChunk)
    .where(and(eq(uploadSessions.sessionId, sessionId), eq(uploadSessions.userId, userId)))
  return found ? { upload: found.upload, isThere: found.chunkId !== null } : null
}

/** A chunk of which everything is known but its bytes: one of the many in the middle. All others are expected first. */
export function isOneMore({ upload, isThere }: Glimpse, { fields, headers, chunk }: Sent): boolean {
  const { expectedBytes, chunkBytes, lastBytes, totalChunks } = upload
  const index = fields.chunkIndex
  return (
    !(isThere || upload.fileId || index === 0 || index >= totalChunks) &&
    isSame(upload, fields) &&
    chunk.bytes === (index === totalChunks - 1 ? lastBytes : chunkBytes) &&
    (headers['upload-file-bytes'] ?? expectedBytes) === expectedBytes &&
    (headers['upload-file-sha256'] ?? upload.fileSha256) === upload.fileSha256
  )
}

/**
 * Before a chunk is stored: begins its upload, or finds it, and looks whether the chunk can belong to it. `isThere` when
 * it has arrived before.
 */
export async function expectChunk(
  tx: SiteTx,
  { fields, headers, chunk }: Sent,
  context: EditContext,
  room: Room = {},
): Promise<{ upload: Upload; isThere: boolean }> {
  const grown = (upload: Upload | null) => cutBy(upload, { fields, headers, chunk })
  // Who takes more room does so one after the other: the first chunks of an upload come together.
  const glimpse = await uploadOf(tx, fields.sessionId, context.userId)
  if (!glimpse || grown(glimpse).expectedBytes > glimpse.expectedBytes) await alone(tx, 'uploads')
  const known = await lockedUpload(tx, fields.sessionId, context.userId)
  if (known && !isSame(known, fields)) throw new Refusal('chunk-out-of-place')
  const { cut, expectedBytes } = grown(known)
  const fileSha256 = headers['upload-file-sha256'] ?? null
  if (fileSha256 && known?.fileSha256 && fileSha256 !== known.fileSha256) throw new Refusal('file-changed')
  const seen = {
    ...{ chunkBytes: cut.chunkBytes, lastBytes: cut.lastBytes, expectedBytes, lastActivity: context.now },
    ...(fileSha256 && { fileSha256 }),
    ...(fields.chunkIndex === 0 && { type: typeOf(fields, chunk) }),
  }
  if (known?.fileId) {
    await hasChunk(tx, known, fields.chunkIndex, chunk.sha256)
    return { upload: known, isThere: true }
  }
  const begun = { ...fields, madeFrom: headers['upload-made-from'] }
  if (!known) return { upload: await beginUpload(tx, begun, seen, context, room), isThere: false }
  const isThere = await hasChunk(tx, known, fields.chunkIndex, chunk.sha256)
  if (expectedBytes > known.expectedBytes) await checkRoom(tx, expectedBytes - known.expectedBytes, room)
  const [upload] = await tx.update(uploadSessions).set(seen).where(eq(uploadSessions.id, known.id)).returning()
  return { upload: upload!, isThere }
}

/** How the file is cut, and how large it will be at least, with this chunk; a chunk that does not fit is refused. */
function cutBy(known: Upload | null, { fields, headers, chunk }: Sent): { cut: Cut; expectedBytes: number } {
  const before: Cut = known ?? { totalChunks: fields.totalChunks, chunkBytes: null, lastBytes: null }
  const cut = cutWith(before, fields.chunkIndex, chunk.bytes)
  if (!cut) throw new Refusal('chunk-out-of-place')
  const [said, least] = [headers['upload-file-bytes'], leastBytes(cut)]
  const expectedBytes = said ?? Math.max(least, known?.expectedBytes ?? 0)
  for (const bytes of [expectedBytes, least])
    if (isTooLarge(bytes)) throw new Refusal('file-too-large', { values: { megabytes: Math.ceil(bytes / megabyte) } })
  const isCut = cut.lastBytes !== null && (cut.chunkBytes !== null || cut.totalChunks === 1)
  // What is said of it is either right or a way to take more room than one has.
  if (isCut ? least !== expectedBytes : least > expectedBytes) throw new Refusal('chunk-out-of-place')
  return { cut, expectedBytes }
}

/** A session is about one file, cut in one way. */
const isSame = (known: Upload, { totalChunks, productId, fileType, fileName }: ChunkFields): boolean =>
  known.totalChunks === totalChunks &&
  known.productId === productId &&
  known.fileType === fileType &&
  known.fileName === shownName(fileName)

function typeOf({ fileType, fileName }: ChunkFields, { head }: ChunkFacts): string {
  const found = storedKindOf(head, fileName)
  const wrong = wrongKind(fileType, found)
  if (wrong || !found) throw new Refusal(wrong ?? 'upload-not-audio')
  return found.type
}

/** The hash of a chunk that has arrived before; of an upload that is complete, its file knows it. */
async function storedHash(tx: SiteTx, { id, fileId }: Upload, index: number): Promise<string | undefined> {
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

async function hasChunk(tx: SiteTx, upload: Upload, index: number, sha256: string): Promise<boolean> {
  const stored = await storedHash(tx, upload, index)
  if (stored !== undefined && stored !== sha256) throw new Refusal('file-changed')
  return stored !== undefined
}

type Seen = Partial<Upload> & { expectedBytes: number; lastActivity: Date }

async function beginUpload(
  tx: SiteTx,
  fields: ChunkFields & Pick<FileDetails, 'madeFrom'>,
  seen: Seen,
  { userId, now }: EditContext,
  room: Room,
): Promise<Upload> {
  const { sessionId, productId, fileType, totalChunks } = fields
  const [product] = await tx.select().from(products).where(eq(products.id, productId))
  if (!product) throw new Refusal('not-found')
  if (product.productType !== 'digital')
    throw new Refusal('invalid', { fields: { productId: 'Only a digital product has files.' } })
  await checkRoom(tx, seen.expectedBytes, room, 1)
  const { productName, artist, trackTitle, trackNumber, isAlbum } = fields
  const madeFrom = fileType === 'album' ? fields.madeFrom : undefined
  const details = { productName, artist, trackTitle, trackNumber, isAlbum, madeFrom }
  const [upload] = await tx
    .insert(uploadSessions)
    .values({
      ...{ sessionId, userId, productId, fileType, totalChunks, details, createdAt: now },
      ...{ fileName: shownName(fields.fileName), ...seen },
    })
    .returning()
  return upload!
}

/** Once a chunk is stored for good; else why it does not count: its upload was given up, or other bytes came first. */
export async function keepChunk(
  tx: SiteTx,
  uploadId: string,
  { index, bytes, sha256 }: { index: number; bytes: number; sha256: string },
  now: Date,
): Promise<Upload | 'upload-session-not-found' | 'file-changed'> {
  // Those who keep a chunk of one upload do so one after the other from here on.
  const [upload] = await tx
    .update(uploadSessions)
    .set({ lastActivity: now })
    .where(eq(uploadSessions.id, uploadId))
    .returning()
  if (!upload) return 'upload-session-not-found'
  if (!upload.fileId) {
    const chunk = { uploadId, index, bytes, sha256 }
    const kept = await tx.insert(uploadChunks).values(chunk).onConflictDoNothing().returning({ id: uploadChunks.id })
    if (kept.length) return upload
  }
  return (await storedHash(tx, upload, index)) === sha256 ? upload : 'file-changed'
}

/** For so long nobody else looks whether a file came to what it must; whoever looks says so again and again. */
const claim = sql`now() + interval '15 seconds'`
const isUnclaimed = sql`(${uploadSessions.claimedUntil} is null or ${uploadSessions.claimedUntil} < now())`

export async function claimUpload(tx: SiteTx, id: string): Promise<boolean> {
  const claimed = await tx
    .update(uploadSessions)
    .set({ claimedUntil: claim })
    .where(and(eq(uploadSessions.id, id), isUnclaimed))
    .returning({ id: uploadSessions.id })
  return claimed.length === 1
}

export const renewClaim = (tx: SiteTx, id: string) =>
  tx.update(uploadSessions).set({ claimedUntil: claim }).where(eq(uploadSessions.id, id))

export const dropUpload = (tx: SiteTx, id: string) => tx.delete(uploadSessions).where(eq(uploadSessions.id, id))
