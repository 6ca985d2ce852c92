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
  const pieces = chunkParts(file, range ?? { from: 0, to: file.bytes - 1 }, (key, part) => store.get(key, part))
  return Readable.from(pieces, { objectMode: false, highWaterMark: 512 * 1024 })
}

/** The same in pieces that are lent: in little space for who is slow, and in large pieces for who is fast. */
export function lendStored(store: ObjectStore, file: StoredFile, range: Range): AsyncGenerator<Uint8Array, void> {
  const space = buffersInTurn()
  return chunkParts(file, range, async (key, part) => store.lend(key, part, space))
}

type Pieces = AsyncIterable<Uint8Array>

/** From chunk to chunk. What is not there any more is an error with the code ENOENT. */
async function* chunkParts(
  { websiteId, uploadId, chunkBytes, chunks, bytes }: StoredFile,
  { from, to }: Range,
  read: (key: string, part: Range) => Promise<Pieces>,
): AsyncGenerator<Uint8Array, void> {
  for (let index = Math.floor(from / chunkBytes); index * chunkBytes <= to; index++) {
    const start = index * chunkBytes
    const last = Math.min(bytes, start + chunkBytes) - 1
    const part = { from: Math.max(from, start) - start, to: Math.min(to, last) - start }
    const key = chunkKey(websiteId, uploadId, index, chunks[index]!)
    let left = part.to - part.from + 1
    for await (const piece of await read(key, part)) {
      left -= piece.length
      yield piece
    }
    // Never a file with a hole: who reads it must hear of it.
    if (left !== 0) throw Object.assign(new Error(`The chunk ${key} is not as long as it was.`), { code: 'ENOENT' })
  }
}
