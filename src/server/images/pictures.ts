import { and, eq, getTableColumns, inArray, type SQL } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { imageBasePath, parseImagePath } from '#domain/images/addresses.ts'
import type { Picture } from '#domain/images/picture.ts'
import type { OriginalType } from '#domain/images/upload.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Database } from '#server/db/database.ts'
import { type ChangeContext, inSite, type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { advisoryLock } from '#server/db/locks.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import type { NormalisedPicture } from '#server/images/normalise.ts'
import type { EncodablePicture, FindOriginal } from '#server/images/original.ts'
import { pictures } from '#server/images/table.ts'

const { websiteId: _, ...columns } = getTableColumns(pictures)
export const pictureColumns = columns

export type StoredPicture = Omit<typeof pictures.$inferSelect, 'websiteId'>

/** A file as it was uploaded, beside the picture that is made from it. */
export type OriginalFile = { hash: string; bytes: number; type: OriginalType }

/** A picture whose file is stored, before it has a row. */
export type NewPicture = NormalisedPicture & { name: string; fileName?: string; original?: OriginalFile }

export const picturePrefix = (websiteId: string): string => `${websiteId}/pictures/`
export const pictureKey = (websiteId: string, hash: string): string => `${picturePrefix(websiteId)}${hash}`

/** No address of the site leads here. */
export const originalPrefix = (websiteId: string): string => `${websiteId}/originals/`
export const originalKey = (websiteId: string, hash: string): string => `${originalPrefix(websiteId)}${hash}`

type ShownPicture = Pick<
  StoredPicture,
  'hash' | 'name' | 'width' | 'height' | 'placeholder' | 'focusX' | 'focusY' | 'alt'
>

/** As pages see it. The place that shows it may describe it in its own words. */
export function pictureOf(picture: ShownPicture, alt = ''): Picture {
  const { hash, name, width, height, placeholder, focusX, focusY } = picture
  const isCentred = focusX === 50 && focusY === 50
  return {
    base: imageBasePath(hash, name),
    width,
    height,
    placeholder,
    alt: alt || picture.alt,
    asIs: null,
    ...(!isCentred && { focus: { x: focusX, y: focusY } }),
  }
}

/** What a new picture is stored with. */
export type PictureStoreDeps = {
  store: ObjectStore
  /** Called in the transaction that stores a picture. */
  pictureStored?: (tx: SiteTx, picture: StoredPicture) => Promise<void>
}

/**
 * Writes the row of a stored file. Of a known hash it renews `createdAt`, keeps what is said about it, and brings it back
 * into the library.
 */
export async function storePicture(
  tx: SiteTx,
  { store, pictureStored }: PictureStoreDeps,
  made: NewPicture,
  { now, userId }: ChangeContext,
): Promise<StoredPicture> {
  await advisoryLock(tx, 'files')
  const { hash, name, width, height, placeholder, bytes, takenOn, fileName = '', original = null } = made
  const shape = { hash, name, width, height, placeholder, bytes, takenOn }
  const kept = {
    originalHash: original?.hash ?? null,
    originalBytes: original?.bytes ?? null,
    originalType: original?.type ?? null,
  }
  const [stored] = await tx
    .insert(pictures)
    .values({ ...shape, ...kept, fileName, uploadedBy: userId, createdAt: now })
    .onConflictDoUpdate({
      target: [pictures.websiteId, pictures.hash],
      set: { createdAt: now, removedAt: null, ...(original && kept), ...(fileName && { fileName }) },
    })
    .returning(columns)
  // The sweep has just deleted a file, because until now no row named it.
  const { websiteId } = scopeOf(tx)
  const keys = [pictureKey(websiteId, hash), ...(original ? [originalKey(websiteId, original.hash)] : [])]
  for (const key of keys) if (!(await store.head(key))) throw new Refusal('unavailable')
  await pictureStored?.(tx, stored!)
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
 * The caller gives the alternative text; without one it is the description of the library.
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
    if (own) known.set(address, { ...own, alt: '' })
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
    return picture ? { ...picture, alt: alt || picture.alt } : null
  }
}

type NamedPicture = {
  address: string | null
  field: string
  fileAt: FileAt
  /** How the place that names it describes it. */
  alt?: string | null
}

/**
 * An address of an own picture must exist. The lock keeps the sweep from deleting it before the row names it. A picture
 * without a description takes over the words of the place.
 */
export async function requireExistingPicture(tx: SiteTx, { address, field, fileAt, alt }: NamedPicture): Promise<void> {
  if (!address || !parseImagePath(address)) return
  await advisoryLock(tx, 'files')
  const pictureAt = await picturesAt(tx, [address], fileAt)
  if (pictureAt(address, null)) return describePictureAt(tx, address, alt)
  throw new Refusal('invalid', { fields: { [field]: 'This picture is not there any more. Please upload it again.' } })
}

export async function describePictureAt(tx: SiteTx, address: string, alt: string | null | undefined): Promise<void> {
  const parsed = parseImagePath(address)
  if (parsed && alt) await describePicture(tx, eq(pictures.hash, parsed.hash), alt)
}

/** Of these uploaded pictures the ones that have no description and are not decoration either. */
export async function listPicturesWithoutDescription(
  tx: SiteTx,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, { id: string; name: string }>> {
  const hashes = addresses.flatMap((address) => parseImagePath(address)?.hash ?? [])
  if (!hashes.length) return new Map()
  const rows = await tx
    .select(columns)
    .from(pictures)
    .where(and(inArray(pictures.hash, hashes), eq(pictures.alt, ''), eq(pictures.isDecorative, false)))
  const found = addresses.map((address) => ({ address, row: rows.find(({ hash }) => address.includes(`/${hash}/`)) }))
  return new Map(
    found.flatMap(({ address, row }) => (row ? [[address, { id: row.id, name: row.fileName || row.name }]] : [])),
  )
}

/** The first words about a picture are its description in the library. */
export async function describePicture(tx: SiteTx, which: SQL, alt: string): Promise<void> {
  await tx
    .update(pictures)
    .set({ alt })
    .where(and(which, eq(pictures.alt, ''), eq(pictures.isDecorative, false)))
}

const maxRemembered = 5_000
/** What another process has swept away is forgotten by then. */
const rememberedFor = 5 * 60_000

/** The pictures that owners have uploaded. A page asks for twenty of them at a time, so those found are remembered. */
export function createUploadedOriginalFinder(database: Database, store: ObjectStore): FindOriginal {
  const known = new LRUCache<string, { name: string; original: EncodablePicture }>({
    max: maxRemembered,
    ttl: rememberedFor,
  })
  return async ({ siteId }, { hash, name }) => {
    const key = pictureKey(siteId, hash)
    const found = known.get(key) ?? (await loadPicture(key))
    return found?.name === name ? found.original : null

    async function loadPicture(key: string) {
      const picture = await inSite(database, { websiteId: siteId, role: 'visitor' }, (tx) => pictureByHash(tx, hash))
      if (!picture) return null
      const { width, height, bytes } = picture
      const original: EncodablePicture = {
        hash,
        width,
        height,
        bytes,
        asIs: null,
        asFile: (work) => store.asFile(key, work),
      }
      const found = { name: picture.name, original }
      known.set(key, found)
      return found
    }
  }
}
