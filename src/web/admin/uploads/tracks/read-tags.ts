import { blobLike, inBlocks } from '#domain/files/blocks.ts'
import { type Parsed, tagsIn, unreadable, usableDuration } from '#domain/uploads/metadata/parsed.ts'
import type { FileTags } from '#domain/uploads/metadata/track.ts'

const longestMs = 3_000

/**
 * What a recording says of itself, without loading it: only the parts are read where that stands. It is a help for its
 * owner; the server reads it again. Whatever is wrong with a file, it can still be sent.
 */
export async function readTags(file: Blob): Promise<FileTags> {
  const late = new Promise<FileTags>((resolve) => setTimeout(resolve, longestMs, unreadable))
  return Promise.race([found(file), late]).catch(() => unreadable)
}

async function found(file: Blob): Promise<FileTags> {
  const { parseBlob } = await import('music-metadata')
  const read = inBlocks(file.size, async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()))
  // It asks a blob for its size, its type and its slices, and for nothing else.
  const parsed: Parsed = await parseBlob(blobLike(file.size, read), { duration: false })
  const tags = tagsIn(parsed)
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
