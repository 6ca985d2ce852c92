import { createHash } from 'node:crypto'
import { asc, inArray, sql } from 'drizzle-orm'
import { trackMetadataOf } from '#domain/uploads/metadata/track.ts'
import { type ZipEntry, zipEntries } from '#domain/uploads/zip.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { productFiles } from '#server/products/files-table.ts'
import { trackFileOf } from '#server/uploads/file-commands.ts'
import { filesOfProduct, type ProductFile } from '#server/uploads/files.ts'

/** The files that the archive of an album must hold, and the archive that exists. */
export type Album = {
  entries: ZipEntry<ProductFile>[]
  /** False while the tags of a track are being read, which may change its name in the archive. */
  isRead: boolean
  /** A hash of the tracks, their names and their order. */
  state: string
  archive: (ProductFile & { isCurrent: boolean }) | null
}

export async function readProductAlbum(tx: SiteTx, productId: string): Promise<Album> {
  const files = await filesOfProduct(tx, productId)
  const entries = entriesOf(files)
  const isRead = entries.every(({ file }) => file.fileType !== 'tracks' || file.tags !== null)
  const state = stateOf(entries)
  const made = files.findLast(({ details }) => details.madeFrom)
  return { entries, isRead, state, archive: made ? { ...made, isCurrent: made.details.madeFrom === state } : null }
}

const entriesOf = (files: readonly ProductFile[]) => zipEntries(files.map((file) => ({ ...file, ...trackOf(file) })))

/** The files that buyers get: without an outdated archive. */
export function filesForBuyers(files: readonly ProductFile[]): ProductFile[] {
  const entries = entriesOf(files)
  const isWhole = ({ details: { madeFrom } }: ProductFile) => !madeFrom || madeFrom === stateOf(entries)
  // An owner who has deleted the tracks sells the archive alone.
  return entries.length ? files.filter(isWhole) : [...files]
}

/** The ids of all archives of the site that buyers no longer get. */
export async function outdatedArchives(tx: SiteTx): Promise<string[]> {
  const withArchive = tx
    .select({ id: productFiles.productId })
    .from(productFiles)
    .where(sql`${productFiles.details} ->> 'madeFrom' is not null`)
  const files = await tx
    .select()
    .from(productFiles)
    .where(inArray(productFiles.productId, withArchive))
    .orderBy(asc(productFiles.position))
  return [...Map.groupBy(files, ({ productId }) => productId).values()].flatMap((ofProduct) => {
    const offered = new Set(filesForBuyers(ofProduct))
    return ofProduct.filter((file) => !offered.has(file)).map(({ id }) => id)
  })
}

function trackOf(file: ProductFile) {
  const { title, trackNumber } = trackMetadataOf(trackFileOf(file), 0)
  return { title, number: trackNumber }
}

/** The content of a file never changes under its id. */
const stateOf = (entries: ZipEntry<ProductFile>[]): string =>
  createHash('sha256')
    .update(entries.map(({ name, file }) => `${file.id} ${name}\n`).join(''))
    .digest('hex')
