import { type FileHandle, mkdir, open, opendir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { ByteRange } from '#domain/files/conditional-requests.ts'
import { uuidPattern } from '#domain/uuid.ts'
import { toRefusal } from '#server/db/errors.ts'
import { failpoint } from '#server/failpoints.ts'
import {
  assertObjectKey,
  assertObjectKeyPrefix,
  type ObjectStore,
  type StoredObject,
} from '#server/files/object-store.ts'
import type { BufferIterator } from '#server/files/send-stream.ts'
import { syncPath } from '#server/platform.ts'

/** More than Node's 64 KB: fewer reads for the same bytes. */
const pieceBytes = 256 * 1024

/** Stores each object as a file below `root`, named by its key. Files given to `put` must be on the same disk. */
export function openDiskStore(root: string): ObjectStore {
  const pathOf = (key: string) => join(root, assertObjectKey(key))

  /** `delete` may remove an empty folder before the file is moved into it; then the folder is made again. */
  async function moveTo(path: string, file: string): Promise<void> {
    const folder = dirname(path)
    let made: string | undefined
    for (let attempt = 1; ; attempt++) {
      try {
        await rename(file, path)
        break
      } catch (error) {
        if (attempt === 5 || !isAbsent(error) || !(await stat(file).catch(nullIfAbsent))) throw error
        made = await mkdir(folder, { recursive: true })
      }
    }
    // Synced together they cost one journal write. `put` resolves only after both.
    await Promise.all([syncToDisk(path), syncToDisk(folder)])
    // A new folder is durable once its parent is synced, and so on upwards.
    if (made) for (let at = folder; at.length >= made.length; at = dirname(at)) await syncToDisk(dirname(at))
  }

  return {
    async put(key, file) {
      await moveTo(pathOf(key), file).catch((error) => {
        throw toRefusal(error)
      })
    },

    async head(key) {
      const stats = await stat(pathOf(key)).catch(nullIfAbsent)
      return stats && { bytes: stats.size }
    },

    async get(key, range = { from: 0, to: Number.POSITIVE_INFINITY }) {
      return asTaken(await open(pathOf(key)), range)
    },

    lend: (key, range, space) => lendBuffers(pathOf(key), range, space),

    asFile: async (key, work) => work(pathOf(key)),

    async delete(key) {
      const path = pathOf(key)
      await rm(path, { force: true })
      // The chunks of one upload have a folder of their own, which goes with the last chunk.
      if (key.split('/').length > 3) await rmdir(dirname(path)).catch(() => {})
    },

    list: (prefix) => objectsBelow(join(root, assertObjectKeyPrefix(prefix)), prefix),

    websiteIds: async () => {
      const names = await readdir(root).catch((error) => {
        if (isAbsent(error)) return []
        throw error
      })
      return names.filter((name) => uuidPattern.test(name))
    },
  }
}

/** Reads one piece ahead and no more, so that hundreds of slow readers need little memory. */
function asTaken(file: FileHandle, { from, to }: ByteRange): Readable {
  let at = from
  return new Readable({
    highWaterMark: 1,
    read() {
      const wanted = Math.min(pieceBytes, to - at + 1)
      file.read(Buffer.allocUnsafeSlow(wanted), 0, wanted, at).then(
        ({ bytesRead, buffer }) => {
          at += bytesRead
          if (bytesRead) this.push(buffer.subarray(0, bytesRead))
          if (bytesRead && at <= to) return
          this.push(null)
          // The reader may take the last piece much later.
          return file.close()
        },
        (error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      file.close().then(() => done(error), done)
    },
  })
}

/** Opens the file with the first `next` or `begin`. */
function lendBuffers(path: string, range: ByteRange, space: () => Buffer): BufferIterator {
  let file: Promise<FileHandle> | undefined
  let pieces: AsyncGenerator<Uint8Array, void> | undefined
  const opened = () => (file ??= open(path))
  return {
    // `next` reports why the file cannot be opened.
    begin: () => void opened().catch(() => {}),
    next: () => {
      pieces ??= piecesOf(opened(), range, space)
      return pieces.next()
    },
    return: async () => {
      if (pieces) return pieces.return()
      file?.then(close, () => {})
      return { done: true, value: undefined }
    },
  }
}

/** Reads the next piece while the reader sends the current one. */
async function* piecesOf(
  opening: Promise<FileHandle>,
  { from, to }: ByteRange,
  space: () => Buffer,
): AsyncGenerator<Uint8Array, void> {
  const file = await opening
  const read = (at: number) => {
    const buffer = space()
    return file.read(buffer, 0, Math.min(buffer.length, to - at + 1), at)
  }
  let ahead = read(from)
  try {
    for (let at = from; at <= to; ) {
      const { bytesRead, buffer } = await ahead
      if (!bytesRead) return
      at += bytesRead
      if (at <= to) ahead = read(at)
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await ahead.catch(() => {})
    close(file)
  }
}

/** Not awaited: closing a file that was only read can lose nothing. */
const close = (file: FileHandle) => void file.close().catch(() => {})

async function* objectsBelow(folder: string, prefix: string): AsyncGenerator<StoredObject> {
  const entries = await opendir(folder).catch(nullIfAbsent)
  for await (const entry of entries ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* objectsBelow(path, `${prefix}${entry.name}/`)
    const stats = entry.isFile() ? await stat(path).catch(nullIfAbsent) : null
    if (stats) yield { key: `${prefix}${entry.name}`, bytes: stats.size, storedAt: stats.mtime }
  }
}

async function syncToDisk(path: string): Promise<void> {
  await failpoint('files.sync')
  await syncPath(path)
}

const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (isAbsent(error)) return null
  throw error
}
