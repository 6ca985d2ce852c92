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
  return Readable.from(storedPieces(store, file, range ?? { from: 0, to: file.bytes - 1 }), {
    objectMode: false,
    highWaterMark: 512 * 1024,
  })
}

const smallPiece = 32 * 1024
const largePiece = 2 * 1024 * 1024
const quicklyMs = 20
/** More than the buffers between two machines hold: whoever took so much without waiting is fast. */
const muchBytes = 16 * 1024 * 1024

/**
 * The same with as little as possible held for who is slow, and in large pieces for who is fast. What is not there any
 * more is an error with the code ENOENT.
 */
export async function* storedPieces(
  store: ObjectStore,
  file: StoredFile,
  { from, to }: Range,
): AsyncGenerator<Buffer, void> {
  const { websiteId, uploadId, chunkBytes, chunks, bytes } = file
  let takenQuickly = 0
  const pieceBytes = () => (takenQuickly < muchBytes ? smallPiece : largePiece)
  for (let index = Math.floor(from / chunkBytes); index * chunkBytes <= to; index++) {
    const start = index * chunkBytes
    const last = Math.min(bytes, start + chunkBytes) - 1
    const part = { from: Math.max(from, start) - start, to: Math.min(to, last) - start }
    const key = chunkKey(websiteId, uploadId, index, chunks[index]!)
    let left = part.to - part.from + 1
    for await (const piece of await store.get(key, part, pieceBytes)) {
      left -= piece.length
      const givenAt = performance.now()
      yield piece
      takenQuickly = performance.now() - givenAt < quicklyMs ? takenQuickly + piece.length : 0
    }
    // Never a file with a hole: who reads it must hear of it.
    if (left !== 0) throw Object.assign(new Error(`The chunk ${key} is not as long as it was.`), { code: 'ENOENT' })
  }
}
