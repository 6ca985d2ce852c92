import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { z } from 'zod'
import { peakCount } from '#domain/previews/peaks.ts'
import { Refusal } from '#domain/refusal.ts'
import { record } from '#server/activity/actions.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { trackPreviews } from '#server/previews/table.ts'
import { productFiles } from '#server/products/files-table.ts'

export const PreviewOrder = z.object({ previewId: z.uuid() })
/** What `previewJobOf` works on; whoever only hands it in need not know how it is done. */
export const previewOrder = { name: 'cut-preview', check: (data: unknown) => PreviewOrder.parse(data) }

export type Preview = typeof trackPreviews.$inferSelect
type Track = Pick<typeof productFiles.$inferSelect, 'id' | 'productId' | 'fileType'>

/** For a track that has arrived: its clip is cut as soon as somebody has time for it. */
export async function awaitPreview(tx: SiteTx, { id: fileId, productId, fileType }: Track): Promise<void> {
  if (fileType !== 'tracks') return
  const [made] = await tx.insert(trackPreviews).values({ fileId, productId }).onConflictDoNothing().returning()
  if (made) await enqueue(tx, previewOrder, { previewId: made.id })
}

/** What can be heard of a product's tracks, in their order and with what their files are called. */
export const previewsOf = (tx: SiteTx, productId: string): Promise<(Preview & { name: string })[]> =>
  tx
    .select({ ...getTableColumns(trackPreviews), name: productFiles.name })
    .from(trackPreviews)
    .innerJoin(productFiles, eq(productFiles.id, trackPreviews.fileId))
    .where(eq(trackPreviews.productId, productId))
    .orderBy(asc(productFiles.position))

/** From now on the clip begins there; until it is cut, visitors hear the one before it. */
export async function chooseStart(tx: SiteTx, fileId: string, startMs: number | null, context: EditContext) {
  const [found] = await tx
    .update(trackPreviews)
    .set({ startMs, state: 'waiting', choice: sql`${trackPreviews.choice} + 1` })
    .where(eq(trackPreviews.fileId, fileId))
    .returning()
  if (!found) throw new Refusal('not-found')
  await enqueue(tx, previewOrder, { previewId: found.id })
  const { name } = productFiles
  const [file] = await tx.select({ name }).from(productFiles).where(eq(productFiles.id, fileId))
  const about = { resourceType: 'product_file', resourceId: found.productId, resourceName: file!.name } as const
  await record(tx, { ...about, userId: context.userId, action: 'updated' }, context.now)
  return { ...found, name: file!.name }
}

/** A browser that has heard the whole track knows better than a server that has only leafed through it. */
export async function keepPeaks(tx: SiteTx, fileId: string, peaks: Uint8Array): Promise<void> {
  if (peaks.length !== peakCount) throw new Refusal('malformed')
  const kept = await tx
    .update(trackPreviews)
    .set({ peaks: Buffer.from(peaks).toString('base64') })
    .where(eq(trackPreviews.fileId, fileId))
    .returning({ id: trackPreviews.id })
  if (!kept.length) throw new Refusal('not-found')
}

export async function previewById(tx: SiteTx, id: string): Promise<Preview | null> {
  const [found] = await tx.select().from(trackPreviews).where(eq(trackPreviews.id, id))
  return found ?? null
}
