import { and, count, eq, isNull } from 'drizzle-orm'
import type { SiteTx } from '#server/db/in-site.ts'
import { galleryImages } from '#server/gallery/table.ts'

/** How many images visitors see that say nothing to those who cannot see them. */
export async function countUndescribed(tx: SiteTx): Promise<number> {
  const { isPublished, removedAt, alt } = galleryImages
  const [found] = await tx
    .select({ images: count() })
    .from(galleryImages)
    .where(and(eq(isPublished, true), isNull(removedAt), eq(alt, '')))
  return found!.images
}
