import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bytes } from '#server/images/original.ts'

const partialSuffix = '.part'
/** The precision of the last use of a file; recording every read would cost more than the read. */
const minute = 60_000
const hour = 60 * minute

export type DiskCache = Awaited<ReturnType<typeof openDiskCache>>

/**
 * Files that can be made again, up to `max` bytes in all; those unused for the longest go first. The folder itself is
 * the only record, so several processes may share it and a file may vanish at any time.
 */
export async function openDiskCache(folder: string, max: number) {
  let total = 0
  let unseen = 0
  await mkdir(folder, { recursive: true })
  await evictLeastRecentlyUsed()

  async function get(name: string): Promise<Bytes | null> {
    const file = await open(join(folder, name)).catch(nullIfAbsent)
    if (!file) return null
    try {
      const { size, mtimeMs } = await file.stat()
      if (size === 0) return null
      const now = new Date()
      // A folder that cannot be written to still serves what it has.
      if (now.getTime() - mtimeMs > minute) await file.utimes(now, now).catch(() => {})
      return await file.readFile()
    } finally {
      await file.close()
    }
  }

  /** Without counting as a use. */
  const has = async (name: string): Promise<boolean> =>
    Boolean((await stat(join(folder, name)).catch(nullIfAbsent))?.size)

  /** Written whole or not at all, also through a crash: browsers cache the answer for a year. */
  async function put(name: string, bytes: Bytes): Promise<void> {
    const temporary = join(folder, `${name}.${randomUUID()}${partialSuffix}`)
    try {
      const file = await open(temporary, 'wx')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temporary, join(folder, name))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
    total += bytes.length
    unseen += bytes.length
    // Files of other processes show only in the folder, so it is listed now and then in any case.
    if (total > max || unseen > max / 20) await evictLeastRecentlyUsed()
  }

  /** Leaves a tenth free, so that the next file does not bring the next tidying. */
  async function evictLeastRecentlyUsed(): Promise<void> {
    const names = await readdir(folder)
    const found = await Promise.all(
      names.map(async (name) => {
        const about = await stat(join(folder, name)).catch(nullIfAbsent)
        return about && { name, size: about.size, used: about.mtimeMs }
      }),
    )
    const files = found.filter((file) => file !== null).sort((a, b) => a.used - b.used)
    const abandoned = Date.now() - hour
    total = files.reduce((sum, { size }) => sum + size, 0)
    unseen = 0
    const goal = total > max ? max * 0.9 : max
    for (const { name, size, used } of files) {
      const keep = name.endsWith(partialSuffix) ? used > abandoned : total <= goal
      if (keep) continue
      await rm(join(folder, name), { force: true })
      total -= size
    }
  }

  return { get, has, put }
}

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
