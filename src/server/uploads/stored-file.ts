import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ByteRange } from '#domain/files/conditional-requests.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { rotatingBuffers } from '#server/files/send-stream.ts'

/** Where the bytes of a file are stored. */
export type StoredFile = {
  websiteId: string
  uploadId: string
  chunkBytes: number
  bytes: number
  /** The SHA-256 of each chunk, in order. */
  chunks: readonly string[]
}

export const uploadsKeyPrefix = (websiteId: string): string => `${websiteId}/uploads/`
export const uploadKeyPrefix = (websiteId: string, uploadId: string): string =>
  `${uploadsKeyPrefix(websiteId)}${uploadId}/`

/** The object under a key never changes: other bytes have another key. */
export const chunkKey = (websiteId: string, uploadId: string, index: number, sha256: string): string =>
  `${uploadKeyPrefix(websiteId, uploadId)}${index}-${sha256}`

/** The hash of the chunk hashes: the ETag of the file. */
export const hashOfChunks = (chunks: readonly string[]): string =>
  createHash('sha256').update(chunks.join('\n')).digest('hex')

/** Streams a file or a range, as fast as the reader reads. */
export function readStoredFile(store: ObjectStore, file: StoredFile, range?: ByteRange): Readable {
  const pieces = readParts(store, file, range ?? { from: 0, to: file.bytes - 1 })
  return Readable.from(pieces, { objectMode: false, highWaterMark: 512 * 1024 })
}

async function* readParts(store: ObjectStore, file: StoredFile, range: ByteRange): AsyncGenerator<Uint8Array, void> {
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
 * The same in reused buffers: small ones for slow readers, large ones for fast readers. The next chunk is opened before
 * the last piece of the current one is read.
 */
export async function* readStoredInBuffers(
  store: ObjectStore,
  file: StoredFile,
  range: ByteRange,
): AsyncGenerator<Uint8Array, void> {
  const space = rotatingBuffers()
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

type Part = ByteRange & { index: number; key: string }

const firstOf = ({ chunkBytes }: StoredFile, { from }: ByteRange): number => Math.floor(from / chunkBytes)

/** The part of a range that lies in one chunk; null after the last chunk. */
function partAt(file: StoredFile, { from, to }: ByteRange, index: number): Part | null {
  const { websiteId, uploadId, chunkBytes, chunks, bytes } = file
  const start = index * chunkBytes
  if (start > to) return null
  const last = Math.min(bytes, start + chunkBytes) - 1
  const key = chunkKey(websiteId, uploadId, index, chunks[index]!)
  return { index, key, from: Math.max(from, start) - start, to: Math.min(to, last) - start }
}

/** A short chunk must fail the read: the file would have a gap. */
const tooShort = ({ key }: Part) =>
  Object.assign(new Error(`The chunk ${key} is not as long as it was.`), { code: 'ENOENT' })

/** Deletes all chunks of an upload that no session and no file refers to any more. */
export async function deleteUploadFolder(store: ObjectStore, websiteId: string, uploadId: string): Promise<void> {
  for await (const { key } of store.list(uploadKeyPrefix(websiteId, uploadId))) await store.delete(key)
}
