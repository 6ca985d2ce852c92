import { and, asc, count, eq, isNull, sql, sum } from 'drizzle-orm'
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
import { megabyte, mostOpenSessions, quotaBytes, standardQuotaGigabytes } from '#domain/uploads/limits.ts'
import { shownName } from '#domain/uploads/names.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { alone } from '#server/db/lock.ts'
import { products } from '#server/products/table.ts'
import { type FileDetails, productFiles, uploadChunks, uploadSessions } from '#server/uploads/table.ts'

export type Upload = typeof uploadSessions.$inferSelect
export type Doer = { userId: string; now: Date }
export type ChunkFacts = { bytes: number; sha256: string; head: Uint8Array }

/** How many bytes a site may keep, and how many uploads may be under way. */
export type Room = { quota?: number; open?: number }

/** The upload of this name, held until the transaction ends; another person's is not there. */
export async function lockedUpload(tx: SiteTx, sessionId: string, userId: string): Promise<Upload | null> {
  const [found] = await tx.select().from(uploadSessions).where(eq(uploadSessions.sessionId, sessionId)).for('update')
  if (found && found.userId !== userId) throw new Refusal('upload-session-not-found')
  return found ?? null
}

/** Which chunks have arrived, with their hashes. */
export function chunksOf(tx: SiteTx, uploadId: string) {
  const { index, bytes, sha256 } = uploadChunks
  return tx
    .select({ index, bytes, sha256 })
    .from(uploadChunks)
    .where(eq(uploadChunks.uploadId, uploadId))
    .orderBy(asc(index))
}

/**
 * Before a chunk is stored: begins its upload, or finds it, and looks whether the chunk can belong to it. `isThere` when
 * it has arrived before.
 */
export async function expectChunk(
  tx: SiteTx,
  { fields, headers, chunk }: { fields: ChunkFields; headers: ChunkHeaders; chunk: ChunkFacts },
  doer: Doer,
  room: Room = {},
): Promise<{ upload: Upload; isThere: boolean }> {
  const known = await knownUpload(tx, fields.sessionId, doer.userId)
  if (known) checkSame(known, fields)
  const before: Cut = known ?? { totalChunks: fields.totalChunks, chunkBytes: null, lastBytes: null }
  const cut = cutWith(before, fields.chunkIndex, chunk.bytes)
  if (!cut) throw new Refusal('chunk-out-of-place')
  const expectedBytes = headers['upload-file-bytes'] ?? Math.max(leastBytes(cut), known?.expectedBytes ?? 0)
  for (const bytes of [expectedBytes, leastBytes(cut)])
    if (isTooLarge(bytes)) throw new Refusal('file-too-large', { values: { megabytes: Math.ceil(bytes / megabyte) } })
  const isCut = cut.lastBytes !== null && (cut.chunkBytes !== null || cut.totalChunks === 1)
  if (isCut && leastBytes(cut) !== expectedBytes) throw new Refusal('chunk-out-of-place')
  const fileSha256 = headers['upload-file-sha256'] ?? null
  if (fileSha256 && known?.fileSha256 && fileSha256 !== known.fileSha256) throw new Refusal('file-changed')
  const seen = {
    ...{ chunkBytes: cut.chunkBytes, lastBytes: cut.lastBytes, expectedBytes, lastActivity: doer.now },
    ...(fileSha256 && { fileSha256 }),
    ...(fields.chunkIndex === 0 && { type: typeOf(fields, chunk) }),
  }
  if (known?.fileId) return { upload: known, isThere: true }
  const begun = { ...fields, madeFrom: headers['upload-made-from'] }
  if (!known) return { upload: await beginUpload(tx, begun, seen, doer, room), isThere: false }
  const isThere = await hasChunk(tx, known.id, fields.chunkIndex, chunk.sha256)
  const [upload] = await tx.update(uploadSessions).set(seen).where(eq(uploadSessions.id, known.id)).returning()
  return { upload: upload!, isThere }
}

/** Those who begin an upload do so one after the other: its first chunks come together. */
async function knownUpload(tx: SiteTx, sessionId: string, userId: string): Promise<Upload | null> {
  const known = await lockedUpload(tx, sessionId, userId)
  if (known) return known
  await alone(tx, 'uploads')
  return lockedUpload(tx, sessionId, userId)
}

/** A session is about one file, cut in one way. */
function checkSame(known: Upload, { totalChunks, productId, fileType, fileName }: ChunkFields): void {
  if (known.totalChunks !== totalChunks || known.productId !== productId || known.fileType !== fileType)
    throw new Refusal('chunk-out-of-place')
  if (known.fileName !== shownName(fileName)) throw new Refusal('chunk-out-of-place')
}

function typeOf({ fileType }: ChunkFields, { head }: ChunkFacts): string {
  const found = storedKindOf(head)
  const wrong = wrongKind(fileType, found)
  if (wrong || !found) throw new Refusal(wrong ?? 'upload-not-audio')
  return found.type
}

async function hasChunk(tx: SiteTx, uploadId: string, index: number, sha256: string): Promise<boolean> {
  const [found] = await tx
    .select({ sha256: uploadChunks.sha256 })
    .from(uploadChunks)
    .where(and(eq(uploadChunks.uploadId, uploadId), eq(uploadChunks.index, index)))
  if (found && found.sha256 !== sha256) throw new Refusal('file-changed')
  return found !== undefined
}

type Seen = Partial<Upload> & { expectedBytes: number; lastActivity: Date }

async function beginUpload(
  tx: SiteTx,
  fields: ChunkFields & Pick<FileDetails, 'madeFrom'>,
  seen: Seen,
  { userId, now }: Doer,
  { quota = quotaBytes(standardQuotaGigabytes), open = mostOpenSessions }: Room,
): Promise<Upload> {
  const { sessionId, productId, fileType, totalChunks } = fields
  const [product] = await tx.select().from(products).where(eq(products.id, productId))
  if (!product) throw new Refusal('not-found')
  if (product.productType !== 'digital')
    throw new Refusal('invalid', { fields: { productId: 'Only a digital product has files.' } })
  const { sessions, bytes } = await usedRoom(tx)
  if (sessions >= open) throw new Refusal('too-many')
  if (bytes + seen.expectedBytes > quota) throw new Refusal('upload-quota')
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

/** How many uploads are under way, and what they and all files for sale take. */
export async function usedRoom(tx: SiteTx): Promise<{ sessions: number; bytes: number }> {
  const [open] = await tx
    .select({ sessions: count(), bytes: sum(uploadSessions.expectedBytes) })
    .from(uploadSessions)
    .where(isNull(uploadSessions.fileId))
  const [kept] = await tx.select({ bytes: sum(productFiles.bytes) }).from(productFiles)
  return { sessions: open!.sessions, bytes: Number(open!.bytes ?? 0) + Number(kept!.bytes ?? 0) }
}

/** Once a chunk is stored for good. False when its upload has been given up in the meantime. */
export async function keepChunk(
  tx: SiteTx,
  uploadId: string,
  { index, bytes, sha256 }: { index: number; bytes: number; sha256: string },
  now: Date,
): Promise<boolean> {
  const [upload] = await tx
    .update(uploadSessions)
    .set({ lastActivity: now })
    .where(eq(uploadSessions.id, uploadId))
    .returning()
  if (!upload) return false
  if (upload.fileId) return true
  await tx
    .insert(uploadChunks)
    .values({ uploadId, index, bytes, sha256 })
    .onConflictDoNothing({ target: [uploadChunks.websiteId, uploadChunks.uploadId, uploadChunks.index] })
  return true
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
