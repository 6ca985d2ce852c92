import { type FromWorker, runInWorker, type ToWorker } from '#web/admin/uploads/zip/make-zip.ts'
import { ZipError, type ZipProgress } from '#web/admin/uploads/zip/types.ts'
import { writeZip } from '#web/admin/uploads/zip/write-zip.ts'
import { compressPart } from '#web/admin/uploads/zip/zip-parts.ts'

const post = (words: FromWorker) => self.postMessage(words)

const inAnother = runInWorker(() => new Worker(self.location.href, { type: 'module' }))

/** Compresses parts in nested workers, and here when one of them fails. */
const compress: typeof compressPart = (order, options) =>
  inAnother(order, options).catch((error) => {
    if (error instanceof ZipError && error.fault === 'worker') return compressPart(order, options)
    throw error
  })

/** Makes one archive or compresses one part, and answers pings. It is stopped by terminating it. */
self.onmessage = async ({ data: order }: MessageEvent<ToWorker>) => {
  if (order === 'ping') return post({ is: 'there' })
  try {
    const onProgress = (progress: ZipProgress) => post({ is: 'going', progress })
    const options = { onProgress, signal: new AbortController().signal }
    const file = await ('part' in order ? compressPart(order, options) : writeZip(order, { ...options, compress }))
    post({ is: 'made', file })
  } catch (error) {
    const fault = error instanceof ZipError ? error.fault : 'passing'
    post({ is: 'failed', fault, message: error instanceof Error ? error.message : String(error) })
  }
}
post({ is: 'there' })
