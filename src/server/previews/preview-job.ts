import { rm } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { maxClipBytes } from '#domain/previews/preview.ts'
import { answerRangeRequests, ChildProcessError, runInChildProcess } from '#server/files/child-process.ts'
import type { FileReceiver } from '#server/files/file-receiver.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { defineJob, type Job } from '#server/jobs/job.ts'
import { clipKey } from '#server/previews/clips.ts'
import type { ClipResult, CutClipOptions } from '#server/previews/cut-clip.ts'
import { trackPreviews } from '#server/previews/table.ts'
import { PreviewJobPayload, previewJobType, type TrackPreviewRow } from '#server/previews/track-previews.ts'
import { productFiles } from '#server/products/files-table.ts'
import { readStoredFile } from '#server/uploads/stored-file.ts'

type Deps = {
  store: ObjectStore
  receiver: FileReceiver
  /** Invalidates the cached products of the website. */
  invalidate: (websiteId: string) => void
  report: (error: unknown, words: string) => void
  cut?: typeof cutClipInChildProcess
}

/**
 * Cuts the preview of a track at the start that its owner has chosen. If the disk has no room for a clip, the job fails and
 * is retried for a quarter of an hour: orders need the space that is left.
 */
export function createPreviewJob({
  store,
  receiver,
  invalidate,
  report,
  cut = cutClipInChildProcess,
}: Deps): Job<{ previewId: string }> {
  return defineJob({
    name: previewJobType.name,
    data: PreviewJobPayload,
    tries: 10,
    patience: 300,
    run: async ({ previewId }, { websiteId, inSite, signal }) => {
      const found = await inSite(async (tx) => {
        const [row] = await tx
          .select({ preview: getTableColumns(trackPreviews), file: getTableColumns(productFiles) })
          .from(trackPreviews)
          .innerJoin(productFiles, eq(productFiles.id, trackPreviews.fileId))
          .where(eq(trackPreviews.id, previewId))
        return row ?? null
      })
      // The file was deleted, or another run has cut the clip.
      if (!found || found.preview.state === 'ready') return
      const { preview, file } = found
      await receiver.checkDiskSpace(maxClipBytes)
      const into = await receiver.newFile()
      // Read in place: a copy of a large track would take disk space that orders need.
      const master = {
        bytes: file.bytes,
        read: (from: number, to: number) => buffer(readStoredFile(store, file, { from, to: to - 1 })),
      }
      /** Matches no row if the owner has changed the start since. */
      const isSameChoice = and(eq(trackPreviews.id, previewId), eq(trackPreviews.choice, preview.choice))
      try {
        const made = await cut({ into, startMs: preview.startMs, withPeaks: !preview.peaks }, master, signal)
        const { sha256: clipHash, ending: clipEnding, bytes: clipBytes, startMs: clipStartMs, ms: clipMs } = made
        await store.put(clipKey(websiteId, { id: previewId, clipHash }), into)
        const peaks = made.peaks && Buffer.from(made.peaks).toString('base64')
        const clip = { clipHash, clipEnding, clipBytes, clipStartMs, clipMs, durationMs: made.durationMs }
        const gone = await inSite(async (tx) => {
          const [now] = await tx.select().from(trackPreviews).where(eq(trackPreviews.id, previewId)).for('update')
          if (now?.choice !== preview.choice) return isObsoleteClip(clipHash, now) ? clipHash : null
          await tx
            .update(trackPreviews)
            .set({ ...clip, state: 'ready', ...(peaks && { peaks: sql`coalesce(${trackPreviews.peaks}, ${peaks})` }) })
            .where(isSameChoice)
          return now.clipHash === clipHash ? null : now.clipHash
        })
        invalidate(websiteId)
        // Safe at once: if the owner chooses this start again, the clip is cut again first.
        if (gone) await store.delete(clipKey(websiteId, { id: previewId, clipHash: gone }))
      } catch (error) {
        if (!(error instanceof ChildProcessError)) throw error
        report(error, `failed to cut a preview of file ${file.id}`)
        await inSite((tx) => tx.update(trackPreviews).set({ state: 'failed' }).where(isSameChoice))
      } finally {
        await rm(into, { force: true })
      }
    },
  })
}

/**
 * Whether a clip that was cut for an earlier choice can be deleted. While the current one is being cut, another worker may
 * have stored the same bytes for it: then the clip stays, and the hourly sweep deletes it if no row refers to it.
 */
const isObsoleteClip = (clipHash: string, now: TrackPreviewRow | undefined): boolean =>
  !now || (now.state === 'ready' && now.clipHash !== clipHash)

const script = 'src/server/previews/cut-clip-main.ts'
/** 1 GB of FLAC takes two minutes on a busy machine. */
const timeoutMs = 240_000

/** A track that is read by ranges. */
export type ReadableTrack = { bytes: number; read: (from: number, to: number) => Promise<Uint8Array> }

/** Cuts a clip in a child process. Throws `ChildProcessError` if the track cannot be cut. */
export async function cutClipInChildProcess(
  order: CutClipOptions,
  { bytes, read }: ReadableTrack,
  signal?: AbortSignal,
): Promise<ClipResult> {
  const answer = answerRangeRequests(read)
  try {
    return await runInChildProcess<ClipResult>(script, { ...order, bytes }, { timeoutMs, signal, answer })
  } catch (error) {
    // A killed process has not deleted its partial clip.
    await rm(order.into, { force: true })
    throw error
  }
}
