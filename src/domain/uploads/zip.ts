import type { FileType } from '#domain/uploads/file-types.ts'

export const zipStages = ['initializing', 'processing', 'generating', 'complete'] as const
export type ZipStage = (typeof zipStages)[number]

/** A worker has this long to start, and this long to answer whether it is still there. */
export const workerStartMs = 5_000
export const workerPingMs = 5_000
/** So long without getting any further, and it is given up: an album that is read over a slow line takes longer. */
export const zipTimeoutMs = 5 * 60_000
/** After the first try. */
export const zipRetries = 2
export const zipCompressionLevel = 6

/**
 * The room that an archive may need while it is made, in memory or in the browser's storage. In storage its largest
 * compressed parts may lie beside it.
 */
export function spaceToMakeZip(bytes: number, pressed: readonly number[] = []): number {
  const largest = pressed.toSorted((a, b) => b - a).slice(0, maxParallelCompressions)
  return Math.max(
    bytes * 1.5,
    largest.reduce((sum, each) => sum + each, bytes),
  )
}

/** Sound and pictures that are small already become no smaller; a recording as it was made does. */
export const compressionLevelFor = (type: string): number => (type === 'audio/wav' ? zipCompressionLevel : 0)

/** So many parts of an archive are made smaller at a time: each takes a processor, and memory. */
export const maxParallelCompressions = 2

/** A file of a product, with what is known of it as a track. */
export type AlbumFile = { fileType: FileType; name: string; title: string; number: number | null }

export type ZipEntry<File> = { name: string; file: File }

const maxLength = 100

/** Lower case, and nothing that a system keeps for itself: `Nächte am Ufer?` is `nächte_am_ufer_`. */
export function zipFileName(words: string): string {
  const safe = words
    .toWellFormed()
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[<>:"/\\|?*\s]/g, '_')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
  return [...safe].slice(0, maxLength).join('').replace(/\.+$/, '')
}

/** The file name of a product's archive. */
export const zipName = (productName: string): string => `${zipFileName(productName) || 'album'}.zip`

const extensionIn = (name: string) => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase()

/** The entries of the archive with their names: the tracks in order, then the newest cover. Empty without tracks. */
export function zipEntries<File extends AlbumFile>(files: readonly File[]): ZipEntry<File>[] {
  const tracks = files.filter(({ fileType }) => fileType === 'tracks')
  const cover = files.findLast(({ fileType }) => fileType === 'cover')
  const numbers = numbersOf(tracks)
  const named = tracks.map((file, at) => {
    const number = String(numbers[at]).padStart(2, '0')
    return { name: `${number}_${zipFileName(file.title) || 'track'}.${extensionIn(file.name) ?? 'mp3'}`, file }
  })
  return cover && tracks.length ? [...named, { name: `cover.${extensionIn(cover.name) ?? 'jpg'}`, file: cover }] : named
}

/** The tracks' own numbers where they lead through the album in its order, else their places: no two are the same. */
function numbersOf(tracks: readonly AlbumFile[]): number[] {
  const own = tracks.flatMap(({ number }) => number ?? [])
  const isRising = own.every((number, at) => at === 0 || number > own[at - 1]!)
  return own.length === tracks.length && isRising ? own : tracks.map((_, at) => at + 1)
}
