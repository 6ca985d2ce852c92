import { rm } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { mostClipBytes } from '#domain/previews/preview.ts'
import { AtFault } from '#server/files/apart.ts'
import type { Incoming } from '#server/files/incoming.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { defineJob, type Job } from '#server/jobs/job.ts'
import { type Preview, PreviewOrder, previewOrder } from '#server/previews/actions.ts'
import { clipKey } from '#server/previews/clips.ts'
import { cutApart } from '#server/previews/cutter.ts'
import { trackPreviews } from '#server/previews/table.ts'
import { productFiles } from '#server/products/files-table.ts'
import { readStored } from '#server/uploads/stored-file.ts'

type Parts = {
  store: ObjectStore
  incoming: Incoming
  /** What visitors see of the website's products is read anew. */
  forget: (websiteId: string) => void
  report: (error: unknown, words: string) => void
  cut?: typeof cutApart
}

/**
 * Makes what can be heard of a track, as its owner wants it at that moment. Where there is no room for a clip it fails and
 * is tried again for a quarter of an hour: orders need what is left.
 */
export function previewJobOf({ store, incoming, forget, report, cut = cutApart }: Parts): Job<{ previewId: string }> {
  return defineJob({
    ...{ name: previewOrder.name, data: PreviewOrder, tries: 10, patience: 300 },
    run: async ({ previewId }, { websiteId, inSite, signal }) => {
      const found = await inSite(async (tx) => {
        const [row] = await tx
          .select({ preview: getTableColumns(trackPreviews), file: getTableColumns(productFiles) })
          .from(trackPreviews)
          .innerJoin(productFiles, eq(productFiles.id, trackPreviews.fileId))
          .where(eq(trackPreviews.id, previewId))
        return row ?? null
      })
      // The file is gone, or it is done already.
      if (!found || found.preview.state === 'ready') return
      const { preview, file } = found
      await incoming.checkRoom(mostClipBytes)
      const into = await incoming.newFile()
      // As it lies there: a copy of a large one would take the room that orders need.
      const master = {
        bytes: file.bytes,
        read: (from: number, to: number) => buffer(readStored(store, file, { from, to: to - 1 })),
      }
      /** As it was asked for then: who has chosen otherwise meanwhile has asked for another one. */
      const asAsked = and(eq(trackPreviews.id, previewId), eq(trackPreviews.choice, preview.choice))
      try {
        const made = await cut({ into, startMs: preview.startMs, withPeaks: !preview.peaks }, master, signal)
        const { sha256: clipHash, ending: clipEnding, bytes: clipBytes, startMs: clipStartMs, ms: clipMs } = made
        await store.put(clipKey(websiteId, { id: previewId, clipHash }), into)
        const peaks = made.peaks && Buffer.from(made.peaks).toString('base64')
        const clip = { clipHash, clipEnding, clipBytes, clipStartMs, clipMs, durationMs: made.durationMs }
        const gone = await inSite(async (tx) => {
          const [now] = await tx.select().from(trackPreviews).where(eq(trackPreviews.id, previewId)).for('update')
          if (now?.choice !== preview.choice) return isOfNoUse(clipHash, now) ? clipHash : null
          await tx
            .update(trackPreviews)
            .set({ ...clip, state: 'ready', ...(peaks && { peaks: sql`coalesce(${trackPreviews.peaks}, ${peaks})` }) })
            .where(asAsked)
          return now.clipHash === clipHash ? null : now.clipHash
        })
        forget(websiteId)
        // At once: whoever asks for this start again has it cut first, and that takes longer.
        if (gone) await store.delete(clipKey(websiteId, { id: previewId, clipHash: gone }))
      } catch (error) {
        if (!(error instanceof AtFault)) throw error
        report(error, `nothing can be heard of the file ${file.id}`)
        await inSite((tx) => tx.update(trackPreviews).set({ state: 'failed' }).where(asAsked))
      } finally {
        await rm(into, { force: true })
      }
    },
  })
}

/**
 * A clip that was cut for an earlier choice. As long as the last one is not cut, another worker may just have stored the
 * same bytes for it: then it stays, and the hourly sweep clears it away when nobody names it.
 */
const isOfNoUse = (clipHash: string, now: Preview | undefined): boolean =>
  !now || (now.state === 'ready' && now.clipHash !== clipHash)
