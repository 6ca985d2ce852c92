import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { fallbackImagePath } from '#domain/images/addresses.ts'
import type { PictureDraft } from '#domain/pictures/draft.ts'
import { Refusal } from '#domain/refusal.ts'
import { editable, nextVersion, type VersionedEditContext } from '#server/activity/editable.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { galleryImages } from '#server/gallery/table.ts'
import {
  type NewPicture,
  type PictureStoreDeps,
  pictureColumns,
  pictureOf,
  type StoredPicture,
  storePicture,
} from '#server/images/pictures.ts'
import { pictures } from '#server/images/table.ts'
import { type LibraryPicture, lockPictures, pictureById } from '#server/pictures/queries.ts'
import { pictureUsesByHash, replacePictureAddresses } from '#server/pictures/uses.ts'
import { replacePictureInDraft } from '#server/site-editor/draft.ts'

const edits = editable<'picture', StoredPicture, PictureDraft>({
  resourceType: 'picture',
  nameOf: ({ fileName, name }) => fileName || name,
  fields: ['alt', 'isDecorative', 'focusX', 'focusY'],
  lock: lockPictures,
  store: async (tx, { id }, draft) => {
    const [after] = await tx
      .update(pictures)
      .set({ ...draft, sequence: nextVersion(pictures.sequence) })
      .where(eq(pictures.id, id))
      .returning(pictureColumns)
    return after!
  },
})

export async function updatePicture(
  tx: SiteTx,
  id: string,
  draft: PictureDraft,
  context: VersionedEditContext,
): Promise<LibraryPicture> {
  await edits.update(tx, id, draft, context)
  return pictureById(tx, id)
}

/**
 * Takes pictures out of the library. One that something shows stays; one that only old versions of the website name is
 * kept for them, out of sight.
 */
export async function removePictures(tx: SiteTx, ids: readonly string[], context: EditContext): Promise<number> {
  await advisoryLock(tx, 'files')
  const found = await edits.locked(tx, ids)
  const uses = await pictureUsesByHash(
    tx,
    found.map(({ hash }) => hash),
  )
  const used = found.filter(({ hash }) => uses.get(hash)?.some(({ isCurrent }) => isCurrent))
  if (used.length) throw new Refusal(found.length === 1 ? 'picture-in-use' : 'pictures-in-use')
  await tx
    .update(pictures)
    .set({ removedAt: context.now })
    .where(inArray(pictures.id, [...ids]))
  for (const picture of found) await edits.log(tx, picture, context, 'deleted')
  return found.length
}

export async function restorePictures(tx: SiteTx, ids: readonly string[], context: EditContext): Promise<number> {
  const removed = (await edits.locked(tx, ids)).filter(({ removedAt }) => removedAt)
  await tx
    .update(pictures)
    .set({ removedAt: null })
    .where(and(inArray(pictures.id, [...ids]), isNotNull(pictures.removedAt)))
  for (const picture of removed) await edits.log(tx, picture, context, 'restored')
  return removed.length
}

/**
 * A new file in the place of a picture: in all content, in the gallery and in the draft of the website, which begins here
 * if what visitors see names it. Older versions keep the old file. The description moves along; the focal point is that of
 * another picture.
 */
export async function replacePicture(
  tx: SiteTx,
  { id, made, files }: { id: string; made: NewPicture; files: PictureStoreDeps },
  context: EditContext,
): Promise<LibraryPicture> {
  const before = await edits.lockedRow(tx, id)
  const stored = await storePicture(tx, files, made, context)
  if (stored.id === before.id) throw new Refusal('picture-same')
  const isDescribed = stored.alt !== '' || stored.isDecorative
  const { alt, isDecorative } = isDescribed ? stored : before
  await tx
    .update(pictures)
    .set({ alt, isDecorative, sequence: nextVersion(pictures.sequence) })
    .where(eq(pictures.id, stored.id))
  const address = fallbackImagePath(pictureOf(stored))
  await replacePictureAddresses(tx, { hash: before.hash, address }, context.now)
  await tx
    .update(galleryImages)
    .set({ pictureId: stored.id, sequence: sql`${galleryImages.sequence} + 1` })
    .where(eq(galleryImages.pictureId, id))
  await replacePictureInDraft(tx, { hash: before.hash, address }, context)
  await tx.update(pictures).set({ removedAt: context.now }).where(eq(pictures.id, id))
  await edits.log(tx, stored, context, 'replaced', { replaced: before.fileName || before.name })
  return pictureById(tx, stored.id)
}
