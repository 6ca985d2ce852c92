import { and, eq, inArray, lt, notExists, notInArray, sql } from 'drizzle-orm'
import { type PgColumn, union } from 'drizzle-orm/pg-core'
import { keptValues } from '#server/activity/undoable-delete.ts'
import { awards, releases } from '#server/collections/collections-table.ts'
import type { Database } from '#server/db/database.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { namesOlderThanADay, type ObjectStore } from '#server/files/object-store.ts'
import { galleryImages } from '#server/gallery/table.ts'
import { pictureKey, picturePrefix } from '#server/images/pictures.ts'
import { pictures } from '#server/images/table.ts'
import { mediaItems } from '#server/media/table.ts'
import { productImages } from '#server/products/table.ts'
import { performances } from '#server/tour/table.ts'

const [hour, day] = [3_600_000, 86_400_000]
const maxAtOnce = 500

/** What was removed from the gallery an hour ago, and pictures that nothing has named for a day, go for good. */
export async function sweepPictures(
  { database, store }: { database: Database; store: ObjectStore },
  websiteId: string,
  now: Date,
): Promise<void> {
  const old = await namesOlderThanADay(store, picturePrefix(websiteId), now)
  await inSite(database, { websiteId, role: 'worker' }, async (tx) => {
    await advisoryLock(tx, 'files')
    await tx.delete(galleryImages).where(lt(galleryImages.removedAt, new Date(+now - hour)))
    const unnamed = await deleteUnnamed(tx, now)
    // The row goes only if the file does: what cannot be deleted is found again the next time.
    for (const hash of [...unnamed, ...(await unknown(tx, old))]) await store.delete(pictureKey(websiteId, hash))
  })
}

async function deleteUnnamed(tx: SiteTx, now: Date): Promise<string[]> {
  const named = union(
    hashesIn(tx, performances, performances.imageUrl),
    hashesIn(tx, mediaItems, mediaItems.posterUrl),
    hashesIn(tx, productImages, productImages.imageUrl),
    hashesIn(tx, releases, releases.cover),
    hashesIn(tx, awards, awards.image),
    ...[performances.imageUrl, mediaItems.posterUrl, productImages.imageUrl, releases.cover, awards.image].map(
      (address) => keptHashes(tx, address, now),
    ),
  )
  const inGallery = tx
    .select({ id: galleryImages.id })
    .from(galleryImages)
    .where(and(eq(galleryImages.websiteId, pictures.websiteId), eq(galleryImages.pictureId, pictures.id)))
  const unnamed = tx
    .select({ id: pictures.id })
    .from(pictures)
    .where(and(lt(pictures.createdAt, new Date(+now - day)), notExists(inGallery), notInArray(pictures.hash, named)))
    .limit(maxAtOnce)
  const gone = await tx.delete(pictures).where(inArray(pictures.id, unnamed)).returning({ hash: pictures.hash })
  return gone.map(({ hash }) => hash)
}

/** `/images/<hash>/…` names the picture of that hash. */
const hashesIn = (
  tx: SiteTx,
  table: typeof performances | typeof mediaItems | typeof productImages | typeof releases | typeof awards,
  address: PgColumn,
) =>
  tx
    .select({ hash: sql<string>`split_part(${address}, '/', 3)` })
    .from(table)
    .where(sql`${address} like '/images/%'`)

/** The same of rows that an undo would restore. */
function keptHashes(tx: SiteTx, address: PgColumn, now: Date) {
  const kept = keptValues(tx, address, now).as('deleted')
  return tx
    .select({ hash: sql<string>`split_part(${kept.value}, '/', 3)` })
    .from(kept)
    .where(sql`${kept.value} like '/images/%'`)
}

/** Of these files, those that no row knows: a crash came between the two. */
async function unknown(tx: SiteTx, hashes: string[]): Promise<string[]> {
  if (!hashes.length) return []
  const found = await tx.select({ hash: pictures.hash }).from(pictures).where(inArray(pictures.hash, hashes))
  const known = new Set(found.map(({ hash }) => hash))
  return hashes.filter((hash) => !known.has(hash))
}
