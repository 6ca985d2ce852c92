import { type FileHandle, mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '#server/db/id.ts'
import { openDiskStore } from '#server/files/disk-store.ts'

/** A disk that takes its time, and what is safe on it: each file and folder by its number. */
async function slowDisk() {
  const root = await mkdtemp(join(tmpdir(), 'disk-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const any = await open(root)
  const kind: FileHandle = Object.getPrototypeOf(any)
  await any.close()
  const { sync } = kind
  const safe = new Set<number>()
  const spy = vi.spyOn(kind, 'sync').mockImplementation(async function (this: FileHandle) {
    await after(50)
    await sync.call(this)
    safe.add((await this.stat()).ino)
  })
  onTestFinished(() => spy.mockRestore())
  const put = async (key: string) => {
    safe.clear()
    const file = join(root, 'new')
    await writeFile(file, 'x')
    await openDiskStore(root).put(key, file)
    return new Set(safe)
  }
  const numbers = async (...paths: string[]) =>
    new Set(await Promise.all(paths.map(async (at) => (await stat(at)).ino)))
  return { root, put, numbers }
}

test('syncs the file, its name and each new folder before put resolves', async () => {
  const { root, put, numbers } = await slowDisk()
  const site = newId()
  const path = (key: string) => join(root, key)
  const first = await put(`${site}/pictures/a`)
  expect(first).toEqual(await numbers(path(`${site}/pictures/a`), path(`${site}/pictures`), path(site), root))
  const second = await put(`${site}/pictures/b`)
  expect(second).toEqual(await numbers(path(`${site}/pictures/b`), path(`${site}/pictures`)))
})
