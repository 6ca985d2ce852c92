import { open, rm } from 'node:fs/promises'
import { id3TagBytes } from '#domain/media/own-file.ts'
import { Refusal } from '#domain/refusal.ts'
import { ChunkFields, ChunkHeaders } from '#domain/uploads/chunk.ts'
import { detectFileKind } from '#domain/uploads/file-types.ts'
import { maxChunkBytes } from '#domain/uploads/limits.ts'
import type { FileReceiver, ReceivedFile } from '#server/files/file-receiver.ts'
import { multipartBoundaryOf, readMultipartParts } from '#server/files/multipart.ts'

/** The request that carries a chunk, as multipart/form-data. */
export type ChunkRequest = {
  stream: AsyncIterable<Uint8Array> | null
  header: (name: string) => string | undefined
}

export type ReceivedChunk = { fields: ChunkFields; headers: ChunkHeaders; received: ReceivedFile }

const maxFieldBytes = 4096
/** Upper bound for the multipart fields and headers around the chunk. */
const multipartOverheadBytes = 64 * 1024
const chunkLimit = { bytes: maxChunkBytes, reason: 'too-large' } as const

/**
 * Reads the form to its end: the chunk into a temporary file, which the caller must store or delete, and the fields. Our
 * browser code sends the fields first; then `announced` is called with them before the chunk has arrived.
 */
export async function receiveChunk(
  receiver: FileReceiver,
  { stream, header }: ChunkRequest,
  userId: string,
  announced: (fields: ChunkFields) => void,
): Promise<ReceivedChunk> {
  const boundary = multipartBoundaryOf(header('content-type'))
  if (!boundary) throw new Refusal('unsupported-type')
  if (Number(header('content-length')) > maxChunkBytes + multipartOverheadBytes) throw new Refusal('too-large')
  const headers = ChunkHeaders.safeParse(
    Object.fromEntries(Object.keys(ChunkHeaders.shape).map((name) => [name, header(name)])),
  )
  if (!headers.success || !stream) throw new Refusal('malformed')
  const texts: Record<string, string> = {}
  let received: ReceivedFile | undefined
  try {
    for await (const { name, content } of readMultipartParts(stream, boundary)) {
      if (name !== 'chunk') texts[name] = await textOf(content)
      else if (received) throw new Refusal('malformed')
      else {
        const soFar = ChunkFields.safeParse(texts)
        if (soFar.success) announced(soFar.data)
        received = await receiver.receive({ stream: content, length: undefined }, chunkLimit, userId)
      }
    }
    if (!received) throw new Refusal('malformed')
    const claimed = headers.data['upload-chunk-sha256']
    if (claimed && claimed !== received.sha256) throw new Refusal('chunk-damaged')
    const fields = fieldsOf(texts)
    const head = fields.chunkIndex === 0 ? await headOf(received) : received.head
    return { fields, headers: headers.data, received: { ...received, head } }
  } catch (error) {
    if (received) await rm(received.file, { force: true })
    throw error
  }
}

/** The first bytes of a file. Some programs write ID3 tags before FLAC and AAC; then the bytes behind the tags count. */
async function headOf({ file, head, bytes }: ReceivedFile): Promise<Uint8Array> {
  const at = id3TagBytes(head)
  if (at === 0 || at >= bytes) return head
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, at)
    const behind = buffer.subarray(0, bytesRead)
    const type = detectFileKind(behind)?.type
    return type === 'audio/flac' || type === 'audio/aac' ? behind : head
  } finally {
    await handle.close()
  }
}

function fieldsOf(texts: Record<string, string>): ChunkFields {
  const read = ChunkFields.safeParse(texts)
  if (read.success) return read.data
  const wrong = new Set(read.error.issues.map(({ path }) => path[0]))
  if (wrong.has('sessionId')) throw new Refusal('upload-session-not-found')
  if (wrong.has('chunkIndex') || wrong.has('totalChunks')) throw new Refusal('chunk-out-of-place')
  const fields = Object.fromEntries(read.error.issues.map(({ path, message }) => [path.join('.'), message]))
  throw new Refusal('invalid', { fields })
}

async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of content) {
    length += piece.length
    if (length > maxFieldBytes) throw new Refusal('too-large')
    pieces.push(piece)
  }
  // PostgreSQL cannot store NUL characters.
  return Buffer.concat(pieces).toString('utf8').replaceAll('\0', '')
}
