import { detectPictureKind, type PictureKind } from '#domain/images/upload.ts'
import { detectMediaType, isAmbiguousMp4 } from '#domain/media/own-file.ts'
import type { PlainReason } from '#domain/refusal.ts'

/** The purpose of a file; each accepts its own media types. */
export const fileTypes = ['tracks', 'album', 'cover'] as const
export type FileType = (typeof fileTypes)[number]
/** What a buyer of a download pays for; a product that has a cover alone cannot be sold. */
export const soldFileTypes = ['tracks', 'album'] as const satisfies FileType[]

/** Detects the media type by the first bytes, and by the name only where they are ambiguous. */
export type DetectedFileKind = { kind: 'audio' | 'picture' | 'zip'; type: string }

const soldPictures = new Set<PictureKind>(['jpeg', 'png', 'webp', 'avif'])

/** Null when it is nothing that is sold here. */
export function detectFileKind(head: Uint8Array, name = ''): DetectedFileKind | null {
  if (isZip(head)) return { kind: 'zip', type: 'application/zip' }
  if (isAmbiguousMp4(head) && /\.m4a$/i.test(name)) return { kind: 'audio', type: 'audio/mp4' }
  const sound = isAdts(head) ? 'audio/aac' : detectMediaType(head)
  if (sound?.startsWith('audio/')) return { kind: 'audio', type: sound }
  const picture = detectPictureKind(head)
  return picture && soldPictures.has(picture) ? { kind: 'picture', type: `image/${picture}` } : null
}

/** A file, or an archive with nothing in it. */
const isZip = (head: Uint8Array) =>
  head[0] === 0x50 && head[1] === 0x4b && ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6))

/** AAC without a container: a sync word, then layer 0, which no MP3 has. */
const isAdts = (head: Uint8Array) =>
  head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0 && (((head[2] ?? 0) >> 2) & 15) < 13

const kindByFileType: Record<FileType, DetectedFileKind['kind']> = { tracks: 'audio', album: 'zip', cover: 'picture' }
const reasonByFileType: Record<FileType, PlainReason> = {
  tracks: 'upload-not-audio',
  album: 'upload-not-zip',
  cover: 'upload-not-picture',
}

/** Null when a file may be what it is sent as, else why not. */
export function fileTypeRefusal(fileType: FileType, found: DetectedFileKind | null): PlainReason | null {
  return found?.kind === kindByFileType[fileType] ? null : reasonByFileType[fileType]
}

/** The value of `<input accept>`. */
export const acceptedFiles =
  '.mp3,.flac,.wav,.m4a,.aac,.ogg,.zip,audio/mpeg,audio/flac,audio/wav,audio/mp4,audio/aac,audio/ogg,application/zip,image/jpeg,image/png,image/webp,image/avif'

/** The file type by its name alone; the server checks the content. */
export function fileTypeByName(name: string): FileType {
  if (/\.zip$/i.test(name)) return 'album'
  return /\.(jpe?g|png|webp|avif)$/i.test(name) ? 'cover' : 'tracks'
}
