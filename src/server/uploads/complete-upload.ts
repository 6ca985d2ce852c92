import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, max, sql } from 'drizzle-orm'
import { createBlockReader } from '#domain/files/block-reader.ts'
import { fileExtensionOf, withFileExtension } from '#domain/files/file-names.ts'
import { positionGap } from '#domain/positions.ts'
import { type PlainReason, Refusal } from '#domain/refusal.ts'
import { fileTypeRefusal } from '#domain/uploads/file-types.ts'
import { hasValidFileStructure } from '#domain/uploads/structure.ts'
import { recordActivity } from '#server/activity/record.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { failpoint } from '#server/failpoints.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { productFiles } from '#server/products/files-table.ts'
import { deleteFiles, type ProductFile, productFileById } from '#server/uploads/files.ts'
import type { UploadQuota } from '#server/uploads/quota.ts'
import {
  claimUploadSession,
  countStoredChunks,
  deleteUploadSession,
  lockUploadSession,
  renewUploadClaim,
  storedChunks,
  type UploadSessionRow,
} from '#server/uploads/sessions.ts'
import { deleteUploadFolder, hashOfChunks, readStoredFile, type StoredFile } from '#server/uploads/stored-file.ts'
import { uploadChunks, uploadSessions } from '#server/uploads/table.ts'

/** Runs in the transaction that turns an upload into a file. */
export type OnFileStored = (tx: SiteTx, file: ProductFile) => Promise<void>

export type UploadContext = EditContext & {
  websiteId: string
  quota?: UploadQuota
  fileArrived?: OnFileStored
  /** Runs one transaction in the name of the uploading administrator. */
  inSite: <T>(work: (tx: SiteTx) => Promise<T>) => Promise<T>
}

/** The state of an upload after a chunk, with its file once it is complete. */
export type UploadProgress = {
  sessionId: string
  fileName: string
  received: number
  totalChunks: number
  file: ProductFile | null
}

/** All chunks of a file are stored, but it is not verified yet. */
type UnverifiedFile = StoredFile & { chunks: string[]; hash: string }
type UnverifiedUpload = { upload: UploadSessionRow; unverified: UnverifiedFile }

/** `elsewhere`: another request or process has claimed the upload and is verifying it. */
export type CompletionState =
  | { kind: 'progress'; progress: UploadProgress }
  | ({ kind: 'claimed' } & UnverifiedUpload)
  | { kind: 'elsewhere' }

const pollMs = 200
const maxPolls = 100

/**
 * Verifies the upload and makes it a file if no chunk is missing. If several requests find that, one does it; the others
 * poll until it is done, and all of them get the same answer.
 */
export async function completeUpload(
  store: ObjectStore,
  sessionId: string,
  context: UploadContext,
  known?: CompletionState,
): Promise<UploadProgress> {
  for (let polls = 0; polls < maxPolls; polls++) {
    if (polls > 0) await delay(pollMs)
    const state = polls === 0 && known ? known : await lockAndCheck(sessionId, context)
    if (state.kind === 'progress') return state.progress
    if (state.kind === 'claimed') return verify(store, state, context)
  }
  throw new Refusal('unavailable')
}

const lockAndCheck = (sessionId: string, { inSite, userId }: UploadContext): Promise<CompletionState> =>
  inSite(async (tx) => {
    const upload = await lockUploadSession(tx, sessionId, userId)
    if (!upload) throw new Refusal('upload-session-not-found')
    return completionState(tx, upload)
  })

/** The caller holds the lock on the upload. Claims it if all chunks are there. */
export async function completionState(tx: SiteTx, upload: UploadSessionRow): Promise<CompletionState> {
  const { sessionId, totalChunks, fileName } = upload
  if (upload.fileId) {
    const file = await fileOfUpload(tx, upload.fileId)
    return { kind: 'progress', progress: progressOf(upload, file) }
  }
  const received = await countStoredChunks(tx, upload.id)
  const unverified = received === totalChunks ? await unverifiedFile(tx, upload) : null
  if (!unverified) return { kind: 'progress', progress: { sessionId, totalChunks, fileName, received, file: null } }
  return (await claimUploadSession(tx, upload.id)) ? { kind: 'claimed', upload, unverified } : { kind: 'elsewhere' }
}

const progressOf = ({ sessionId, totalChunks }: UploadSessionRow, file: ProductFile): UploadProgress => ({
  sessionId,
  totalChunks,
  received: totalChunks,
  fileName: file.name,
  file,
})

/** The file of a complete upload. Once that file is deleted, the session counts as gone too. */
export async function fileOfUpload(tx: SiteTx, fileId: string): Promise<ProductFile> {
  const file = await productFileById(tx, fileId)
  if (!file) throw new Refusal('upload-session-not-found')
  return file
}

