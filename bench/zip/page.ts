import { runInWorker } from '#web/admin/uploads/zip/make-zip.ts'
import type { JszipRequest, JszipResponse } from './jszip-worker.ts'

const ourWorker = () =>
  new Worker(new URL('../../src/web/admin/uploads/zip/worker.ts', import.meta.url), { type: 'module' })
const theirWorker = () => new Worker(new URL('./jszip-worker.ts', import.meta.url), { type: 'module' })

export type ZipResult = { ms: number; bytes: number }

const chosen = () => [...(document.querySelector('input')?.files ?? [])]

async function ours(type: string): Promise<ZipResult> {
  const parts = chosen().map((file) => ({
    name: file.name,
    type,
    bytes: file.size,
    modified: file.lastModified,
    file,
    path: '',
  }))
  const how = { onProgress: () => {}, signal: new AbortController().signal }
  const began = performance.now()
  const made = await runInWorker(ourWorker)({ keptAs: 'bench.zip', parts }, how)
  return { ms: performance.now() - began, bytes: made.size }
}

async function theirs(level: number): Promise<ZipResult> {
  const worker = theirWorker()
  const began = performance.now()
  const made = await new Promise<JszipResponse>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<JszipResponse>) => resolve(data)
    worker.onerror = (event) => reject(new Error(event.message))
    worker.postMessage({ files: chosen(), level } satisfies JszipRequest)
  })
  const ms = performance.now() - began
  worker.terminate()
  if ('failed' in made) throw new Error(made.failed)
  return { ms, bytes: made.bytes }
}

Object.assign(window, { ours, theirs })
