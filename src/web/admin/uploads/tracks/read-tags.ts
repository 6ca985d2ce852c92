import { blobLike, readInBlocks } from '#domain/files/blocks.ts'
import { fileTagsOf, type ParsedTags, unreadableTags, usableDuration } from '#domain/uploads/metadata/parsed.ts'
import { described, type FileTags, noTags } from '#domain/uploads/metadata/track.ts'
import type { UploadOptions } from '#domain/uploads/session.ts'

const longestMs = 3_000

/**
 * What a recording says of itself, without loading it: only the parts are read where that stands. It is a help for its
 * owner; the server reads it again. Whatever is wrong with a file, it can still be sent.
 */
export async function readTags(file: Blob): Promise<FileTags> {
  const late = new Promise<FileTags>((resolve) => setTimeout(resolve, longestMs, unreadableTags))
  return Promise.race([found(file), late]).catch(() => unreadableTags)
}

async function found(file: Blob): Promise<FileTags> {
  const { parseBlob } = await import('music-metadata')
  const read = readInBlocks(file.size, async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()))
  // music-metadata uses only size, type and slices of a blob.
  const parsed: ParsedTags = await parseBlob(blobLike(file.size, read), { duration: false })
  const tags = fileTagsOf(parsed)
  return tags.duration === null ? { ...tags, duration: await heard(file) } : tags
}

/** As the browser's own player says. */
function heard(file: Blob): Promise<number | null> {
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

/** What was read from files that are on their way, as long as this page is open. */
const read = new WeakMap<UploadOptions, FileTags>()

/** How a recording is sent: with what it says of itself. */
export async function uploadOptionsFor(file: File, options: UploadOptions): Promise<UploadOptions> {
  const tags = await readTags(file)
  const { title, trackNumber, artist } = described({ id: '', name: file.name, tags, words: {} }, 1)
  const said: UploadOptions = {
    ...options,
    trackTitle: title,
    ...(trackNumber && { trackNumber }),
    ...(artist && { artist }),
  }
  read.set(said, tags)
  return said
}

/** What is known of a recording that is on its way; after a reload, what was said when it was sent. */
export function pendingTags(options: UploadOptions): FileTags {
  const { trackTitle: title = null, trackNumber = null, artist = null } = options
  return read.get(options) ?? { ...noTags, hasTags: title !== null, title, trackNumber, artist }
}
