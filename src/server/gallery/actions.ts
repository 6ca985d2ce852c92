import { and, asc, eq, getTableColumns, isNull, max } from 'drizzle-orm'
import { gap } from '#domain/places.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { galleryImages } from '#server/gallery/table.ts'
import type { StoredPicture } from '#server/images/pictures.ts'
import { pictures } from '#server/images/table.ts'

const { websiteId: _, ...columns } = getTableColumns(galleryImages)
const { websiteId: __, createdAt: ___, ...picture } = getTableColumns(pictures)
export const imageColumns = { ...columns, picture }

export type StoredImage = Omit<typeof galleryImages.$inferSelect, 'websiteId'> & { picture: StoredPicture }

/** The images with what is known of their pictures. */
export const images = (tx: SiteTx) =>
  tx
    .select(imageColumns)
    .from(galleryImages)
    .innerJoin(pictures, and(eq(pictures.websiteId, galleryImages.websiteId), eq(pictures.id, galleryImages.pictureId)))

export const inOrder = [asc(galleryImages.position), asc(galleryImages.id)]

/** What visitors see, in the owner's order; the policy leaves out what is not published. */
export const publishedImages = (tx: SiteTx, limit: number): Promise<StoredImage[]> =>
  images(tx)
    .where(and(eq(galleryImages.isPublished, true), isNull(galleryImages.removedAt)))
    .orderBy(...inOrder)
    .limit(limit)

type NewImage = Pick<typeof galleryImages.$inferInsert, 'pictureId' | 'alt' | 'takenOn'>

/** Puts these at the end, in their order. */
export async function appendImages(tx: SiteTx, added: readonly NewImage[]): Promise<void> {
  if (!added.length) return
  const last = await lastPosition(tx)
  await tx.insert(galleryImages).values(added.map((each, index) => ({ ...each, position: last + (index + 1) * gap })))
}

export async function lastPosition(tx: SiteTx): Promise<number> {
  const [found] = await tx.select({ last: max(galleryImages.position) }).from(galleryImages)
  return found?.last ?? 0
}