/** Null as long as a chunk is missing. */
async function unverifiedFile(tx: SiteTx, upload: UploadSessionRow): Promise<UnverifiedFile | null> {
  const stored = await storedChunks(tx, upload.id)
  if (stored.length !== upload.totalChunks || !upload.type) return null
  const chunks = stored.map(({ sha256 }) => sha256)
  return {
    websiteId: upload.websiteId,
    uploadId: upload.id,
    chunks,
    hash: hashOfChunks(chunks),
    bytes: stored.reduce((sum, { bytes }) => sum + bytes, 0),
    chunkBytes: stored[0]!.bytes,
  }
}

/** An upload with the wrong structure or the wrong hash is deleted and never becomes a file. */
async function verify(store: ObjectStore, found: UnverifiedUpload, context: UploadContext): Promise<UploadProgress> {
  const { upload, unverified } = found
  const problem = (await wrongStructure(store, found)) ?? (await wrongHash(store, found, context))
  if (problem) {
    await context.inSite((tx) => deleteUploadSession(tx, upload.id))
    await deleteUploadFolder(store, context.websiteId, upload.id)
    throw new Refusal(problem)
  }
  return context.inSite(async (tx) => {
    const current = await lockUploadSession(tx, upload.sessionId, context.userId)
    if (!current) throw new Refusal('upload-session-not-found')
    const file = current.fileId
      ? await fileOfUpload(tx, current.fileId)
      : await finishUpload(tx, current, unverified, context)
    return progressOf(upload, file)
  })
}

async function wrongStructure(store: ObjectStore, found: UnverifiedUpload): Promise<PlainReason | null> {
  const { upload, unverified } = found
  const read = createBlockReader(unverified.bytes, async (from, to) => {
    const pieces: Uint8Array[] = []
    for await (const piece of readStoredFile(store, unverified, { from, to: to - 1 })) pieces.push(piece)
    return new Uint8Array(Buffer.concat(pieces))
  })
  return (await hasValidFileStructure(upload.type!, read, unverified.bytes))
    ? null
    : fileTypeRefusal(upload.fileType, null)
}

/** If the browser has announced a hash of the whole file, the file is read once more to compare it. */
async function wrongHash(
  store: ObjectStore,
  { upload, unverified }: UnverifiedUpload,
  { inSite }: UploadContext,
): Promise<PlainReason | null> {
  if (!upload.fileSha256) return null
  const hash = createHash('sha256')
  let renewedAt = Date.now()
  for await (const piece of readStoredFile(store, unverified)) {
    hash.update(piece)
    if (Date.now() - renewedAt > 5_000) {
      renewedAt = Date.now()
      await inSite((tx) => renewUploadClaim(tx, upload.id))
    }
  }
  return hash.digest('hex') === upload.fileSha256 ? null : 'file-damaged'
}

/** Turns an upload whose chunks are all verified into a file of its product. */
async function finishUpload(
  tx: SiteTx,
  upload: UploadSessionRow,
  unverified: UnverifiedFile,
  { userId, now, fileArrived }: UploadContext,
): Promise<ProductFile> {
  await advisoryLock(tx, 'product files')
  const { productId, fileType, details } = upload
  // An archive made in the browser replaces the one made before it. An archive that the owner uploaded stays.
  if (details.madeFrom) await deleteFiles(tx, and(eq(productFiles.productId, productId), isMade), { userId, now })
  const [last] = await tx
    .select({ position: max(productFiles.position) })
    .from(productFiles)
    .where(eq(productFiles.productId, productId))
  const [file] = await tx
    .insert(productFiles)
    .values({
      ...unverified,
      productId,
      fileType,
      createdAt: now,
      type: upload.type!,
      details: { ...details, originalFilename: upload.fileName },
      name: withFileExtension(upload.fileName, fileExtensionOf(upload.type!)),
      position: (last?.position ?? 0) + positionGap,
    })
    .returning()
  await failpoint('uploads.finishing')
  const { id, name } = file!
  await tx.update(uploadSessions).set({ fileId: id, claimedUntil: null }).where(eq(uploadSessions.id, upload.id))
  await tx.delete(uploadChunks).where(eq(uploadChunks.uploadId, upload.id))
  const logEntry = { resourceType: 'product_file', resourceId: productId, resourceName: name, userId } as const
  await recordActivity(tx, { ...logEntry, action: 'uploaded' }, now)
  await fileArrived?.(tx, file!)
  return file!
}

const isMade = sql`${productFiles.details} ->> 'madeFrom' is not null`
