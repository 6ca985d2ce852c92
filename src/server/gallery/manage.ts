import { and, eq, ilike, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { changesBetween } from '#domain/activity/changes.ts'
import { GalleryDraft } from '#domain/gallery/draft.ts'
import { gap } from '#domain/places.ts'
import { Refusal } from '#domain/refusal.ts'
import { record } from '#server/activity/actions.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { alone } from '#server/db/lock.ts'
import { type Move, moveIn } from '#server/db/places.ts'
import { appendImages, images, inOrder, lastPosition, pageOf, type StoredImage } from '#server/gallery/actions.ts'
import { galleryImages } from '#server/gallery/table.ts'
import { pictures } from '#server/images/table.ts'

const fields = Object.keys(GalleryDraft.shape) as (keyof GalleryDraft)[]
const present = isNull(galleryImages.removedAt)

export type ImageSearch = {
  q?: string | undefined
  descriptions?: 'missing' | undefined
  page: number
  size: number
}

/** For the owner: what is not published too, a page at a time; and how many have no description, whatever is searched. */
export async function findImages(
  tx: SiteTx,
  { q, descriptions, page, size }: ImageSearch,
): Promise<{ images: StoredImage[]; total: number; missing: number }> {
  const { caption, alt } = galleryImages
  const like = q && `%${q.replaceAll(/[%_\\]/g, '\\$&')}%`
  const isMissing = eq(alt, '')
  const wanted: (SQL | undefined)[] = [
    like ? or(ilike(caption, like), ilike(alt, like)) : undefined,
    descriptions && isMissing,
  ]
  const where = and(present, ...wanted)
  const found = await pageOf(tx, { where, limit: size, offset: (page - 1) * size })
  const [counted] = await tx
    .select({
      total: sql<number>`count(*) filter (where ${where})`.mapWith(Number),
      missing: sql<number>`count(*) filter (where ${isMissing})`.mapWith(Number),
    })
    .from(galleryImages)
    .where(present)
  return { images: found, ...counted! }
}

export async function imageById(tx: SiteTx, id: string): Promise<StoredImage> {
  const [found] = await images(tx).where(and(eq(galleryImages.id, id), present))
  if (!found) throw new Refusal('not-found')
  return found
}

/** At the end, in this order. A picture is in the gallery once: one that is there stays, one just removed comes back. */
export async function addImages(
  tx: SiteTx,
  pictureIds: readonly string[],
  context: EditContext,
): Promise<StoredImage[]> {
  await alone(tx, 'gallery')
  // One that nothing named so far is not swept away meanwhile.
  await alone(tx, 'files')
  const wanted = [...new Set(pictureIds)]
  const known = await tx
    .select({ id: pictures.id, takenOn: pictures.takenOn })
    .from(pictures)
    .where(inArray(pictures.id, wanted))
  if (known.length !== wanted.length) throw new Refusal('not-found')
  const ofThem = inArray(galleryImages.pictureId, wanted)
  const before = await images(tx).where(ofThem)
  await bringBack(tx, before, wanted)
  const takenOn = new Map(known.map((picture) => [picture.id, picture.takenOn]))
  const there = new Set(before.map(({ pictureId }) => pictureId))
  await appendImages(
    tx,
    wanted.flatMap((pictureId) =>
      there.has(pictureId) ? [] : [{ pictureId, takenOn: takenOn.get(pictureId) ?? null }],
    ),
  )
  const after = await images(tx).where(ofThem)
  const stayed = new Set(before.flatMap(({ pictureId, removedAt }) => (removedAt ? [] : [pictureId])))
  const added = after.filter(({ pictureId }) => !stayed.has(pictureId))
  for (const image of added) await record(tx, { ...about(image, context), action: 'created' }, context.now)
  return after.sort((a, b) => wanted.indexOf(a.pictureId) - wanted.indexOf(b.pictureId))
}

async function bringBack(tx: SiteTx, before: StoredImage[], order: string[]): Promise<void> {
  const removed = before
    .filter(({ removedAt }) => removedAt)
    .sort((a, b) => order.indexOf(a.pictureId) - order.indexOf(b.pictureId))
  let position = removed.length ? await lastPosition(tx) : 0
  for (const { id } of removed) {
    position += gap
    await tx.update(galleryImages).set({ removedAt: null, position }).where(eq(galleryImages.id, id))
  }
}

/** Whoever saves must have seen the newest version; otherwise somebody else's changes would be lost. */
export async function changeImage(
  tx: SiteTx,
  id: string,
  draft: GalleryDraft,
  { seen, ...context }: EditContext & { seen: number },
): Promise<StoredImage> {
  const [before] = await lockedImages(tx, [id])
  if (before!.sequence !== seen) throw new Refusal('conflict')
  const changes = changesBetween<GalleryDraft>(before!, draft, fields)
  if (Object.keys(changes).length === 0) return before!
  await tx
    .update(galleryImages)
    .set({ ...draft, sequence: sql`${galleryImages.sequence} + 1` })
    .where(eq(galleryImages.id, id))
  const after = await imageById(tx, id)
  await record(tx, { ...about(after, context), action: 'updated', details: { changes } }, context.now)
  return after
}

export async function orderImages(tx: SiteTx, move: Move, context: EditContext): Promise<number> {
  await alone(tx, 'gallery')
  const { id, position } = galleryImages
  const all = await tx
    .select({ id, position })
    .from(galleryImages)
    .where(present)
    .orderBy(...inOrder)
  await moveIn(tx, galleryImages, all, move)
  const moved = await imageById(tx, move.ids[0]!)
  const details = { moved: move.ids.length }
  await record(tx, { ...about(moved, context), action: 'reordered', details }, context.now)
  return move.ids.length
}

/** Out of sight at once, and for a while still to be had back. */
export async function removeImages(tx: SiteTx, ids: readonly string[], context: EditContext): Promise<number> {
  const found = await lockedImages(tx, ids)
  await tx
    .update(galleryImages)
    .set({ removedAt: context.now })
    .where(inArray(galleryImages.id, [...ids]))
  for (const image of found) await record(tx, { ...about(image, context), action: 'deleted' }, context.now)
  return found.length
}

/** Where they were; those that were brought back already are left as they are. */
export async function restoreImages(tx: SiteTx, ids: readonly string[], context: EditContext): Promise<number> {
  const found = await locked(tx, ids)
  const gone = found.filter(({ removedAt }) => removedAt)
  await tx
    .update(galleryImages)
    .set({ removedAt: null })
    .where(and(inArray(galleryImages.id, [...ids]), isNotNull(galleryImages.removedAt)))
  for (const image of gone) await record(tx, { ...about(image, context), action: 'restored' }, context.now)
  return gone.length
}

async function lockedImages(tx: SiteTx, ids: readonly string[]): Promise<StoredImage[]> {
  const found = await locked(tx, ids)
  if (found.some(({ removedAt }) => removedAt)) throw new Refusal('not-found')
  return found
}

async function locked(tx: SiteTx, ids: readonly string[]): Promise<StoredImage[]> {
  const unique = [...new Set(ids)]
  const found = await images(tx)
    .where(inArray(galleryImages.id, unique))
    .orderBy(galleryImages.id)
    .for('update', { of: galleryImages })
  if (found.length !== unique.length) throw new Refusal('not-found')
  return found
}

const about = ({ id, caption, alt, picture }: StoredImage, { userId }: Pick<EditContext, 'userId'>) =>
  ({
    resourceType: 'gallery_image',
    resourceId: id,
    resourceName: caption || alt || picture.name,
    userId,
  }) as const
