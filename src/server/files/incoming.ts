import { randomUUID } from 'node:crypto'
import { copyFile, type FileHandle, mkdir, open as openFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '#domain/refusal.ts'
import { refused } from '#server/db/errors.ts'
import { failpoint } from '#server/failpoints.ts'
import { newHashing, readyToHash } from '#server/files/hashing.ts'
import type { RoomForFiles } from '#server/files/room-for-files.ts'

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

/** Enough to tell what a file is. */
export const headBytes = 4096
/** Many small writes would wait in line behind those who sync. */
const spaceBytes = 1024 * 1024
/** So many spaces are kept for whoever comes next. */
const mostSpare = 12
/** So many come at once in all; each may stay open for as long as something comes. */
const mostAtOnce = 96
/** More than the browsers of one person ever send. */
const mostOfOne = 24
/** Of all whose sender is not said. */
const mostUnnamed = 32
const day = 86_400_000

/** For what is not sent by anybody: it may fill the disk. */
const anyRoom: RoomForFiles = { check: async () => {}, take: async () => {} }

/** Where files are until it is known what they are. Whoever is given one keeps or removes it. */
export function openIncoming(folder: string, room = anyRoom) {
  readyToHash()
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

    /** For those who write a file themselves: refuses it where there is no room for so much. */
    checkRoom: (bytes: number): Promise<void> => room.check(bytes),

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
        const file = await newFile()
        await room.check(Number(length) || 0)
        return await received(file, stream, { ...most, room })
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

type Bounds = Most & { room: RoomForFiles }

async function received(file: string, stream: Stream, most: Bounds): Promise<Arrived> {
  try {
    const arrived = { file, ...(await write(stream, file, most)) }
    if (arrived.bytes === 0) throw new Refusal('file-empty')
    return arrived
  } catch (error) {
    await rm(file, { force: true })
    throw refused(error)
  }
}

type Space = Uint8Array<SharedArrayBuffer>
const spare: Space[] = []
const newSpace = (): Space => spare.pop() ?? new Uint8Array(new SharedArrayBuffer(spaceBytes))
const giveBack = (space: Space) => void (spare.length < mostSpare && spare.push(space))

/** What comes is copied at once: pieces that wait for the disk would be many, and tidying up after them takes longer. */
async function write(stream: Stream, file: string, most: Bounds): Promise<Omit<Arrived, 'file'>> {
  const hashing = newHashing()
  const to = await openFile(file, 'wx')
  const spaces = [newSpace(), newSpace()] as const
  let [turn, filled, bytes]: [0 | 1, number, number] = [0, 0, 0]
  let head = null as Buffer | null
  let working = Promise.resolve()
  const hashedAndWritten = async (full: Space) => {
    const hashed = hashing.update(full)
    // It is not left before it is written, whatever becomes of the other.
    hashed.catch(() => {})
    await writeAll(to, full)
    await hashed
  }
  /** One space is hashed and written while the other one fills. */
  const flush = async () => {
    const full = spaces[turn].subarray(0, filled)
    await most.room.take(filled)
    head ??= Buffer.from(full.subarray(0, headBytes))
    await working
    working = hashedAndWritten(full)
    // Whoever waits for it next hears of it.
    working.catch(() => {})
    turn = turn === 0 ? 1 : 0
    filled = 0
  }
  try {
    for await (const piece of piecesOf(stream)) {
      bytes += piece.length
      if (bytes > most.bytes) throw new Refusal(most.reason)
      for (let at = 0; at < piece.length; ) {
        const taken = piece.subarray(at, at + spaceBytes - filled)
        spaces[turn].set(taken, filled)
        at += taken.length
        filled += taken.length
        if (filled === spaceBytes) await flush()
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
    spaces.forEach(giveBack)
    await to.close()
  }
}

async function writeAll(to: FileHandle, bytes: Uint8Array): Promise<void> {
  await failpoint('files.write')
  for (let at = 0; at < bytes.length; ) at += (await to.write(bytes, at)).bytesWritten
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
