import { and, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { listNamesOlderThanADay, type ObjectStore } from '#server/files/object-store.ts'
import { galleryImages } from '#server/gallery/table.ts'
import { originalKey, originalPrefix, pictureKey, picturePrefix } from '#server/images/pictures.ts'
import { pictures } from '#server/images/table.ts'
import { usedPictureHashes } from '#server/pictures/uses.ts'

const hour = 3_600_000
const maxAtOnce = 500

/**
 * What was removed from the gallery an hour ago goes for good, and so does what was removed from the library as soon as
 * nothing names it, old versions of the website included. Files without a row go after a day.
 */
export async function sweepPictures(
  { database, store }: { database: Database; store: ObjectStore },
  websiteId: string,
  now: Date,
): Promise<void> {
  const old = await listNamesOlderThanADay(store, picturePrefix(websiteId), now)
  const oldOriginals = await listNamesOlderThanADay(store, originalPrefix(websiteId), now)
  const anHourAgo = new Date(+now - hour)
  await inSite(database, { websiteId, role: 'worker' }, async (tx) => {
    await advisoryLock(tx, 'files')
    await tx.delete(galleryImages).where(lt(galleryImages.removedAt, anHourAgo))
    const deleted = await deleteRemoved(tx, anHourAgo, now)
    const [known, knownOriginals] = [
      await hashesInUse(tx, old, 'hash'),
      await hashesInUse(tx, oldOriginals, 'originalHash'),
    ]
    // The row goes only if the file does: what cannot be deleted is found again the next time.
    for (const hash of [...deleted, ...old.filter((each) => !known.has(each))])
      await store.delete(pictureKey(websiteId, hash))
    for (const hash of oldOriginals.filter((each) => !knownOriginals.has(each)))
      await store.delete(originalKey(websiteId, hash))
  })
}

async function deleteRemoved(tx: SiteTx, before: Date, now: Date): Promise<string[]> {
  const removed = tx
    .select({ id: pictures.id })
    .from(pictures)
    .where(and(lt(pictures.removedAt, before), sql`${pictures.hash} not in (${usedPictureHashes(tx, now)})`))
    .limit(maxAtOnce)
  const gone = await tx.delete(pictures).where(inArray(pictures.id, removed)).returning({ hash: pictures.hash })
  return gone.map(({ hash }) => hash)
}

/** Those of these hashes that a row has. */
async function hashesInUse(tx: SiteTx, hashes: string[], column: 'hash' | 'originalHash'): Promise<Set<string | null>> {
  if (!hashes.length) return new Set()
  const named = pictures[column]
  const found = await tx
    .select({ hash: named })
    .from(pictures)
    .where(and(isNotNull(named), inArray(named, hashes)))
  return new Set(found.map(({ hash }) => hash))
}
