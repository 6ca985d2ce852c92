import { ourZipTexts } from '#domain/texts/our-zip-words.ts'
import { zipTexts } from '#domain/texts/uploads.ts'
import { retryDelay } from '#domain/uploads/retry.ts'
import { zipRetries, zipTimeoutMs } from '#domain/uploads/zip.ts'
import { ZipFailed, type ZipOrder, type ZipRun } from '#web/admin/uploads/zip/types.ts'

type Ways = {
  /** Null where there are no workers. */
  inWorker: ZipRun | null
  inPage: ZipRun
  wait: (ms: number) => Promise<void>
}

/**
 * Makes an archive in a worker, or in the page where the worker is at fault; what may come right by itself is tried
 * again. Throws the sentence that says why there is none.
 */
export async function makeZip(order: ZipOrder, ways: Ways, how: Parameters<ZipRun>[1]): Promise<File> {
  let run = ways.inWorker ?? ways.inPage
  for (let retry = 1; ; ) {
    try {
      return await unlessStuck(run)(order, how)
    } catch (error) {
      if (how.signal.aborted) throw new ZipFailed(zipTexts.cancelled, 'final')
      const fault = error instanceof ZipFailed ? error.fault : 'passing'
      if (fault === 'worker' && run !== ways.inPage) {
        run = ways.inPage
        continue
      }
      if (fault === 'final' || retry > zipRetries)
        throw error instanceof ZipFailed ? error : new ZipFailed(ourZipTexts.failed, 'final')
      await ways.wait(retryDelay(retry++))
    }
  }
}

/** The same, but given up when it has not come any further for so long. */
const unlessStuck =
  (run: ZipRun): ZipRun =>
  (order, { onProgress, signal }) => {
    const stop = new AbortController()
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        reject(new ZipFailed(zipTexts.timeout, 'final'))
        stop.abort()
      }
      let timer = setTimeout(giveUp, zipTimeoutMs)
      const going: typeof onProgress = (progress) => {
        clearTimeout(timer)
        timer = setTimeout(giveUp, zipTimeoutMs)
        onProgress(progress)
      }
      run(order, { onProgress: going, signal: AbortSignal.any([signal, stop.signal]) })
        .then(resolve, reject)
        .finally(() => clearTimeout(timer))
    })
  }
