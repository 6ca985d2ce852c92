import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Range } from '#domain/files/range.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { buffersInTurn } from '#server/files/outflow.ts'

/** Where a file's bytes are. */
export type StoredFile = {
  websiteId: string
  uploadId: string
  chunkBytes: number
  bytes: number
  /** The SHA-256 of each chunk, in their order. */
  chunks: readonly string[]
}

export const uploadsOf = (websiteId: string): string => `${websiteId}/uploads/`
export const uploadFolder = (websiteId: string, uploadId: string): string => `${uploadsOf(websiteId)}${uploadId}/`

/** What is under a key never changes: a chunk of other bytes is another one. */
export const chunkKey = (websiteId: string, uploadId: string, index: number, sha256: string): string =>
  `${uploadFolder(websiteId, uploadId)}${index}-${sha256}`

/** What the file is known by where its bytes matter: the hash of its chunks' hashes. */
export const hashOfChunks = (chunks: readonly string[]): string =>
  createHash('sha256').update(chunks.join('\n')).digest('hex')

/** The bytes of a file, or some of them, as fast as they are taken. */
export function readStored(store: ObjectStore, file: StoredFile, range?: Range): Readable {
  const pieces = readParts(store, file, range ?? { from: 0, to: file.bytes - 1 })
  return Readable.from(pieces, { objectMode: false, highWaterMark: 512 * 1024 })
}

async function* readParts(store: ObjectStore, file: StoredFile, range: Range): AsyncGenerator<Uint8Array, void> {
  for (let part = partAt(file, range, firstOf(file, range)); part; part = partAt(file, range, part.index + 1)) {
    let left = part.to - part.from + 1
    for await (const piece of await store.get(part.key, part)) {
      left -= piece.length
      yield piece
    }
    if (left !== 0) throw tooShort(part)
  }
}

/**
 * The same in pieces that are lent: in little space for who is slow, and in large pieces for who is fast. The next chunk
 * is opened before the last piece of this one is taken.
 */
export async function* lendStored(
  store: ObjectStore,
  file: StoredFile,
  range: Range,
): AsyncGenerator<Uint8Array, void> {
  const space = buffersInTurn()
  const lend = (part: Part | null) => part && { part, pieces: store.lend(part.key, part, space) }
  let next = lend(partAt(file, range, firstOf(file, range)))
  let now = next
  try {
    for (; next; ) {
      now = next
      const { part, pieces } = now
      let left = part.to - part.from + 1
      for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) {
        left -= piece.value.length
        if (next === now && left <= piece.value.length) {
          next = lend(partAt(file, range, part.index + 1))
          next?.pieces.begin?.()
        }
        yield piece.value
      }
      if (left !== 0) throw tooShort(part)
    }
  } finally {
    await Promise.all([now?.pieces.return?.(), next?.pieces.return?.()])
  }
}

type Part = Range & { index: number; key: string }

const firstOf = ({ chunkBytes }: StoredFile, { from }: Range): number => Math.floor(from / chunkBytes)

/** What of a range lies in one chunk; null after the last. */
function partAt(file: StoredFile, { from, to }: Range, index: number): Part | null {
  const { websiteId, uploadId, chunkBytes, chunks, bytes } = file
  const start = index * chunkBytes
  if (start > to) return null
  const last = Math.min(bytes, start + chunkBytes) - 1
  const key = chunkKey(websiteId, uploadId, index, chunks[index]!)
  return { index, key, from: Math.max(from, start) - start, to: Math.min(to, last) - start }
}

/** Never a file with a hole: who reads it must hear of it. */
const tooShort = ({ key }: Part) =>
  Object.assign(new Error(`The chunk ${key} is not as long as it was.`), { code: 'ENOENT' })
