import { eq, getTableColumns, inArray } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { imageBase, parseImagePath } from '#domain/images/addresses.ts'
import type { Picture } from '#domain/images/picture.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Database } from '#server/db/database.ts'
import { inSite, type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { advisoryLock } from '#server/db/locks.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import type { Normalised } from '#server/images/normalise.ts'
import type { FindOriginal, Photograph } from '#server/images/original.ts'
import { pictures } from '#server/images/table.ts'

const { websiteId: _, createdAt: __, ...columns } = getTableColumns(pictures)

export type StoredPicture = Normalised & { id: string; name: string }

export const picturePrefix = (websiteId: string): string => `${websiteId}/pictures/`
export const pictureKey = (websiteId: string, hash: string): string => `${picturePrefix(websiteId)}${hash}`

/** As pages see it. */
export const pictureOf = (
  { hash, name, width, height, placeholder }: Omit<StoredPicture, 'id' | 'takenOn' | 'bytes'>,
  alt = '',
): Picture => ({ base: imageBase(hash, name), width, height, placeholder, alt, asIs: null })

/** Writes the row of a stored file. A known hash only renews `createdAt`, so the sweep leaves it for another day. */
export async function storePicture(
  tx: SiteTx,
  store: ObjectStore,
  made: Omit<StoredPicture, 'id'>,
  now: Date,
): Promise<StoredPicture> {
  await advisoryLock(tx, 'files')
  const { hash, name, width, height, placeholder, bytes, takenOn } = made
  const [stored] = await tx
    .insert(pictures)
    .values({ hash, name, width, height, placeholder, bytes, takenOn, createdAt: now })
    .onConflictDoUpdate({ target: [pictures.websiteId, pictures.hash], set: { createdAt: now } })
    .returning(columns)
  // The sweep has just deleted it, because until now no row named it.
  if (!(await store.head(pictureKey(scopeOf(tx).websiteId, hash)))) throw new Refusal('unavailable')
  return stored!
}

export async function pictureByHash(tx: SiteTx, hash: string): Promise<StoredPicture | null> {
  const [found] = await tx.select(columns).from(pictures).where(eq(pictures.hash, hash))
  return found ?? null
}

/** A picture of the site's folder, which no table knows. */
export type FileAt = (requested: { hash: string; name: string }) => Picture | null

/**
 * Finds the pictures behind stored addresses in one query. An address elsewhere, or of a deleted picture, is not found.
 * The caller gives the alternative text.
 */
export async function picturesAt(
  tx: SiteTx,
  addresses: readonly (string | null)[],
  fileAt: FileAt,
): Promise<(address: string | null, alt: string | null) => Picture | null> {
  const parsedAddresses = new Map(
    addresses.flatMap((address) => (address ? [[address, parseImagePath(address)] as const] : [])),
  )
  const known = new Map<string, Picture>()
  const unknown = new Map<string, string[]>()
  for (const [address, image] of parsedAddresses) {
    if (!image) continue
    const own = fileAt(image)
    if (own) known.set(address, own)
    else unknown.set(image.hash, [...(unknown.get(image.hash) ?? []), address])
  }
  const found = unknown.size
    ? await tx
        .select(columns)
        .from(pictures)
        .where(inArray(pictures.hash, [...unknown.keys()]))
    : []
  for (const picture of found)
    for (const address of unknown.get(picture.hash) ?? [])
      if (parsedAddresses.get(address)?.name === picture.name) known.set(address, pictureOf(picture))
  return (address, alt) => {
    const picture = address === null ? undefined : known.get(address)
    return picture ? { ...picture, alt: alt ?? '' } : null
  }
}

/** An address of an own picture must exist. The lock keeps the sweep from deleting it before the row names it. */
export async function checkPicture(
  tx: SiteTx,
  { address, field, fileAt }: { address: string | null; field: string; fileAt: FileAt },
): Promise<void> {
  if (!address || !parseImagePath(address)) return
  await advisoryLock(tx, 'files')
  const pictureAt = await picturesAt(tx, [address], fileAt)
  if (pictureAt(address, null)) return
  throw new Refusal('invalid', { fields: { [field]: 'This picture is not there any more. Please upload it again.' } })
}

const maxRemembered = 5_000
/** What another process has swept away is forgotten by then. */
const rememberedFor = 5 * 60_000

/** The pictures that owners have uploaded. A page asks for twenty of them at a time, so those found are remembered. */
export function uploadedOriginals(database: Database, store: ObjectStore): FindOriginal {
  const known = new LRUCache<string, { name: string; original: Photograph }>({
    max: maxRemembered,
    ttl: rememberedFor,
  })
  return async ({ siteId }, { hash, name }) => {
    const key = pictureKey(siteId, hash)
    const found = known.get(key) ?? (await look(key))
    return found?.name === name ? found.original : null

    async function look(key: string) {
      const picture = await inSite(database, { websiteId: siteId, role: 'visitor' }, (tx) => pictureByHash(tx, hash))
      if (!picture) return null
      const { width, height } = picture
      const original: Photograph = { hash, width, height, asIs: null, asFile: (work) => store.asFile(key, work) }
      const found = { name: picture.name, original }
      known.set(key, found)
      return found
    }
  }
}
