import type { Uploads } from '#web/admin/uploads/engine/engine.ts'
import { type AlbumZips, createAlbumZips, heldRoom, type ZipSurroundings } from '#web/admin/uploads/zip/album-zips.ts'
import { canKeepArchives, keptArchive, keptNames, removeArchive } from '#web/admin/uploads/zip/archives.ts'
import { inWorker } from '#web/admin/uploads/zip/in-worker.ts'
import { makeZip } from '#web/admin/uploads/zip/make-zip.ts'
import type { ZipRun } from '#web/admin/uploads/zip/types.ts'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

const newWorker = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
/** Loaded only where a worker has failed. */
const inPage: ZipRun = async (order, how) => (await import('#web/admin/uploads/zip/write-zip.ts')).writeZip(order, how)

async function roomHere(used: number | null) {
  if (!(await canKeepArchives())) return heldRoom(used)
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = await navigator.storage.estimate()
  return { bytes: quota - usage, isHeld: false }
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Tabs of one browser share its files, and agree on who works on which. */
const alone: ZipSurroundings['alone'] = async (name, work) => {
  if (!navigator.locks) return work().then(() => true)
  return navigator.locks.request(`zip ${name}`, { ifAvailable: true }, async (lock) => {
    if (lock) await work()
    return lock !== null
  })
}

/** The archives that this page makes. */
export const zipsOf = (api: ApiClient, uploads: Uploads): AlbumZips =>
  createAlbumZips({
    uploads,
    albumOf: (id) => answerOf(api.api.admin.albums[':id'].$get({ param: { id } })),
    make: (order, how) =>
      makeZip(
        order,
        {
          inWorker: typeof Worker === 'undefined' ? null : inWorker(newWorker),
          inPage,
          wait,
        },
        how,
      ),
    archives: { kept: keptArchive, remove: removeArchive, names: keptNames },
    room: () => roomHere(uploads.memory.used()),
    alone,
    now: () => Date.now(),
    wait,
  })
