import { rm } from 'node:fs/promises'
import { Refusal } from '#domain/refusal.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { failpoint } from '#server/failpoints.ts'
import type { FileReceiver } from '#server/files/file-receiver.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import {
  completeUpload,
  completionState,
  fileOfUpload,
  type UploadContext,
  type UploadProgress,
} from '#server/uploads/complete-upload.ts'
import { type ChunkRequest, receiveChunk } from '#server/uploads/receive-chunk.ts'
import {
  deleteUploadSession,
  isPlainNextChunk,
  lockUploadSession,
  openSessionForChunk,
  type PrefetchedSession,
  prefetchSession,
  recordChunk,
  storedChunks,
} from '#server/uploads/sessions.ts'
import { chunkKey, deleteUploadFolder } from '#server/uploads/stored-file.ts'

type Deps = { store: ObjectStore; receiver: FileReceiver }

/**
 * Receives a chunk, stores it and records it. When this resolves, the chunk survives a power cut, and so does the file
 * if no chunk is missing.
 */
export async function receiveAndStoreChunk(
  deps: Deps,
  request: ChunkRequest,
  context: UploadContext,
): Promise<UploadProgress> {
  const { inSite, websiteId, userId, now } = context
  let prefetching = Promise.resolve<PrefetchedSession | null>(null)
  const { fields, headers, received } = await receiveChunk(deps.receiver, request, userId, (announced) => {
    // A failed prefetch counts as no prefetch: the chunk is then admitted by a transaction of its own.
    prefetching = inSite((tx) => prefetchSession(tx, announced, userId)).catch(() => null)
  })
  const { file, ...chunk } = received
  let isStored = false
  try {
    if (fields.websiteId !== websiteId) throw new Refusal('not-found')
    const prefetched = await prefetching
    const admitted =
      prefetched && isPlainNextChunk(prefetched, { fields, headers, chunk })
        ? prefetched
        : await inSite((tx) => openSessionForChunk(tx, { fields, headers, chunk }, context, context.quota))
    const { id, sessionId } = admitted.upload
    if (admitted.isStored) return await completeUpload(deps.store, sessionId, context)
    const key = chunkKey(websiteId, id, fields.chunkIndex, chunk.sha256)
    await deps.store.put(key, file, chunk)
    isStored = true
    await failpoint('uploads.chunk-stored')
    const state = await inSite(async (tx) => {
      const upload = await recordChunk(tx, id, { index: fields.chunkIndex, ...chunk }, now)
      return typeof upload === 'string' ? upload : completionState(tx, upload)
    })
    await failpoint('uploads.chunk-kept')
    if (typeof state === 'string') {
      await deps.store.delete(key)
      throw new Refusal(state)
    }
    return await completeUpload(deps.store, sessionId, context, state)
  } finally {
    if (!isStored) await rm(file, { force: true })
  }
}

/** An upload with the chunks that have arrived, and its file once it is complete. */
export async function uploadProgressOf(tx: SiteTx, sessionId: string, userId: string) {
  const upload = await lockUploadSession(tx, sessionId, userId)
  if (!upload) throw new Refusal('upload-session-not-found')
  const stored = await storedChunks(tx, upload.id)
  return { upload, stored, file: upload.fileId ? await fileOfUpload(tx, upload.fileId) : null }
}

/** Deletes an upload and its chunks. A complete one is a file, and is not deleted. */
export async function cancelUpload(store: ObjectStore, sessionId: string, context: UploadContext): Promise<void> {
  const id = await context.inSite(async (tx) => {
    const upload = await lockUploadSession(tx, sessionId, context.userId)
    if (!upload) return null
    if (upload.fileId) throw new Refusal('upload-session-completed', { values: { id: sessionId } })
    await deleteUploadSession(tx, upload.id)
    return upload.id
  })
  if (id) await deleteUploadFolder(store, context.websiteId, id)
}
