import { arrayBuffer } from 'node:stream/consumers'
import { blobLike, inBlocks, type ReadBytes } from '#domain/files/blocks.ts'
import { type Parsed, tagsIn, unreadable, usableDuration } from '#domain/uploads/metadata/parsed.ts'
import type { FileTags } from '#domain/uploads/metadata/track.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { readStored, type StoredFile } from '#server/uploads/stored-file.ts'

const megabyte = 1024 * 1024
/** Tags with a large picture take some; a file that wants more read for its tags is not worth it. */
const mostForTags = 32 * megabyte
const longestMs = 20_000

/**
 * What a stored recording says of itself. Of a file of any size only the parts are read where that stands; whatever is
 * wrong with the file, the answer is what could be found. Throws only when its bytes cannot be had just now.
 */
export async function tagsOfStored(store: ObjectStore, file: StoredFile, signal: AbortSignal): Promise<FileTags> {
  const reader = readerOf(store, file, signal)
  const tags = await reader.attempt(() => parsed(reader, file.bytes), unreadable)
  if (!tags.isReadable || tags.duration !== null) return tags
  return { ...tags, duration: await reader.attempt(() => measured(reader, file.bytes), null) }
}

type Reader = ReturnType<typeof readerOf>

async function parsed({ read }: Reader, size: number): Promise<FileTags> {
  const { parseBlob } = await import('music-metadata')
  let left = mostForTags
  const some: ReadBytes = (from, to) => {
    left -= to - from
    if (left < 0) throw new Error('the tags are too large')
    return read(from, to)
  }
  // It asks a blob for its size, its type and its slices, and for nothing else.
  const found: Parsed = await parseBlob(blobLike(size, some), { duration: false })
  return tagsIn(found)
}

/** By going through all of it, for the few files that do not say how long they are. */
async function measured({ read }: Reader, size: number): Promise<number | null> {
  const { ADTS, CustomSource, FLAC, Input, MP3, MP4, OGG, WAVE } = await import('mediabunny')
  const source = new CustomSource({ getSize: () => size, read, maxCacheSize: megabyte })
  using input = new Input({ formats: [MP3, MP4, WAVE, FLAC, OGG, ADTS], source })
  return usableDuration(await input.computeDuration())
}

function readerOf(store: ObjectStore, file: StoredFile, stopped: AbortSignal) {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(longestMs)])
  let lost: unknown = null
  const stored: ReadBytes = async (from, to) => {
    signal.throwIfAborted()
    try {
      return new Uint8Array(await arrayBuffer(readStored(store, file, { from, to: to - 1 })))
    } catch (error) {
      lost = error
      throw error
    }
  }
  return {
    read: inBlocks(file.bytes, stored),
    /** What comes of it; something else where the file is to blame. */
    async attempt<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
      try {
        return await work()
      } catch {
        stopped.throwIfAborted()
        if (lost) throw lost
        return otherwise
      }
    },
  }
}
