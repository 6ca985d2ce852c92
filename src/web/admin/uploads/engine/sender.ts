import { fileUploadTexts } from '#domain/texts/own-admin-words.ts'
import { chunkRange } from '#domain/uploads/chunk-size.ts'
import { appendLimited, maxChunkMetrics } from '#domain/uploads/limits.ts'
import { addUploadedChunk, missingChunks } from '#domain/uploads/session.ts'
import {
  connectionsUsed,
  isInProgress,
  type UploadEntry,
  type UploadEntryList,
} from '#web/admin/uploads/engine/entries.ts'
import type { NetworkMonitor } from '#web/admin/uploads/engine/network-monitor.ts'
import { createSessionRenewal, createUploadRecovery } from '#web/admin/uploads/engine/recovery.ts'
import { ChunkSendError, sendChunk } from '#web/admin/uploads/engine/send-chunk.ts'
import type { ChunkMetric, EngineDeps } from '#web/admin/uploads/engine/types.ts'
import { createUploadEndings } from '#web/admin/uploads/engine/upload-endings.ts'

/** Sends the missing chunks, as many at once as the connection allows, until each upload is complete or has failed. */
export function createChunkSender(deps: EngineDeps, entries: UploadEntryList, network: NetworkMonitor) {
  const { now } = deps
  let metrics: ChunkMetric[] = []
  const endings = createUploadEndings({ deps, entries, network, pump: startNextChunks })
  const { remember, pause, complete } = endings
  const { renew, whenRenewed } = createSessionRenewal(deps, entries, remember)
  const { accept, readStored, recover } = createUploadRecovery({ deps, entries, endings, renew })

  function startNextChunks(): void {
    let free = network.concurrency() - entries.all().reduce((sum, each) => sum + connectionsUsed(each), 0)
    for (const entry of entries.all().filter((each) => each.isReady && isInProgress(each))) {
      for (const index of missingChunks(entry.session)) {
        if (free <= 0) return
        if (entry.sending.has(index)) continue
        if (entry.session.uploadOptions.sequentialMode && connectionsUsed(entry) > 0) break
        free--
        entry.sending.set(index, 0)
        void sendOne(entry, index, entry.stop.signal)
      }
    }
  }

  async function sendOne(entry: UploadEntry, index: number, signal: AbortSignal): Promise<void> {
    if (entry.state === 'waiting') entries.change(entry, { state: 'uploading', sentence: null })
    const { session, file } = entry
    const { from, to } = chunkRange(index, session.chunkSize, session.totalBytes)
    const began = now()
    const note = (status: number, tries: number) => {
      const { sessionId } = session
      const metric = { at: now(), sessionId, index, bytes: to - from, ms: now() - began, tries, status }
      metrics = appendLimited(metrics, metric, maxChunkMetrics)
    }
    try {
      const chunk = file!.slice(from, to)
      const sha256 = await deps.sha256(chunk)
      signal.throwIfAborted()
      const onProgress = (bytes: number) => {
        if (signal.aborted || !entry.sending.has(index)) return
        entry.sending.set(index, Math.min(bytes, to - from))
        entries.noteProgress(entry)
      }
      const sent = { session, index, chunk, sha256, onProgress, signal }
      const { reply, tries, lineMs } = await sendChunk({ ...deps, beginChunk: network.beginChunk }, sent)
      note(reply.status, tries)
      network.noteChunk(to - from, lineMs)
      const { delayBetweenChunks } = session.uploadOptions
      entry.sending.delete(index)
      if (delayBetweenChunks) entry.resting.add(index)
      entry.session = addUploadedChunk(entry.session, index, now())
      entries.noteProgress(entry)
      if (reply.fileId) await complete(entry, reply.fileId, reply.filename)
      // A server that has lost the session starts a new one silently: then fewer chunks are there than before.
      else if ((reply.received ?? Number.POSITIVE_INFINITY) <= session.uploadedChunks.length || isAllSent(entry))
        await readStored(entry, signal)
      else await remember(entry)
      if (delayBetweenChunks && entry.state === 'uploading') await deps.wait(delayBetweenChunks, signal)
      // An abort has cleared `resting` already.
      if (!signal.aborted) entry.resting.delete(index)
      if (network.isTooSlow() && entry.state === 'uploading') pause(entry, fileUploadTexts.connectionTooSlow)
    } catch (error) {
      if (signal.aborted) return
      note(...(error instanceof ChunkSendError ? ([error.status, error.tries] as const) : ([0, 1] as const)))
      await recover(entry, error)
    }
    startNextChunks()
  }

  const isAllSent = ({ session, sending }: UploadEntry) => sending.size === 0 && missingChunks(session).length === 0

  return {
    ...endings,
    pump: startNextChunks,
    accept,
    whenRenewed,
    metrics: (): readonly ChunkMetric[] => metrics,
  }
}

export type ChunkSender = ReturnType<typeof createChunkSender>
