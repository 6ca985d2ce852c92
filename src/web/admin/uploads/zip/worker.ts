import { type FromWorker, inWorker, type ToWorker } from '#web/admin/uploads/zip/in-worker.ts'
import { pressPart } from '#web/admin/uploads/zip/press-part.ts'
import { ZipFailed, type ZipProgress } from '#web/admin/uploads/zip/types.ts'
import { writeZip } from '#web/admin/uploads/zip/write-zip.ts'

const tell = (words: FromWorker) => self.postMessage(words)

/** Parts are pressed by others of its kind. */
const press = typeof Worker === 'undefined' ? null : inWorker(() => new Worker(self.location.href, { type: 'module' }))

/** Makes one archive, or presses one part of it, and says that it is alive whenever it is asked. To stop it, it is ended. */
self.onmessage = async ({ data: said }: MessageEvent<ToWorker>) => {
  if (said === 'ping') return tell({ is: 'there' })
  try {
    const how = {
      ...{ onProgress: (progress: ZipProgress) => tell({ is: 'going', progress }) },
      signal: new AbortController().signal,
    }
    const file = await ('part' in said ? pressPart(said, how) : writeZip(said, { ...how, press }))
    tell({ is: 'made', file })
  } catch (error) {
    const fault = error instanceof ZipFailed ? error.fault : 'passing'
    tell({ is: 'failed', fault, message: error instanceof Error ? error.message : String(error) })
  }
}
tell({ is: 'there' })
