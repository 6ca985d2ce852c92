import { eq, inArray, max } from 'drizzle-orm'
import { MediaDraft } from '#domain/media/draft.ts'
import type { MediaItem } from '#domain/media/item.ts'
import { parseMediaFilePath } from '#domain/media/own-file.ts'
import type { RowMove } from '#domain/positions.ts'
import { positionGap } from '#domain/positions.ts'
import { Refusal } from '#domain/refusal.ts'
import { editable, nextVersion, type VersionedEditContext } from '#server/activity/editable.ts'
import type { DeleteResult } from '#server/activity/undoable-delete.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { advisoryLock, isAlreadyCreated, type WithClientId } from '#server/db/locks.ts'
import { movePositions } from '#server/db/positions.ts'
import { isSourceOf, mediaFileByHash } from '#server/media/files.ts'
import { mediaById, mediaColumns, mediaOrder, type StoredMedia } from '#server/media/queries.ts'
import { mediaItems } from '#server/media/table.ts'

const edits = editable<'media_item', StoredMedia, MediaDraft>({
  resourceType: 'media_item',
  nameOf: ({ title }) => title,
  fields: Object.keys(MediaDraft.shape) as (keyof MediaDraft)[],
  lock: (tx, ids) =>
    tx.select(mediaColumns).from(mediaItems).where(inArray(mediaItems.id, ids)).orderBy(mediaItems.id).for('update'),
  store: async (tx, { id }, draft) => {
    const [after] = await tx
      .update(mediaItems)
      .set({ ...draft, sequence: nextVersion(mediaItems.sequence) })
      .where(eq(mediaItems.id, id))
      .returning(mediaColumns)
    return after!
  },
  status: { field: 'isPublished', of: ({ isPublished }) => (isPublished ? 'published' : 'hidden') },
})

/** Without a line in the activity log: for demo content. */
export async function insertMedia(tx: SiteTx, items: Omit<MediaItem, 'id'>[]): Promise<void> {
  if (items.length) await tx.insert(mediaItems).values(items)
}

/** At the end of the list. A second try becomes the item that the first one made, as it is wanted now. */
export async function createMediaItem(
  tx: SiteTx,
  draft: MediaDraft,
  { id, ...context }: EditContext & WithClientId,
): Promise<StoredMedia> {
  const selectCreated = (made: string) =>
    tx.select({ made: mediaItems.id }).from(mediaItems).where(eq(mediaItems.id, made))
  if (id && (await isAlreadyCreated(tx, id, selectCreated)))
    return updateMediaItem(tx, id, draft, { ...context, expectedVersion: 0 })
  await advisoryLock(tx, 'media')
  await checkSource(tx, draft)
  const [end] = await tx.select({ last: max(mediaItems.position) }).from(mediaItems)
  const position = (end?.last ?? 0) + positionGap
  const [item] = await tx
    .insert(mediaItems)
    .values({ ...draft, position, ...(id && { id }) })
    .returning(mediaColumns)
  await edits.log(tx, item!, context, 'created')
  return item!
}

export async function updateMediaItem(
  tx: SiteTx,
  id: string,
  draft: MediaDraft,
  { expectedVersion, ...context }: VersionedEditContext,
): Promise<StoredMedia> {
  const before = await edits.lockedVersion(tx, id, expectedVersion)
  if (draft.source !== before.source) await checkSource(tx, draft)
  return edits.save(tx, before, draft, context)
}

/** All of them or none; those that are so already are left as they are. */
export async function publishMedia(
  tx: SiteTx,
  ids: readonly string[],
  isPublished: boolean,
  context: EditContext,
): Promise<number> {
  const itemsToChange = (await edits.locked(tx, ids)).filter((item) => item.isPublished !== isPublished)
  for (const item of itemsToChange) await edits.save(tx, item, { ...edits.draftOf(item), isPublished }, context)
  return itemsToChange.length
}

export async function deleteMedia(tx: SiteTx, ids: readonly string[], context: EditContext): Promise<DeleteResult> {
  return edits.deleteRows(tx, mediaItems, await edits.locked(tx, ids), context)
}

export async function moveMedia(tx: SiteTx, move: RowMove, context: EditContext): Promise<number> {
  await advisoryLock(tx, 'media')
  const { id, position } = mediaItems
  const all = await tx
    .select({ id, position })
    .from(mediaItems)
    .orderBy(...mediaOrder)
  await movePositions(tx, mediaItems, all, move)
  await edits.log(tx, await mediaById(tx, move.ids[0]!), context, 'reordered', { moved: move.ids.length })
  return move.ids.length
}

/** A file of the site's own must be stored, under the name that the draft gives. */
async function checkSource(tx: SiteTx, { source }: MediaDraft): Promise<void> {
  const named = parseMediaFilePath(source)
  if (!named) return
  const file = await mediaFileByHash(tx, named.hash)
  if (!file || !isSourceOf(file, source))
    throw new Refusal('invalid', { fields: { source: 'This file is missing. Please upload it again.' } })
}
