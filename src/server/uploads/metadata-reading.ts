import { buffer } from 'node:stream/consumers'
import { unreadable } from '#domain/uploads/metadata/parsed.ts'
import type { FileTags } from '#domain/uploads/metadata/track.ts'
import { AtFault, answeringParts, apart } from '#server/files/apart.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { readStored, type StoredFile } from '#server/uploads/stored-file.ts'

export type TagsOrder = { wanted: 'tags' | 'duration'; size: number }

const script = 'src/server/uploads/tags-main.ts'
const longestMs = 20_000

/**
 * What a stored recording says of itself. It is read in a process of its own, which asks for the bytes that it needs;
 * whatever is wrong with the file, the answer is what could be found. Throws only when its bytes cannot be had just now.
 */
export async function tagsOfStored(store: ObjectStore, file: StoredFile, signal: AbortSignal): Promise<FileTags> {
  const answer = answeringParts((from, to) => buffer(readStored(store, file, { from, to: to - 1 })))
  const read = async <Found>(wanted: TagsOrder['wanted'], otherwise: Found): Promise<Found> => {
    try {
      return await apart<Found>(script, { wanted, size: file.bytes }, { longestMs, signal, answer })
    } catch (error) {
      if (error instanceof AtFault) return otherwise
      throw error
    }
  }
  const tags = await read<FileTags>('tags', unreadable)
  if (!tags.isReadable || tags.duration !== null) return tags
  return { ...tags, duration: await read<number | null>('duration', null) }
}
