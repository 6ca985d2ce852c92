import { createHash } from 'node:crypto'
import { Refusal } from '#domain/refusal.ts'
import { described } from '#domain/uploads/metadata/track.ts'
import { type ZipEntry, zipEntries } from '#domain/uploads/zip-names.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { fileById, type ProductFile } from '#server/uploads/complete.ts'
import { filesOfProduct } from '#server/uploads/files.ts'
import { trackFileOf } from '#server/uploads/metadata.ts'

/** What the archive of an album must hold, and the one that there is. */
export type Album = {
  entries: ZipEntry<ProductFile>[]
  /** False while it may still come out that tracks are called otherwise: their tags are being read. */
  isRead: boolean
  /** The state of the tracks; another one as soon as any of them, its name or its place changes. */
  state: string
  archive: (ProductFile & { isCurrent: boolean }) | null
}

export async function albumOf(tx: SiteTx, productId: string): Promise<Album> {
  const files = await filesOfProduct(tx, productId)
  const entries = entriesOf(files)
  const isRead = entries.every(({ file }) => file.fileType !== 'tracks' || file.tags !== null)
  const state = stateOf(entries)
  const made = files.findLast(({ details }) => details.madeFrom)
  return { entries, isRead, state, archive: made ? { ...made, isCurrent: made.details.madeFrom === state } : null }
}

const entriesOf = (files: readonly ProductFile[]) => zipEntries(files.map((file) => ({ ...file, ...trackOf(file) })))

/** What of a product's files is for buyers: not an archive of other recordings than there are now. */
export function forBuyers(files: readonly ProductFile[]): ProductFile[] {
  const entries = entriesOf(files)
  const isWhole = ({ details: { madeFrom } }: ProductFile) => !madeFrom || madeFrom === stateOf(entries)
  // Whoever has deleted the recordings sells the archive alone.
  return entries.length ? files.filter(isWhole) : [...files]
}

function trackOf(file: ProductFile) {
  const { title, trackNumber } = described(trackFileOf(file), 0)
  return { title, number: trackNumber }
}

/** What is in a file never changes under its id. */
const stateOf = (entries: ZipEntry<ProductFile>[]): string =>
  createHash('sha256')
    .update(entries.map(({ name, file }) => `${file.id} ${name}\n`).join(''))
    .digest('hex')

/** A file for whoever may take it for nothing: its owner. */
export async function ownFile(tx: SiteTx, id: string): Promise<ProductFile> {
  const file = await fileById(tx, id)
  if (!file) throw new Refusal('not-found')
  return file
}
