import { blobLike, type ReadBytes } from '#domain/files/blocks.ts'
import { type Parsed, tagsIn, usableDuration } from '#domain/uploads/metadata/parsed.ts'
import type { FileTags } from '#domain/uploads/metadata/track.ts'

const megabyte = 1024 * 1024

/** What a recording says of itself. Of a file of any size only the parts are read where that stands. */
export async function tagsOf(read: ReadBytes, size: number): Promise<FileTags> {
  const { parseBlob } = await import('music-metadata')
  // It asks a blob for its size, its type and its slices, and for nothing else.
  const found: Parsed = await parseBlob(blobLike(size, read), { duration: false })
  return tagsIn(found)
}

/** How long it is, by going through all of it: for the few files that do not say so. */
export async function measuredDuration(read: ReadBytes, size: number): Promise<number | null> {
  const { ADTS, CustomSource, FLAC, Input, MP3, MP4, OGG, WAVE } = await import('mediabunny')
  const source = new CustomSource({ getSize: () => size, read, maxCacheSize: megabyte })
  using input = new Input({ formats: [MP3, MP4, WAVE, FLAC, OGG, ADTS], source })
  return usableDuration(await input.computeDuration())
}
