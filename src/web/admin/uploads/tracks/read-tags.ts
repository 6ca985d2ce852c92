import { createBlockReader, createRangeBlob } from '#domain/files/block-reader.ts'
import { acceptedPictureTypes, maxPictureBytes } from '#domain/images/upload.ts'
import { fileTagsOf, frontCover, unreadableTags, usableDuration } from '#domain/uploads/metadata/file-tags.ts'
import { emptyFileTags, type FileTags, trackMetadataOf } from '#domain/uploads/metadata/track.ts'
import type { UploadOptions } from '#domain/uploads/session.ts'

const timeoutMs = 3_000

/**
 * Reads the tags of a recording without loading all of it. They only help the owner: the server reads them again, and
 * an unreadable file can still be uploaded.
 */
export async function readTags(file: Blob): Promise<FileTags> {
  const late = new Promise<FileTags>((resolve) => setTimeout(resolve, timeoutMs, unreadableTags))
  return Promise.race([found(file), late]).catch(() => unreadableTags)
}

async function parseTags(file: Blob) {
  const { parseBlob } = await import('music-metadata')
  const read = createBlockReader(
    file.size,
    async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
  )
  // music-metadata uses only size, type and slices of a blob.
  return parseBlob(createRangeBlob(file.size, read), { duration: false })
}

/** The cover in a recording, if it is a picture that the shop can show. */
export async function readCover(file: Blob): Promise<File | null> {
  const cover = await parseTags(file).then(
    ({ common }) => frontCover(common.picture ?? []),
    () => null,
  )
  const type = acceptedPictureTypes.find((each) => each === cover?.format.replace('image/jpg', 'image/jpeg'))
  if (!cover || !type || cover.data.length > maxPictureBytes) return null
  return new File([new Uint8Array(cover.data)], `cover.${type.slice('image/'.length)}`, { type })
}

async function found(file: Blob): Promise<FileTags> {
  const tags = fileTagsOf(await parseTags(file))
  return tags.duration === null ? { ...tags, duration: await readDuration(file) } : tags
}

/** The duration according to the browser's player. */
function readDuration(file: Blob): Promise<number | null> {
  const address = URL.createObjectURL(file)
  const player = new Audio()
  player.preload = 'metadata'
  return new Promise<number | null>((resolve) => {
    player.onloadedmetadata = () => resolve(usableDuration(player.duration))
    player.onerror = () => resolve(null)
    player.src = address
  }).finally(() => {
    player.removeAttribute('src')
    URL.revokeObjectURL(address)
  })
}

/** The tags of files that are being uploaded, while this page is open. */
const read = new WeakMap<UploadOptions, FileTags>()

/** The upload options of a recording, with its tags. */
export async function uploadOptionsFor(file: File, options: UploadOptions): Promise<UploadOptions> {
  const tags = await readTags(file)
  const { title, trackNumber, artist } = trackMetadataOf({ id: '', name: file.name, tags, words: {} }, 1)
  const withTags: UploadOptions = {
    ...options,
    trackTitle: title,
    ...(trackNumber && { trackNumber }),
    ...(artist && { artist }),
  }
  read.set(withTags, tags)
  return withTags
}

/** The tags of a recording that is being uploaded; after a reload, those that were sent with it. */
export function tagsOfPendingUpload(options: UploadOptions): FileTags {
  const { trackTitle: title = null, trackNumber = null, artist = null } = options
  return read.get(options) ?? { ...emptyFileTags, hasTags: title !== null, title, trackNumber, artist }
}
