import { randomUUID } from 'node:crypto'
import { copyFile, type FileHandle, mkdir, open as openFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '#domain/refusal.ts'
import { toRefusal } from '#server/db/errors.ts'
import { failpoint } from '#server/failpoints.ts'
import type { DiskSpaceGuard } from '#server/files/disk-space.ts'
import { startHashing, warmUpHashing } from '#server/files/hashing.ts'

export type FileReceiver = ReturnType<typeof openFileReceiver>

/** A file that was received completely. */
export type ReceivedFile = {
  file: string
  bytes: number
  sha256: string
  /** Its first bytes, to detect its type. */
  head: Uint8Array
}

type SizeLimit = { bytes: number; reason: 'picture-too-large' | 'media-file-too-large' | 'too-large' }
type Stream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | null
type Body = { stream: Stream; length: string | undefined }

/** Enough to detect the type of a file. */
export const typeDetectionBytes = 4096
/** Many small writes would queue behind syncs. */
const bufferBytes = 1024 * 1024
/** Buffers that stay allocated for the next files. */
const maxPooled = 12
/** Files received at once. Each may take as long as bytes arrive. */
const maxAtOnce = 96
/** Per user: more than the browsers of one person ever send. */
const maxPerSender = 24
/** For all files without a known sender together. */
const maxAnonymous = 32
const day = 86_400_000

/** For files that the server itself makes: they may fill the disk. */
const unlimitedDiskSpace: DiskSpaceGuard = { check: async () => {}, take: async () => {} }

/** Receives files into a temporary folder. The caller stores or deletes the file that it gets. */
export function openFileReceiver(folder: string, diskSpace = unlimitedDiskSpace) {
  warmUpHashing()
  let openTotal = 0
  const openOf = new Map<string, number>()
  const count = (sender: string, more: number) => {
    openTotal += more
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

    /** For callers that write a file themselves: throws if the disk has no room for it. */
    checkDiskSpace: (bytes: number): Promise<void> => diskSpace.check(bytes),

    /** For files that are on this machine already. */
    async copyOf(path: string): Promise<string> {
      const file = await newFile()
      await copyFile(path, file)
      return file
    },

    /**
     * Streams a body into a file. Too large a body is refused by its Content-Length or, at the latest, before the excess is
     * written. Limits per sender keep slow senders from blocking the others.
     */
    async receive({ stream, length }: Body, limit: SizeLimit, sender = ''): Promise<ReceivedFile> {
      if (Number(length) > limit.bytes) throw new Refusal(limit.reason)
      const open = openOf.get(sender) ?? 0
      if (openTotal >= maxAtOnce || open >= (sender ? maxPerSender : maxAnonymous)) throw new Refusal('unavailable')
      count(sender, 1)
      try {
        const file = await newFile()
        await diskSpace.check(Number(length) || 0)
        return await receiveInto(file, stream, { ...limit, diskSpace })
      } finally {
        count(sender, -1)
      }
    },

    /** Deletes files that a crash has left: no file is in use for a day. */
    async sweep(now: Date): Promise<void> {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        const stats = await stat(path).catch(() => null)
        if (stats && +now - stats.mtimeMs > day) await rm(path, { force: true })
      }
    },
  }
}

type ReceiveLimits = SizeLimit & { diskSpace: DiskSpaceGuard }

async function receiveInto(file: string, stream: Stream, limit: ReceiveLimits): Promise<ReceivedFile> {
  try {
    const arrived = { file, ...(await write(stream, file, limit)) }
    if (arrived.bytes === 0) throw new Refusal('file-empty')
    return arrived
  } catch (error) {
    await rm(file, { force: true })
    throw toRefusal(error)
  }
}

type SharedBuffer = Uint8Array<SharedArrayBuffer>
const bufferPool: SharedBuffer[] = []
const takeBuffer = (): SharedBuffer => bufferPool.pop() ?? new Uint8Array(new SharedArrayBuffer(bufferBytes))
const returnBuffer = (space: SharedBuffer) => void (bufferPool.length < maxPooled && bufferPool.push(space))

/** Copies pieces into two large buffers: many small pieces waiting for the disk would cost more in garbage collection. */
async function write(stream: Stream, file: string, limit: ReceiveLimits): Promise<Omit<ReceivedFile, 'file'>> {
  const hashing = startHashing()
  const to = await openFile(file, 'wx')
  const buffers = [takeBuffer(), takeBuffer()] as const
  let [turn, filled, bytes]: [0 | 1, number, number] = [0, 0, 0]
  let head = null as Buffer | null
  let working = Promise.resolve()
  const hashedAndWritten = async (full: SharedBuffer) => {
    const hashed = hashing.update(full)
    // The buffer is reused only after both are done, so an error of the hash is awaited below.
    hashed.catch(() => {})
    await writeAll(to, full)
    await hashed
  }
  /** One buffer is hashed and written while the other one fills. */
  const flush = async () => {
    const full = buffers[turn].subarray(0, filled)
    await limit.diskSpace.take(filled)
    head ??= Buffer.from(full.subarray(0, typeDetectionBytes))
    await working
    working = hashedAndWritten(full)
    // The next `await working` reports the error.
    working.catch(() => {})
    turn = turn === 0 ? 1 : 0
    filled = 0
  }
  try {
    for await (const piece of piecesOf(stream)) {
      bytes += piece.length
      if (bytes > limit.bytes) throw new Refusal(limit.reason)
      for (let at = 0; at < piece.length; ) {
        const taken = piece.subarray(at, at + bufferBytes - filled)
        buffers[turn].set(taken, filled)
        at += taken.length
        filled += taken.length
        if (filled === bufferBytes) await flush()
      }
    }
    await flush()
    await working
    return { bytes, sha256: await hashing.sha256(), head: head! }
  } catch (error) {
    await hashing.sha256().catch(() => {})
    throw error
  } finally {
    await working.catch(() => {})
    buffers.forEach(returnBuffer)
    await to.close()
  }
}

async function writeAll(to: FileHandle, bytes: Uint8Array): Promise<void> {
  await failpoint('files.write')
  for (let at = 0; at < bytes.length; ) at += (await to.write(bytes, at)).bytesWritten
}

/** A broken connection becomes a refusal, so that it is not logged as an error of the server. */
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
