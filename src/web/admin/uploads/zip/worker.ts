import { type FromWorker, inWorker, type ToWorker } from '#web/admin/uploads/zip/make-zip.ts'
import { compressPart } from '#web/admin/uploads/zip/parts.ts'
import { ZipFailed, type ZipProgress } from '#web/admin/uploads/zip/types.ts'
import { writeZip } from '#web/admin/uploads/zip/write-zip.ts'

const tell = (words: FromWorker) => self.postMessage(words)

const inAnother = inWorker(() => new Worker(self.location.href, { type: 'module' }))

/** Parts are pressed by others of its kind, and here when one of them is at fault. */
const compress: typeof compressPart = (order, options) =>
  inAnother(order, options).catch((error) => {
    if (error instanceof ZipFailed && error.fault === 'worker') return compressPart(order, options)
    throw error
  })

/** Makes one archive, or presses one part of it, and says that it is alive whenever it is asked. To stop it, it is ended. */
self.onmessage = async ({ data: said }: MessageEvent<ToWorker>) => {
  if (said === 'ping') return tell({ is: 'there' })
  try {
    const onProgress = (progress: ZipProgress) => tell({ is: 'going', progress })
    const options = { onProgress, signal: new AbortController().signal }
    const file = await ('part' in said ? compressPart(said, options) : writeZip(said, { ...options, compress }))
    tell({ is: 'made', file })
  } catch (error) {
    const fault = error instanceof ZipFailed ? error.fault : 'passing'
    tell({ is: 'failed', fault, message: error instanceof Error ? error.message : String(error) })
  }
}
tell({ is: 'there' })
