import { asc, getTableColumns } from 'drizzle-orm'
import { type MediaItem, mostMediaShown } from '#domain/media/item.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { mediaItems } from '#server/media/table.ts'

const { websiteId: _, createdAt: __, updatedAt: ___, sequence: ____, ...columns } = getTableColumns(mediaItems)

/** What visitors may see and hear, in the owner's order; the policy leaves out what is not published. */
export function publishedMedia(tx: SiteTx): Promise<MediaItem[]> {
  return tx.select(columns).from(mediaItems).orderBy(asc(mediaItems.position), asc(mediaItems.id)).limit(mostMediaShown)
}

export async function addMedia(tx: SiteTx, items: Omit<MediaItem, 'id'>[]): Promise<void> {
  if (items.length) await tx.insert(mediaItems).values(items)
}
