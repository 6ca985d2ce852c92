import { zipTexts } from '#domain/texts/uploads.ts'
import { workerPingMs, workerStartMs } from '#domain/uploads/zip.ts'
import {
  type PressOrder,
  ZipFailed,
  type ZipFault,
  type ZipOrder,
  type ZipProgress,
  type ZipRun,
} from '#web/admin/uploads/zip/types.ts'

export type ToWorker = ZipOrder | PressOrder | 'ping'
export type FromWorker =
  | { is: 'there' }
  | { is: 'going'; progress: ZipProgress }
  | { is: 'made'; file: File }
  | { is: 'failed'; fault: ZipFault; message: string }

/**
 * Makes an archive, or a part of one, in a worker of its own, which is ended afterwards. One that does not start, breaks, or does not
 * answer any more is at fault itself.
 */
export const inWorker =
  (create: () => Worker): ZipRun<ZipOrder | PressOrder> =>
  (order, { onProgress, signal }) =>
    new Promise((resolve, reject) => {
      const worker = start(create, reject)
      if (!worker) return
      const fail = (message: string, fault: ZipFault = 'worker') => end(() => reject(new ZipFailed(message, fault)))
      const cancel = () => fail(zipTexts.cancelled, 'final')
      let timer = setTimeout(() => fail(zipTexts.startTimeout), workerStartMs)
      let isAsked = false
      let isGoing = false

      function end(then: () => void): void {
        clearTimeout(timer)
        signal.removeEventListener('abort', cancel)
        worker!.terminate()
        then()
      }

      function look(): void {
        if (isAsked) fail(zipTexts.workerError)
        else {
          isAsked = true
          worker!.postMessage('ping' satisfies ToWorker)
          timer = setTimeout(look, workerPingMs)
        }
      }

      worker.onerror = (event) => {
        // Or the fault of a worker that was begun by a worker would be that one's too.
        event.preventDefault()
        fail(zipTexts.workerError)
      }
      worker.onmessageerror = () => fail(zipTexts.workerError)
      worker.onmessage = ({ data: said }: MessageEvent<FromWorker>) => {
        isAsked = false
        if (said.is === 'going') onProgress(said.progress)
        if (said.is === 'made') end(() => resolve(said.file))
        if (said.is === 'failed') fail(said.message, said.fault)
        if (said.is !== 'there' || isGoing) return
        isGoing = true
        clearTimeout(timer)
        timer = setTimeout(look, workerPingMs)
        worker.postMessage(order satisfies ToWorker)
      }
      signal.addEventListener('abort', cancel)
      if (signal.aborted) cancel()
    })

function start(create: () => Worker, reject: (error: ZipFailed) => void): Worker | null {
  try {
    return create()
  } catch {
    reject(new ZipFailed(zipTexts.workerError, 'worker'))
    return null
  }
}
