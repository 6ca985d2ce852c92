import { albumZipTexts } from '#domain/texts/own-admin-words.ts'
import { zipTexts } from '#domain/texts/uploads.ts'
import { chunkRetryDelayMs } from '#domain/uploads/limits.ts'
import { workerPingMs, workerStartMs, zipRetries, zipTimeoutMs } from '#domain/uploads/zip.ts'
import {
  type CompressTask,
  ZipError,
  type ZipFault,
  type ZipProgress,
  type ZipRun,
  type ZipTask,
} from '#web/admin/uploads/zip/types.ts'

type ZipRuns = {
  /** Null where there are no workers. */
  inWorker: ZipRun | null
  inPage: ZipRun
  wait: (ms: number) => Promise<void>
}

/**
 * Makes an archive in a worker, or in the page when the worker fails; retries passing faults. Ends after five minutes,
 * retries included (B9). Throws the message for the owner.
 */
export function makeZip(task: ZipTask, runs: ZipRuns, { onProgress, signal }: Parameters<ZipRun>[1]): Promise<File> {
  const timeout = new AbortController()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // Before the abort: otherwise the run would be reported as cancelled.
      reject(new ZipError(zipTexts.timeout, 'final'))
      timeout.abort()
    }, zipTimeoutMs)
    makeWithRetries(task, runs, { onProgress, signal: AbortSignal.any([signal, timeout.signal]) })
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

async function makeWithRetries(task: ZipTask, runs: ZipRuns, options: Parameters<ZipRun>[1]): Promise<File> {
  let run = runs.inWorker ?? runs.inPage
  for (let retry = 1; ; ) {
    try {
      options.signal.throwIfAborted()
      return await run(task, options)
    } catch (error) {
      if (options.signal.aborted) throw new ZipError(zipTexts.cancelled, 'final')
      const fault = error instanceof ZipError ? error.fault : 'passing'
      if (fault === 'worker' && run !== runs.inPage) {
        run = runs.inPage
        continue
      }
      if (fault === 'final' || retry > zipRetries)
        throw error instanceof ZipError ? error : new ZipError(albumZipTexts.failed, 'final')
      await runs.wait(chunkRetryDelayMs(retry++))
    }
  }
}

export type ToWorker = ZipTask | CompressTask | 'ping'
export type FromWorker =
  | { is: 'there' }
  | { is: 'going'; progress: ZipProgress }
  | { is: 'made'; file: File }
  | { is: 'failed'; fault: ZipFault; message: string }

/**
 * Runs an order in a worker and terminates it afterwards. A worker that does not start, throws, or stops answering has
 * the fault `worker`.
 */
export const runInWorker =
  (create: () => Worker): ZipRun<ZipTask | CompressTask> =>
  (order, { onProgress, signal }) =>
    new Promise((resolve, reject) => {
      const worker = start(create, reject)
      if (!worker) return
      const fail = (message: string, fault: ZipFault = 'worker') => end(() => reject(new ZipError(message, fault)))
      const cancel = () => fail(zipTexts.cancelled, 'final')
      let timer = setTimeout(() => fail(zipTexts.startTimeout), workerStartMs)
      let isPinged = false
      let isGoing = false

      function end(then: () => void): void {
        clearTimeout(timer)
        signal.removeEventListener('abort', cancel)
        worker!.terminate()
        then()
      }

      function checkPing(): void {
        if (isPinged) fail(zipTexts.workerError)
        else {
          isPinged = true
          worker!.postMessage('ping' satisfies ToWorker)
          timer = setTimeout(checkPing, workerPingMs)
        }
      }

      worker.onerror = (event) => {
        // Otherwise the error of a nested worker would also be reported for this one.
        event.preventDefault()
        fail(zipTexts.workerError)
      }
      worker.onmessageerror = () => fail(zipTexts.workerError)
      worker.onmessage = ({ data: message }: MessageEvent<FromWorker>) => {
        isPinged = false
        if (message.is === 'going') onProgress(message.progress)
        if (message.is === 'made') end(() => resolve(message.file))
        if (message.is === 'failed') fail(message.message, message.fault)
        if (message.is !== 'there' || isGoing) return
        isGoing = true
        clearTimeout(timer)
        timer = setTimeout(checkPing, workerPingMs)
        worker.postMessage(order satisfies ToWorker)
      }
      signal.addEventListener('abort', cancel)
      if (signal.aborted) cancel()
    })

function start(create: () => Worker, reject: (error: ZipError) => void): Worker | null {
  try {
    return create()
  } catch {
    reject(new ZipError(zipTexts.workerError, 'worker'))
    return null
  }
}
