import { and, asc, count, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { GalleryImageRequest } from '#domain/gallery/image-list.ts'
import { Refusal } from '#domain/refusal.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { containsWords, pageOf } from '#server/db/list.ts'
import { galleryImages } from '#server/gallery/table.ts'
import { pictureColumns as picture, type StoredPicture } from '#server/images/pictures.ts'
import { pictures } from '#server/images/table.ts'

const { websiteId: _, ...columns } = getTableColumns(galleryImages)

/** The owner's order. */
export const galleryImageOrder = [asc(galleryImages.position), asc(galleryImages.id)]
export const isGalleryImageKept = isNull(galleryImages.removedAt)
/** Neither in the gallery nor in the library. */
const lacksDescription = and(
  eq(galleryImages.alt, ''),
  sql`not exists (select from ${pictures} where ${pictures.websiteId} = ${galleryImages.websiteId}
    and ${pictures.id} = ${galleryImages.pictureId} and (${pictures.alt} <> '' or ${pictures.isDecorative}))`,
)

export type StoredImage = Omit<typeof galleryImages.$inferSelect, 'websiteId'> & { picture: StoredPicture }

/** The images with their pictures. */
export const selectGalleryImages = (tx: SiteTx) =>
  tx
    .select({ ...columns, picture })
    .from(galleryImages)
    .innerJoin(pictures, and(eq(pictures.websiteId, galleryImages.websiteId), eq(pictures.id, galleryImages.pictureId)))

const imageIds = (tx: SiteTx) => tx.select({ id: galleryImages.id }).from(galleryImages).$dynamic()

/** What visitors see. The ids come first: else the database would look up the pictures of all images for a few. */
export function publishedGalleryImages(tx: SiteTx, limit: number): Promise<StoredImage[]> {
  const shown = imageIds(tx)
    .where(and(eq(galleryImages.isPublished, true), isGalleryImageKept))
    .orderBy(...galleryImageOrder)
    .limit(limit)
  return selectGalleryImages(tx)
    .where(inArray(galleryImages.id, shown))
    .orderBy(...galleryImageOrder)
}

/** For administrators: what is not published too, a page at a time; and how many of all images have no description. */
export async function findGalleryImages(
  tx: SiteTx,
  { q, descriptions, page, size }: GalleryImageRequest,
): Promise<{ images: StoredImage[]; total: number; missing: number }> {
  const { rows, total } = await pageOf(tx, {
    rows: imageIds(tx),
    from: galleryImages,
    where: and(
      isGalleryImageKept,
      containsWords(q, galleryImages.caption, galleryImages.alt),
      descriptions && lacksDescription,
    ),
    orderBy: galleryImageOrder,
    page,
    size,
  })
  const ids = rows.map(({ id }) => id)
  const found = ids.length
    ? await selectGalleryImages(tx)
        .where(inArray(galleryImages.id, ids))
        .orderBy(...galleryImageOrder)
    : []
  const [counted] = await tx
    .select({ missing: count() })
    .from(galleryImages)
    .where(and(isGalleryImageKept, lacksDescription))
  return { images: found, total, missing: counted!.missing }
}

export async function galleryImageById(tx: SiteTx, id: string): Promise<StoredImage> {
  const [found] = await selectGalleryImages(tx).where(and(eq(galleryImages.id, id), isGalleryImageKept))
  if (!found) throw new Refusal('not-found')
  return found
}

/** How many images visitors see that have no description for screen readers. */
export async function countImagesWithoutAlt(tx: SiteTx): Promise<number> {
  const [found] = await tx
    .select({ images: count() })
    .from(galleryImages)
    .where(and(eq(galleryImages.isPublished, true), isGalleryImageKept, lacksDescription))
  return found!.images
}
