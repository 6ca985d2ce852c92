import type { FileType } from '#domain/uploads/options.ts'

/** A file of a product, with what is known of it as a track. */
export type AlbumFile = { fileType: FileType; name: string; title: string; number: number | null }

export type ZipEntry<File> = { name: string; file: File }

const longest = 100

/** Lower case, and nothing that a system keeps for itself: `Nächte am Ufer?` is `nächte_am_ufer_`. */
export function zipSafe(words: string): string {
  const safe = words
    .toWellFormed()
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[<>:"/\\|?*\s]/g, '_')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
  return [...safe].slice(0, longest).join('').replace(/\.+$/, '')
}

/** What the archive of a product is called. */
export const zipName = (productName: string): string => `${zipSafe(productName) || 'album'}.zip`

const endingIn = (name: string) => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase()

/**
 * What goes into the archive, and under which name: the tracks in their order, then the newest cover. Without tracks
 * there is no archive.
 */
export function zipEntries<File extends AlbumFile>(files: readonly File[]): ZipEntry<File>[] {
  const tracks = files.filter(({ fileType }) => fileType === 'tracks')
  const cover = files.findLast(({ fileType }) => fileType === 'cover')
  const numbers = numbersOf(tracks)
  const named = tracks.map((file, at) => {
    const number = String(numbers[at]).padStart(2, '0')
    return { name: `${number}_${zipSafe(file.title) || 'track'}.${endingIn(file.name) ?? 'mp3'}`, file }
  })
  return cover && tracks.length ? [...named, { name: `cover.${endingIn(cover.name) ?? 'jpg'}`, file: cover }] : named
}

/** The tracks' own numbers where they lead through the album in its order, else their places: no two are the same. */
function numbersOf(tracks: readonly AlbumFile[]): number[] {
  const own = tracks.flatMap(({ number }) => number ?? [])
  const isRising = own.every((number, at) => at === 0 || number > own[at - 1]!)
  return own.length === tracks.length && isRising ? own : tracks.map((_, at) => at + 1)
}
