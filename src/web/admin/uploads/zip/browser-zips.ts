import type { UploadEngine } from '#web/admin/uploads/engine/engine.ts'
import {
  type AlbumZipDeps,
  type AlbumZips,
  createAlbumZips,
  zipMemoryBudget,
} from '#web/admin/uploads/zip/album-zips.ts'
import {
  findStoredArchive,
  hasArchiveStorage,
  removeArchive,
  storedArchiveNames,
} from '#web/admin/uploads/zip/archives.ts'
import { makeZip, runInWorker } from '#web/admin/uploads/zip/make-zip.ts'
import type { ZipRun } from '#web/admin/uploads/zip/types.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

const newWorker = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
/** Loaded only where a worker has failed. */
const inPage: ZipRun = async (order, options) =>
  (await import('#web/admin/uploads/zip/write-zip.ts')).writeZip(order, options)

async function roomHere(used: number | null) {
  if (!(await hasArchiveStorage())) return zipMemoryBudget(used)
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = await navigator.storage.estimate()
  return { bytes: quota - usage, isHeld: false }
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The tabs of a browser share its files and lock the one they work on. */
const alone: AlbumZipDeps['alone'] = async (name, work) => {
  if (!navigator.locks) return work().then(() => true)
  return navigator.locks.request(`zip ${name}`, { ifAvailable: true }, async (lock) => {
    if (lock) await work()
    return lock !== null
  })
}

/** The archives of this page. */
export const createBrowserZips = (api: ApiClient, uploads: UploadEngine): AlbumZips =>
  createAlbumZips({
    uploads,
    albumOf: (id) => unwrapResponse(api.api.admin.albums[':id'].$get({ param: { id } })),
    make: (order, options) =>
      makeZip(
        order,
        {
          inWorker: typeof Worker === 'undefined' ? null : runInWorker(newWorker),
          inPage,
          wait,
        },
        options,
      ),
    archives: { kept: findStoredArchive, remove: removeArchive, names: storedArchiveNames },
    room: () => roomHere(uploads.memory.used()),
    alone,
    now: () => Date.now(),
    wait,
  })
