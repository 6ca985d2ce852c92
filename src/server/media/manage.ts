import { and, asc, count, eq, getTableColumns, ilike, inArray, max, or, sql } from 'drizzle-orm'
import { changesBetween } from '#domain/activity/changes.ts'
import { MediaDraft } from '#domain/media/draft.ts'
import type { MediaItem, MediaKind } from '#domain/media/item.ts'
import { askedMediaFile } from '#domain/media/own-file.ts'
import { gap } from '#domain/places.ts'
import { Refusal } from '#domain/refusal.ts'
import { record } from '#server/activity/actions.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { alone } from '#server/db/lock.ts'
import { isMade, type Tried } from '#server/db/once.ts'
import { type Move, moveIn } from '#server/db/places.ts'
import { mediaFileByHash, mediaSource } from '#server/media/files.ts'
import { mediaItems } from '#server/media/table.ts'

const { websiteId: _, ...columns } = getTableColumns(mediaItems)
const fields = Object.keys(MediaDraft.shape) as (keyof MediaDraft)[]
const inOrder = [asc(mediaItems.position), asc(mediaItems.id)]

export type StoredMedia = MediaItem & { sequence: number; createdAt: Date; updatedAt: Date }
export type MediaSearch = {
  q?: string | undefined
  kind?: MediaKind | undefined
  page: number
  size: number
}

/** For the owner: what is not published too, a page at a time. */
export async function findMedia(
  tx: SiteTx,
  { q, kind, page, size }: MediaSearch,
): Promise<{ items: StoredMedia[]; total: number }> {
  const { title, description } = mediaItems
  const like = q && `%${q.replaceAll(/[%_\\]/g, '\\$&')}%`
  const where = and(
    like ? or(ilike(title, like), ilike(description, like)) : undefined,
    kind && eq(mediaItems.kind, kind),
  )
  const items = await tx
    .select(columns)
    .from(mediaItems)
    .where(where)
    .orderBy(...inOrder)
    .limit(size)
    .offset((page - 1) * size)
  const [found] = await tx.select({ total: count() }).from(mediaItems).where(where)
  return { items, total: found!.total }
}

export async function mediaById(tx: SiteTx, id: string): Promise<StoredMedia> {
  const [found] = await tx.select(columns).from(mediaItems).where(eq(mediaItems.id, id))
  if (!found) throw new Refusal('not-found')
  return found
}

/** At the end of the list. A second try becomes the item that the first one made, as it is wanted now. */
export async function addMediaItem(
  tx: SiteTx,
  draft: MediaDraft,
  { id, ...context }: EditContext & Tried,
): Promise<StoredMedia> {
  const before = (made: string) => tx.select({ made: mediaItems.id }).from(mediaItems).where(eq(mediaItems.id, made))
  if (id && (await isMade(tx, id, before))) return changeMediaItem(tx, id, draft, { ...context, seen: 0 })
  await alone(tx, 'media')
  await checkSource(tx, draft)
  const [found] = await tx.select({ last: max(mediaItems.position) }).from(mediaItems)
  const position = (found?.last ?? 0) + gap
  const [item] = await tx
    .insert(mediaItems)
    .values({ ...draft, position, ...(id && { id }) })
    .returning(columns)
  await record(tx, { ...about(item!, context), action: 'created' }, context.now)
  return item!
}

/** Whoever saves must have seen the newest version; otherwise somebody else's changes would be lost. */
export async function changeMediaItem(
  tx: SiteTx,
  id: string,
  draft: MediaDraft,
  { seen, ...context }: EditContext & { seen: number },
): Promise<StoredMedia> {
  const [before] = await locked(tx, [id])
  if (before!.sequence !== seen) throw new Refusal('conflict')
  if (draft.source !== before!.source) await checkSource(tx, draft)
  return store(tx, before!, draft, context)
}

/** All of them or none; those that are so already are left as they are. */
export async function publishMedia(
  tx: SiteTx,
  ids: readonly string[],
  isPublished: boolean,
  context: EditContext,
): Promise<number> {
  const differing = (await locked(tx, ids)).filter((item) => item.isPublished !== isPublished)
  for (const item of differing) await store(tx, item, { ...draftOf(item), isPublished }, context)
  return differing.length
}

export async function dropMedia(tx: SiteTx, ids: readonly string[], context: EditContext): Promise<number> {
  const items = await locked(tx, ids)
  await tx.delete(mediaItems).where(
    inArray(
      mediaItems.id,
      items.map(({ id }) => id),
    ),
  )
  for (const item of items) await record(tx, { ...about(item, context), action: 'deleted' }, context.now)
  return items.length
}

export async function orderMedia(tx: SiteTx, move: Move, context: EditContext): Promise<number> {
  await alone(tx, 'media')
  const { id, position } = mediaItems
  const all = await tx
    .select({ id, position })
    .from(mediaItems)
    .orderBy(...inOrder)
  await moveIn(tx, mediaItems, all, move)
  const moved = await mediaById(tx, move.ids[0]!)
  const details = { moved: move.ids.length }
  await record(tx, { ...about(moved, context), action: 'reordered', details }, context.now)
  return move.ids.length
}

/** A file of the site's own must be there, and be called as it is. */
async function checkSource(tx: SiteTx, { source }: MediaDraft): Promise<void> {
  const asked = askedMediaFile(source)
  if (!asked) return
  const file = await mediaFileByHash(tx, asked.hash)
  if (!file || mediaSource(file) !== source)
    throw new Refusal('invalid', { fields: { source: 'This file is not there any more. Please upload it again.' } })
}

async function store(tx: SiteTx, before: StoredMedia, draft: MediaDraft, context: EditContext): Promise<StoredMedia> {
  const changes = changesBetween<MediaDraft>(draftOf(before), draft, fields)
  if (Object.keys(changes).length === 0) return before
  const [after] = await tx
    .update(mediaItems)
    .set({ ...draft, sequence: sql`${mediaItems.sequence} + 1` })
    .where(eq(mediaItems.id, before.id))
    .returning(columns)
  const action = changes.isPublished ? 'status_changed' : 'updated'
  const newStatus = after!.isPublished ? 'published' : 'hidden'
  await record(tx, { ...about(after!, context), action, details: { new_status: newStatus, changes } }, context.now)
  return after!
}

export const draftOf = (item: StoredMedia): MediaDraft =>
  Object.fromEntries(fields.map((field) => [field, item[field]])) as MediaDraft

async function locked(tx: SiteTx, ids: readonly string[]): Promise<StoredMedia[]> {
  const unique = [...new Set(ids)]
  const found = await tx
    .select(columns)
    .from(mediaItems)
    .where(inArray(mediaItems.id, unique))
    .orderBy(mediaItems.id)
    .for('update')
  if (found.length !== unique.length) throw new Refusal('not-found')
  return found
}

const about = ({ id, title }: StoredMedia, { userId }: Pick<EditContext, 'userId'>) =>
  ({ resourceType: 'media_item', resourceId: id, resourceName: title, userId }) as const
