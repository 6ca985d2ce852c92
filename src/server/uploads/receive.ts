import { open, rm } from 'node:fs/promises'
import { bytesOfTags } from '#domain/media/own-file.ts'
import { Refusal } from '#domain/refusal.ts'
import { ChunkFields, ChunkHeaders } from '#domain/uploads/chunk.ts'
import { storedKindOf } from '#domain/uploads/kinds.ts'
import { mostChunkBytes } from '#domain/uploads/limits.ts'
import type { Arrived, Incoming } from '#server/files/incoming.ts'
import { boundaryOf, formParts } from '#server/files/multipart.ts'

/** A request that brings a chunk. */
export type SentForm = {
  stream: AsyncIterable<Uint8Array> | null
  header: (name: string) => string | undefined
}

export type SentChunk = { fields: ChunkFields; headers: ChunkHeaders; arrived: Arrived }

const longestField = 4096
/** What a form has around its chunk is never more. */
const frame = 64 * 1024
const most = { bytes: mostChunkBytes, reason: 'too-large' } as const

/**
 * Reads the form to its end: the chunk into a file, which is whoever's who asked, the fields into what they say. They
 * come before the chunk as a rule; then `announced` is told of them while it is on its way.
 */
export async function receiveChunk(
  incoming: Incoming,
  { stream, header }: SentForm,
  userId: string,
  announced: (fields: ChunkFields) => void,
): Promise<SentChunk> {
  const boundary = boundaryOf(header('content-type'))
  if (!boundary) throw new Refusal('unsupported-type')
  if (Number(header('content-length')) > mostChunkBytes + frame) throw new Refusal('too-large')
  const headers = ChunkHeaders.safeParse(
    Object.fromEntries(Object.keys(ChunkHeaders.shape).map((name) => [name, header(name)])),
  )
  if (!headers.success || !stream) throw new Refusal('malformed')
  const said: Record<string, string> = {}
  let arrived: Arrived | undefined
  try {
    for await (const { name, content } of formParts(stream, boundary)) {
      if (name !== 'chunk') said[name] = await textOf(content)
      else if (arrived) throw new Refusal('malformed')
      else {
        const soFar = ChunkFields.safeParse(said)
        if (soFar.success) announced(soFar.data)
        arrived = await incoming.receive({ stream: content, length: undefined }, most, userId)
      }
    }
    if (!arrived) throw new Refusal('malformed')
    const claimed = headers.data['upload-chunk-sha256']
    if (claimed && claimed !== arrived.sha256) throw new Refusal('chunk-damaged')
    const fields = fieldsOf(said)
    const head = fields.chunkIndex === 0 ? await headOf(arrived) : arrived.head
    return { fields, headers: headers.data, arrived: { ...arrived, head } }
  } catch (error) {
    if (arrived) await rm(arrived.file, { force: true })
    throw error
  }
}

/** How a file begins. Some programs write the tags of MP3 before FLAC and AAC: what it is stands behind them then. */
async function headOf({ file, head, bytes }: Arrived): Promise<Uint8Array> {
  const at = bytesOfTags(head)
  if (at === 0 || at >= bytes) return head
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, at)
    const behind = buffer.subarray(0, bytesRead)
    const type = storedKindOf(behind)?.type
    return type === 'audio/flac' || type === 'audio/aac' ? behind : head
  } finally {
    await handle.close()
  }
}

function fieldsOf(said: Record<string, string>): ChunkFields {
  const read = ChunkFields.safeParse(said)
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
    if (length > longestField) throw new Refusal('too-large')
    pieces.push(piece)
  }
  // The database stores no character of code 0.
  return Buffer.concat(pieces).toString('utf8').replaceAll('\0', '')
}
