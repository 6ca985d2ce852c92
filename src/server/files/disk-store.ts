import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ObjectStore } from '#server/files/object-store.ts'

const keyShape = /^[0-9a-f-]{36}(\/[a-z0-9][a-z0-9-]*)+$/
/** Larger pieces than the usual 64 KB: fewer turns for the same bytes. */
const piece = 256 * 1024

/** Each object is a file below `root`, called by its key; what is put must lie on the same disk. */
export function openDiskStore(root: string): ObjectStore {
  /** Nothing that is not a key becomes a path. */
  const pathOf = (key: string) => {
    if (!keyShape.test(key)) throw new Error(`"${key}" is not a key.`)
    return join(root, key)
  }

  return {
    async put(key, file) {
      const path = pathOf(key)
      const folder = dirname(path)
      const made = await mkdir(folder, { recursive: true })
      await sync(file)
      await rename(file, path)
      await sync(folder)
      // A folder that is new must be known to the one that it is in, and so on upwards.
      if (made) for (let at = folder; at.length >= made.length; at = dirname(at)) await sync(dirname(at))
    },

    async head(key) {
      const about = await stat(pathOf(key)).catch(absent)
      return about && { bytes: about.size }
    },

    async get(key, range) {
      const file = await open(pathOf(key))
      return createReadStream('', {
        fd: file,
        highWaterMark: piece,
        ...(range && { start: range.from, end: range.to }),
      })
    },

    asFile: async (key, work) => work(pathOf(key)),

    delete: (key) => rm(pathOf(key), { force: true }),

    async *list(prefix) {
      const folder = pathOf(prefix.replace(/\/$/, ''))
      const entries = await opendir(folder).catch(absent)
      for await (const { name } of entries ?? []) {
        const about = await stat(join(folder, name)).catch(absent)
        if (about?.isFile()) yield { key: `${prefix}${name}`, bytes: about.size, storedAt: about.mtime }
      }
    },
  }
}

async function sync(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
