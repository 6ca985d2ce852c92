import { type FileHandle, mkdir, open, opendir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Range } from '#domain/files/range.ts'
import { refused } from '#server/db/errors.ts'
import { failpoint } from '#server/failpoints.ts'
import { checkedKey, checkedPrefix, type ObjectStore, type StoredObject } from '#server/files/object-store.ts'
import type { Lent } from '#server/files/outflow.ts'

/** More than Node's 64 KB: fewer turns for the same bytes. */
const pieceBytes = 256 * 1024

/** Each object is a file below `root`, called by its key; what is put must lie on the same disk. */
export function openDiskStore(root: string): ObjectStore {
  const pathOf = (key: string) => join(root, checkedKey(key))

  /** The folders that were empty a moment ago may be gone before the file is in them; then they are made again. */
  async function moveTo(path: string, file: string): Promise<void> {
    const folder = dirname(path)
    let made: string | undefined
    for (let attempt = 1; ; attempt++) {
      try {
        await rename(file, path)
        break
      } catch (error) {
        if (attempt === 5 || !isAbsent(error) || !(await stat(file).catch(absent))) throw error
        made = await mkdir(folder, { recursive: true })
      }
    }
    // Together they cost one write of the file system's journal, and nobody is told of the file before.
    await Promise.all([sync(path), sync(folder)])
    // A folder that is new must be known to the one that it is in, and so on upwards.
    if (made) for (let at = folder; at.length >= made.length; at = dirname(at)) await sync(dirname(at))
  }

  return {
    async put(key, file) {
      await moveTo(pathOf(key), file).catch((error) => {
        throw refused(error)
      })
    },

    async head(key) {
      const about = await stat(pathOf(key)).catch(absent)
      return about && { bytes: about.size }
    },

    async get(key, range = { from: 0, to: Number.POSITIVE_INFINITY }) {
      return asTaken(await open(pathOf(key)), range)
    },

    lend: (key, range, space) => lent(pathOf(key), range, space),

    asFile: async (key, work) => work(pathOf(key)),

    async delete(key) {
      const path = pathOf(key)
      await rm(path, { force: true })
      // What belongs together lies in a folder of its own, which goes with the last of it.
      if (key.split('/').length > 3) await rmdir(dirname(path)).catch(() => {})
    },

    list: (prefix) => below(join(root, checkedPrefix(prefix)), prefix),
  }
}

/** One piece is read ahead and no more, so that hundreds of slow readers hold little. */
function asTaken(file: FileHandle, { from, to }: Range): Readable {
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
          // It may be long before the last piece is taken.
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

/** Nothing is open before somebody asks for it, or says that they will. */
function lent(path: string, range: Range, space: () => Buffer): Lent {
  let file: Promise<FileHandle> | undefined
  let pieces: AsyncGenerator<Uint8Array, void> | undefined
  const opened = () => (file ??= open(path))
  return {
    // Why it cannot be opened is for who asks for a piece.
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

/** While one piece is on its way, the next one is read. */
async function* piecesOf(
  opening: Promise<FileHandle>,
  { from, to }: Range,
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

/** Nobody waits for it: what was only read cannot be lost. */
const close = (file: FileHandle) => void file.close().catch(() => {})

async function* below(folder: string, prefix: string): AsyncGenerator<StoredObject> {
  const entries = await opendir(folder).catch(absent)
  for await (const entry of entries ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* below(path, `${prefix}${entry.name}/`)
    const about = entry.isFile() ? await stat(path).catch(absent) : null
    if (about) yield { key: `${prefix}${entry.name}`, bytes: about.size, storedAt: about.mtime }
  }
}

async function sync(path: string): Promise<void> {
  const file = await open(path)
  try {
    await failpoint('files.sync')
    await file.sync()
  } finally {
    await file.close()
  }
}

const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

function absent(error: NodeJS.ErrnoException): null {
  if (isAbsent(error)) return null
  throw error
}
