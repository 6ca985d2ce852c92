import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { zipTexts } from '#domain/texts/uploads.ts'
import { type FromWorker, inWorker } from '#web/admin/uploads/zip/in-worker.ts'

const order = { keptAs: 'p.zip', parts: [] }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A worker that says what the test says, and answers pings as long as it lives. */
function fakeWorker() {
  const worker = {
    onmessage: null as ((event: { data: FromWorker }) => void) | null,
    onerror: null as ((event: Event) => void) | null,
    onmessageerror: null,
    heard: [] as unknown[],
    isAlive: true,
    isEnded: false,
    says: (data: FromWorker) => worker.onmessage?.({ data }),
    terminate: () => {
      worker.isEnded = true
    },
    postMessage: (words: unknown) => {
      worker.heard.push(words)
      if (words === 'ping' && worker.isAlive) queueMicrotask(() => worker.says({ is: 'there' }))
    },
  }
  const stop = new AbortController()
  const seen: unknown[] = []
  const how = { onProgress: (at: unknown) => void seen.push(at), signal: stop.signal }
  // Only as much of a worker as is used.
  const made = inWorker(() => worker as unknown as Worker)(order, how)
  const ended = made.then(
    (file) => file.name,
    (error) => [error.message, error.fault],
  )
  return { worker, stop, seen, ended }
}

test('a worker that is there is given the work, tells of its progress, and is ended with it', async () => {
  const { worker, seen, ended } = fakeWorker()
  worker.says({ is: 'there' })
  worker.says({ is: 'there' })
  expect(worker.heard).toEqual([order])
  worker.says({ is: 'going', progress: { stage: 'processing', doneBytes: 5 } })
  expect(seen).toEqual([{ stage: 'processing', doneBytes: 5 }])
  worker.says({ is: 'made', file: new File(['x'], 'made.zip') })
  expect([await ended, worker.isEnded]).toEqual(['made.zip', true])
})

test('a worker that does not start within five seconds is at fault', async () => {
  const { worker, ended } = fakeWorker()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(worker.isEnded).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect([await ended, worker.isEnded]).toEqual([[zipTexts.startTimeout, 'worker'], true])
})

test('a worker that answers may take as long as it likes; one that does not for five seconds is at fault', async () => {
  const { worker, ended } = fakeWorker()
  worker.says({ is: 'there' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect([worker.isEnded, worker.heard.filter((words) => words === 'ping').length]).toEqual([false, 12])
  worker.isAlive = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect([await ended, worker.isEnded]).toEqual([[zipTexts.workerError, 'worker'], true])
})

test('a worker that breaks is at fault, and one that cannot be made too', async () => {
  const { worker, ended } = fakeWorker()
  const broken = new Event('error', { cancelable: true })
  worker.onerror?.(broken)
  expect(broken.defaultPrevented).toBe(true)
  expect(await ended).toEqual([zipTexts.workerError, 'worker'])
  const create = () => {
    throw new Error('not here')
  }
  const how = { onProgress: () => {}, signal: new AbortController().signal }
  await expect(inWorker(create)(order, how)).rejects.toMatchObject({ message: zipTexts.workerError, fault: 'worker' })
})

test('what a worker cannot do is not its own fault, and cancelling ends it', async () => {
  const first = fakeWorker()
  first.worker.says({ is: 'failed', fault: 'final', message: 'A track is missing.' })
  expect(await first.ended).toEqual(['A track is missing.', 'final'])
  const second = fakeWorker()
  second.worker.says({ is: 'there' })
  second.stop.abort()
  expect([await second.ended, second.worker.isEnded]).toEqual([[zipTexts.cancelled, 'final'], true])
})
