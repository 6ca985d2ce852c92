import { and, asc, eq, getTableColumns } from 'drizzle-orm'
import { type MediaItem, maxMediaShown } from '#domain/media/item.ts'
import type { MediaRequest } from '#domain/media/media-list.ts'
import { Refusal } from '#domain/refusal.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { containsWords, pageOf } from '#server/db/list.ts'
import { mediaItems } from '#server/media/table.ts'

const { websiteId: _, ...columns } = getTableColumns(mediaItems)
const { createdAt: __, updatedAt: ___, sequence: ____, ...publicColumns } = columns
export const mediaColumns = columns
/** The owner's order. */
export const mediaOrder = [asc(mediaItems.position), asc(mediaItems.id)]

export type StoredMedia = MediaItem & { sequence: number; createdAt: Date; updatedAt: Date }

/** What visitors may see and hear; the policy leaves out what is not published. */
export const publishedMedia = (tx: SiteTx): Promise<MediaItem[]> =>
  tx
    .select(publicColumns)
    .from(mediaItems)
    .orderBy(...mediaOrder)
    .limit(maxMediaShown)

/** For administrators: what is not published too, a page at a time. */
export async function findMedia(
  tx: SiteTx,
  { q, kind, page, size }: MediaRequest,
): Promise<{ items: StoredMedia[]; total: number }> {
  const { rows, total } = await pageOf(tx, {
    rows: tx.select(columns).from(mediaItems).$dynamic(),
    from: mediaItems,
    where: and(containsWords(q, mediaItems.title, mediaItems.description), kind && eq(mediaItems.kind, kind)),
    orderBy: mediaOrder,
    page,
    size,
  })
  return { items: rows, total }
}

export async function mediaById(tx: SiteTx, id: string): Promise<StoredMedia> {
  const [found] = await tx.select(columns).from(mediaItems).where(eq(mediaItems.id, id))
  if (!found) throw new Refusal('not-found')
  return found
}
