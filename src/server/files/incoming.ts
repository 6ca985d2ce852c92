import { createHash, randomUUID } from 'node:crypto'
import { copyFile, type FileHandle, mkdir, open as openFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '#domain/refusal.ts'
import { refused } from '#server/db/errors.ts'
import { failpoint } from '#server/failpoints.ts'

export type Incoming = ReturnType<typeof openIncoming>

/** A file that has arrived whole. */
export type Arrived = {
  file: string
  bytes: number
  sha256: string
  /** How it begins, to tell what it is. */
  head: Uint8Array
}

type Most = { bytes: number; reason: 'picture-too-large' | 'media-file-too-large' | 'too-large' }
type Stream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | null
type Body = { stream: Stream; length: string | undefined }

const headBytes = 4096
/** Many small writes would wait in line behind those who sync. */
const batchBytes = 1024 * 1024
/** So many come at once in all; each may stay open for as long as something comes. */
const mostAtOnce = 96
/** More than the browsers of one person ever send. */
const mostOfOne = 24
/** Of all whose sender is not said. */
const mostUnnamed = 32
const day = 86_400_000

/** Where files are until it is known what they are. Whoever is given one keeps or removes it. */
export function openIncoming(folder: string) {
  let openInAll = 0
  const openOf = new Map<string, number>()
  const count = (sender: string, more: number) => {
    openInAll += more
    const now = (openOf.get(sender) ?? 0) + more
    if (now) openOf.set(sender, now)
    else openOf.delete(sender)
  }
  /** The name of a file that does not exist yet. */
  async function newFile(): Promise<string> {
    await mkdir(folder, { recursive: true })
    return join(folder, randomUUID())
  }

  return {
    newFile,

    /** For what is on this machine already. */
    async copyOf(path: string): Promise<string> {
      const file = await newFile()
      await copyFile(path, file)
      return file
    },

    /**
     * As it comes, a piece at a time; more than allowed is refused before it is read or, at the latest, written. Who
     * sends slowly and much at once keeps nobody else from sending.
     */
    async receive({ stream, length }: Body, most: Most, sender = ''): Promise<Arrived> {
      if (Number(length) > most.bytes) throw new Refusal(most.reason)
      const open = openOf.get(sender) ?? 0
      if (openInAll >= mostAtOnce || open >= (sender ? mostOfOne : mostUnnamed)) throw new Refusal('unavailable')
      count(sender, 1)
      try {
        return await received(await newFile(), stream, most)
      } finally {
        count(sender, -1)
      }
    },

    /** Removes what a crash has left; a file that is a day old is nobody's. */
    async sweep(now: Date): Promise<void> {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        const about = await stat(path).catch(() => null)
        if (about && +now - about.mtimeMs > day) await rm(path, { force: true })
      }
    },
  }
}

async function received(file: string, stream: Stream, most: Most): Promise<Arrived> {
  try {
    const arrived = { file, ...(await write(stream, file, most)) }
    if (arrived.bytes === 0) throw new Refusal('file-empty')
    return arrived
  } catch (error) {
    await rm(file, { force: true })
    throw refused(error)
  }
}

async function write(stream: Stream, file: string, most: Most): Promise<Omit<Arrived, 'file'>> {
  const to = await openFile(file, 'wx')
  const hash = createHash('sha256')
  const beginning: Uint8Array[] = []
  let bytes = 0
  let batch: Uint8Array[] = []
  let [batched, writing] = [0, Promise.resolve()]
  /** One batch is written while the next one comes. */
  const flush = async () => {
    await writing
    writing = writeAll(to, batch)
    // Whoever waits for it next hears of it.
    writing.catch(() => {})
    batch = []
    batched = 0
  }
  try {
    for await (const piece of piecesOf(stream)) {
      if (bytes + piece.length > most.bytes) throw new Refusal(most.reason)
      if (bytes < headBytes) beginning.push(piece.slice(0, headBytes - bytes))
      hash.update(piece)
      batch.push(piece)
      bytes += piece.length
      batched += piece.length
      if (batched >= batchBytes) await flush()
    }
    await flush()
    await writing
    return { bytes, sha256: hash.digest('hex'), head: Buffer.concat(beginning) }
  } finally {
    await writing.catch(() => {})
    await to.close()
  }
}

async function writeAll(to: FileHandle, pieces: Uint8Array[]): Promise<void> {
  await failpoint('files.write')
  let { bytesWritten } = await to.writev(pieces)
  for (const piece of pieces) {
    if (bytesWritten < piece.length) await to.writeFile(piece.subarray(bytesWritten))
    bytesWritten = Math.max(0, bytesWritten - piece.length)
  }
}

/** A connection that breaks is nobody's mistake but the line's: it is not logged as ours. */
async function* piecesOf(stream: Stream): AsyncGenerator<Uint8Array> {
  if (!stream) return
  if (!('getReader' in stream)) return yield* stream
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error) => {
        throw Object.assign(new Refusal('malformed'), { cause: error })
      })
      if (done) return
      yield value
    }
  } finally {
    reader.releaseLock()
  }
}
