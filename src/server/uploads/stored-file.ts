import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Range } from '#domain/files/range.ts'
import type { ObjectStore } from '#server/files/object-store.ts'

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
  return Readable.from(piecesOf(store, file, range ?? { from: 0, to: file.bytes - 1 }), {
    objectMode: false,
    highWaterMark: 512 * 1024,
  })
}

async function* piecesOf(store: ObjectStore, file: StoredFile, { from, to }: Range): AsyncGenerator<Buffer> {
  const { websiteId, uploadId, chunkBytes, chunks, bytes } = file
  for (let index = Math.floor(from / chunkBytes); index * chunkBytes <= to; index++) {
    const start = index * chunkBytes
    const last = Math.min(bytes, start + chunkBytes) - 1
    const part = { from: Math.max(from, start) - start, to: Math.min(to, last) - start }
    const key = chunkKey(websiteId, uploadId, index, chunks[index]!)
    let left = part.to - part.from + 1
    for await (const piece of await store.get(key, part)) {
      left -= piece.length
      yield piece
    }
    // Never a file with a hole: who reads it must hear of it.
    if (left !== 0) throw new Error(`The chunk ${key} is not as long as it was.`)
  }
}
