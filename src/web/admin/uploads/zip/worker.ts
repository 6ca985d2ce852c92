import type { FromWorker, ToWorker } from '#web/admin/uploads/zip/in-worker.ts'
import { ZipFailed } from '#web/admin/uploads/zip/types.ts'
import { writeZip } from '#web/admin/uploads/zip/write-zip.ts'

const tell = (words: FromWorker) => self.postMessage(words)

/** Makes one archive, and says that it is alive whenever it is asked. To stop it, it is ended. */
self.onmessage = async ({ data: said }: MessageEvent<ToWorker>) => {
  if (said === 'ping') return tell({ is: 'there' })
  try {
    const { signal } = new AbortController()
    const file = await writeZip(said, { onProgress: (progress) => tell({ is: 'going', progress }), signal })
    tell({ is: 'made', file })
  } catch (error) {
    const fault = error instanceof ZipFailed ? error.fault : 'passing'
    tell({ is: 'failed', fault, message: error instanceof Error ? error.message : String(error) })
  }
}
tell({ is: 'there' })
