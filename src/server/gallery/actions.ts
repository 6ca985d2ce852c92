import { and, asc, eq, getTableColumns, inArray, isNull, max, type SQL } from 'drizzle-orm'
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

type Page = { where: SQL | undefined; limit: number; offset?: number }

/** Some of them, in the owner's order. Which ones is decided first: else all pictures would be looked up for a few. */
export function pageOf(tx: SiteTx, { where, limit, offset = 0 }: Page): Promise<StoredImage[]> {
  const page = tx
    .select({ id: galleryImages.id })
    .from(galleryImages)
    .where(where)
    .orderBy(...inOrder)
    .limit(limit)
    .offset(offset)
  return images(tx)
    .where(inArray(galleryImages.id, page))
    .orderBy(...inOrder)
}

/** What visitors see; the policy leaves out what is not published. */
export const publishedImages = (tx: SiteTx, limit: number): Promise<StoredImage[]> =>
  pageOf(tx, { where: and(eq(galleryImages.isPublished, true), isNull(galleryImages.removedAt)), limit })

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
