import { and, eq, inArray, isNotNull, max } from 'drizzle-orm'
import { GalleryDraft } from '#domain/gallery/draft.ts'
import type { RowMove } from '#domain/positions.ts'
import { positionGap } from '#domain/positions.ts'
import { Refusal } from '#domain/refusal.ts'
import { editable, nextVersion, type VersionedEditContext } from '#server/activity/editable.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { movePositions } from '#server/db/positions.ts'
import {
  galleryImageById,
  galleryImageOrder,
  isGalleryImageKept,
  type StoredImage,
  selectGalleryImages,
} from '#server/gallery/queries.ts'
import { galleryImages } from '#server/gallery/table.ts'
import { describePicture } from '#server/images/pictures.ts'
import { pictures } from '#server/images/table.ts'

const lock = (tx: SiteTx, ids: string[]): Promise<StoredImage[]> =>
  selectGalleryImages(tx)
    .where(inArray(galleryImages.id, ids))
    .orderBy(galleryImages.id)
    .for('update', { of: galleryImages })

const edits = editable<'gallery_image', StoredImage, GalleryDraft>({
  resourceType: 'gallery_image',
  nameOf: ({ caption, alt, picture }) => caption || alt || picture.name,
  fields: Object.keys(GalleryDraft.shape) as (keyof GalleryDraft)[],
  lock: async (tx, ids) => (await lock(tx, ids)).filter(({ removedAt }) => !removedAt),
  store: async (tx, { id, pictureId }, draft) => {
    if (draft.alt) await describePicture(tx, eq(pictures.id, pictureId), draft.alt)
    await tx
      .update(galleryImages)
      .set({ ...draft, sequence: nextVersion(galleryImages.sequence) })
      .where(eq(galleryImages.id, id))
    return galleryImageById(tx, id)
  },
})

type NewImage = Pick<typeof galleryImages.$inferInsert, 'pictureId' | 'alt' | 'caption' | 'takenOn'>

/** Puts these at the end, in their order, without a line in the activity log. */
export async function appendGalleryImages(tx: SiteTx, added: readonly NewImage[]): Promise<void> {
  if (!added.length) return
  const last = await lastPosition(tx)
  await tx
    .insert(galleryImages)
    .values(added.map((each, index) => ({ ...each, position: last + (index + 1) * positionGap })))
}

async function lastPosition(tx: SiteTx): Promise<number> {
  const [found] = await tx.select({ last: max(galleryImages.position) }).from(galleryImages)
  return found?.last ?? 0
}

/** At the end, in this order. A picture is in the gallery once: one that is there stays, one just removed comes back. */
export async function addGalleryImages(
  tx: SiteTx,
  pictureIds: readonly string[],
  context: EditContext,
): Promise<StoredImage[]> {
  await advisoryLock(tx, 'gallery')
  // Keeps the sweep from deleting a picture that was unused so far.
  await advisoryLock(tx, 'files')
  const wanted = [...new Set(pictureIds)]
  const known = await tx
    .select({ id: pictures.id, takenOn: pictures.takenOn })
    .from(pictures)
    .where(inArray(pictures.id, wanted))
  if (known.length !== wanted.length) throw new Refusal('not-found')
  const ofThem = inArray(galleryImages.pictureId, wanted)
  const before = await selectGalleryImages(tx).where(ofThem)
  await restoreRemovedImages(tx, before, wanted)
  const takenOn = new Map(known.map((picture) => [picture.id, picture.takenOn]))
  const there = new Set(before.map(({ pictureId }) => pictureId))
  await appendGalleryImages(
    tx,
    wanted.flatMap((pictureId) =>
      there.has(pictureId) ? [] : [{ pictureId, takenOn: takenOn.get(pictureId) ?? null }],
    ),
  )
  const after = await selectGalleryImages(tx).where(ofThem)
  const stayed = new Set(before.flatMap(({ pictureId, removedAt }) => (removedAt ? [] : [pictureId])))
  const added = after.filter(({ pictureId }) => !stayed.has(pictureId))
  for (const image of added) await edits.log(tx, image, context, 'created')
  return after.sort((a, b) => wanted.indexOf(a.pictureId) - wanted.indexOf(b.pictureId))
}

async function restoreRemovedImages(tx: SiteTx, before: StoredImage[], order: string[]): Promise<void> {
  const removed = before
    .filter(({ removedAt }) => removedAt)
    .sort((a, b) => order.indexOf(a.pictureId) - order.indexOf(b.pictureId))
  let position = removed.length ? await lastPosition(tx) : 0
  for (const { id } of removed) {
    position += positionGap
    await tx.update(galleryImages).set({ removedAt: null, position }).where(eq(galleryImages.id, id))
  }
}

export const updateGalleryImage = (
  tx: SiteTx,
  id: string,
  draft: GalleryDraft,
  context: VersionedEditContext,
): Promise<StoredImage> => edits.update(tx, id, draft, context)

export async function moveGalleryImages(tx: SiteTx, move: RowMove, context: EditContext): Promise<number> {
  await advisoryLock(tx, 'gallery')
  const { id, position } = galleryImages
  const all = await tx
    .select({ id, position })
    .from(galleryImages)
    .where(isGalleryImageKept)
    .orderBy(...galleryImageOrder)
  await movePositions(tx, galleryImages, all, move)
  await edits.log(tx, await galleryImageById(tx, move.ids[0]!), context, 'reordered', { moved: move.ids.length })
  return move.ids.length
}

/** Out of sight at once, and for a while still to be had back. */
export async function removeGalleryImages(tx: SiteTx, ids: readonly string[], context: EditContext): Promise<number> {
  const found = await edits.locked(tx, ids)
  await tx
    .update(galleryImages)
    .set({ removedAt: context.now })
    .where(inArray(galleryImages.id, [...ids]))
  for (const image of found) await edits.log(tx, image, context, 'deleted')
  return found.length
}

/** Where they were; those that were brought back already are left as they are. */
export async function restoreGalleryImages(tx: SiteTx, ids: readonly string[], context: EditContext): Promise<number> {
  const unique = [...new Set(ids)]
  const found = await lock(tx, unique)
  if (found.length !== unique.length) throw new Refusal('not-found')
  const gone = found.filter(({ removedAt }) => removedAt)
  await tx
    .update(galleryImages)
    .set({ removedAt: null })
    .where(and(inArray(galleryImages.id, [...ids]), isNotNull(galleryImages.removedAt)))
  for (const image of gone) await edits.log(tx, image, context, 'restored')
  return gone.length
}
