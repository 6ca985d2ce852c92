import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { z } from 'zod'
import { peakCount } from '#domain/previews/preview.ts'
import { Refusal } from '#domain/refusal.ts'
import { recordActivity } from '#server/activity/record.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { trackPreviews } from '#server/previews/table.ts'
import { productFiles } from '#server/products/files-table.ts'

export const PreviewJobPayload = z.object({ previewId: z.uuid() })
/** Name and payload of the preview job, apart from its code, so that enqueuing does not load the audio library. */
export const previewJobType = { name: 'cut-preview', check: (data: unknown) => PreviewJobPayload.parse(data) }

export type TrackPreviewRow = typeof trackPreviews.$inferSelect
type Track = Pick<typeof productFiles.$inferSelect, 'id' | 'productId' | 'fileType'>

/** Enqueues the preview of a new track. */
export async function requestPreview(tx: SiteTx, { id: fileId, productId, fileType }: Track): Promise<void> {
  if (fileType !== 'tracks') return
  const [made] = await tx.insert(trackPreviews).values({ fileId, productId }).onConflictDoNothing().returning()
  if (made) await enqueue(tx, previewJobType, { previewId: made.id })
}

/** The previews of a product's tracks by position, with their file names. */
export const previewsOf = (tx: SiteTx, productId: string): Promise<(TrackPreviewRow & { name: string })[]> =>
  tx
    .select({ ...getTableColumns(trackPreviews), name: productFiles.name })
    .from(trackPreviews)
    .innerJoin(productFiles, eq(productFiles.id, trackPreviews.fileId))
    .where(eq(trackPreviews.productId, productId))
    .orderBy(asc(productFiles.position))

/** Sets where the clip begins. Visitors hear the previous clip until the new one is cut. */
export async function setPreviewStart(tx: SiteTx, fileId: string, startMs: number | null, context: EditContext) {
  const [found] = await tx
    .update(trackPreviews)
    .set({ startMs, state: 'waiting', choice: sql`${trackPreviews.choice} + 1` })
    .where(eq(trackPreviews.fileId, fileId))
    .returning()
  if (!found) throw new Refusal('not-found')
  await enqueue(tx, previewJobType, { previewId: found.id })
  const { name } = productFiles
  const [file] = await tx.select({ name }).from(productFiles).where(eq(productFiles.id, fileId))
  const logEntry = { resourceType: 'product_file', resourceId: found.productId, resourceName: file!.name } as const
  await recordActivity(tx, { ...logEntry, userId: context.userId, action: 'updated' }, context.now)
  return { ...found, name: file!.name }
}

/** Peaks from the browser replace those of the server, which are estimated for lossy formats. */
export async function savePeaks(tx: SiteTx, fileId: string, peaks: Uint8Array): Promise<void> {
  if (peaks.length !== peakCount) throw new Refusal('malformed')
  const updated = await tx
    .update(trackPreviews)
    .set({ peaks: Buffer.from(peaks).toString('base64') })
    .where(eq(trackPreviews.fileId, fileId))
    .returning({ id: trackPreviews.id })
  if (!updated.length) throw new Refusal('not-found')
}

export async function previewById(tx: SiteTx, id: string): Promise<TrackPreviewRow | null> {
  const [found] = await tx.select().from(trackPreviews).where(eq(trackPreviews.id, id))
  return found ?? null
}
