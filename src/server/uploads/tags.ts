import { createRangeBlob, type ReadBytes } from '#domain/files/block-reader.ts'
import { fileTagsOf, type ParsedTags, usableDuration } from '#domain/uploads/metadata/file-tags.ts'
import type { FileTags } from '#domain/uploads/metadata/track.ts'

const megabyte = 1024 * 1024

/** Reads the tags of a track. Reads only the ranges that hold them, however large the file is. */
export async function readTrackTags(read: ReadBytes, size: number): Promise<FileTags> {
  const { parseBlob } = await import('music-metadata')
  // music-metadata uses only size, type and slices of a blob.
  const found: ParsedTags = await parseBlob(createRangeBlob(size, read), { duration: false })
  return fileTagsOf(found)
}

/** Measures the duration by reading the whole file, for the few files without one in their headers. */
export async function measureDurationMs(read: ReadBytes, size: number): Promise<number | null> {
  const { ADTS, CustomSource, FLAC, Input, MP3, MP4, OGG, QTFF, WAVE, WEBM } = await import('mediabunny')
  const source = new CustomSource({ getSize: () => size, read, maxCacheSize: megabyte })
  using input = new Input({ formats: [MP3, MP4, QTFF, WAVE, FLAC, OGG, WEBM, ADTS], source })
  return usableDuration(await input.computeDuration())
}
