import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { albumZipTexts } from '#domain/texts/own-admin-words.ts'
import { zipTexts } from '#domain/texts/uploads.ts'
import { type FromWorker, makeZip, runInWorker } from '#web/admin/uploads/zip/make-zip.ts'
import { ZipError, type ZipFault, type ZipRun } from '#web/admin/uploads/zip/types.ts'

const order = { keptAs: 'p.zip', parts: [] }
const file = new File(['zip'], 'p.zip')
const minutes = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Worker and page with the outcomes that the test sets, in turn; the last one repeats. */
function ways(worker: (ZipFault | 'made')[] | null, page: (ZipFault | 'made')[] = ['made']) {
  const log: string[] = []
  const run =
    (name: string, ends: (ZipFault | 'made')[]): ZipRun =>
    async () => {
      log.push(name)
      const end = ends.length > 1 ? ends.shift()! : ends[0]!
      if (end === 'made') return file
      throw new ZipError(`${name}: ${end}`, end)
    }
  const wait = async (ms: number) => void log.push(`${ms} ms`)
  return { log, ways: { inWorker: worker && run('worker', worker), inPage: run('page', page), wait } }
}
const how = (signal = new AbortController().signal) => ({ onProgress: () => {}, signal })

describe('an archive', () => {
  test.each<[string, (ZipFault | 'made')[] | null, (ZipFault | 'made')[], string[]]>([
    ['is made in the worker', ['made'], ['final'], ['worker']],
    ['is made in the page where there are no workers', null, ['made'], ['page']],
    ['is made in the page when the worker is at fault', ['worker'], ['made'], ['worker', 'page']],
    ['is tried again', ['passing', 'passing', 'made'], [], ['worker', '1000 ms', 'worker', '2000 ms', 'worker']],
    [
      ...(['stays with the page once it is there', ['worker'], ['passing', 'made']] as const),
      ['worker', 'page', '1000 ms', 'page'],
    ] as never,
  ])('%s', async (_, worker, page, log) => {
    const given = ways(worker, page)
    expect(await makeZip(order, given.ways, how())).toBe(file)
    expect(given.log).toEqual(log)
  })

  test('gives up an archive after two retries, or at once after a final error', async () => {
    const passing = ways(['passing'])
    await expect(makeZip(order, passing.ways, how())).rejects.toThrow('worker: passing')
    expect(passing.log.filter((name) => name === 'worker')).toHaveLength(3)
    const final = ways(['final'])
    await expect(makeZip(order, final.ways, how())).rejects.toThrow('worker: final')
    expect(final.log).toEqual(['worker'])
  })

  test('reports an unexpected error of an archive with our message', async () => {
    const inPage: ZipRun = () => Promise.reject(new TypeError('x is not a function'))
    const made = makeZip(order, { inWorker: null, inPage, wait: async () => {} }, how())
    await expect(made).rejects.toThrow(albumZipTexts.failed)
  })

  test('gives up an archive five minutes after its start, whatever its progress', async () => {
    let isStopped = false
    let go: (() => void) | undefined
    const inPage: ZipRun = (_, { onProgress, signal }) =>
      new Promise((_, reject) => {
        go = () => onProgress({ stage: 'processing', doneBytes: 1 })
        signal.addEventListener('abort', () => {
          isStopped = true
          reject(signal.reason)
        })
      })
    const made = makeZip(order, { inWorker: null, inPage, wait: async () => {} }, how())
    const refused = expect(made).rejects.toThrow(zipTexts.timeout)
    for (let turn = 0; turn < 4; turn++) {
      await vi.advanceTimersByTimeAsync(1.2 * minutes)
      go!()
    }
    await vi.advanceTimersByTimeAsync(0.2 * minutes - 1)
    expect(isStopped).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await refused
    expect(isStopped).toBe(true)
  })

  test('limits all retries of an archive together to five minutes', async () => {
    const runs = vi.fn<ZipRun>(async () => {
      await new Promise((resolve) => setTimeout(resolve, 2 * minutes))
      throw new ZipError('busy', 'passing')
    })
    const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
    const made = makeZip(order, { inWorker: null, inPage: runs, wait }, how())
    const refused = expect(made).rejects.toThrow(zipTexts.timeout)
    await vi.advanceTimersByTimeAsync(5 * minutes)
    await refused
    await vi.advanceTimersByTimeAsync(10 * minutes)
    expect(runs).toHaveBeenCalledTimes(3)
  })

  test('does not retry a cancelled archive', async () => {
    const stop = new AbortController()
    const inPage: ZipRun = (_, { signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const wait = vi.fn()
    const made = makeZip(order, { inWorker: null, inPage, wait }, how(stop.signal))
    stop.abort()
    await expect(made).rejects.toThrow(zipTexts.cancelled)
    expect(wait).not.toHaveBeenCalled()
  })
})

/** A worker that posts what the test says and answers pings while it is alive. */
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
  const made = runInWorker(() => worker as unknown as Worker)(order, how)
  const ended = made.then(
    (file) => file.name,
    (error) => [error.message, error.fault],
  )
  return { worker, stop, seen, ended }
}

test('makes an archive in a worker, reports progress and terminates the worker', async () => {
  const { worker, seen, ended } = fakeWorker()
  worker.says({ is: 'there' })
  worker.says({ is: 'there' })
  expect(worker.heard).toEqual([order])
  worker.says({ is: 'going', progress: { stage: 'processing', doneBytes: 5 } })
  expect(seen).toEqual([{ stage: 'processing', doneBytes: 5 }])
  worker.says({ is: 'made', file: new File(['x'], 'made.zip') })
  expect([await ended, worker.isEnded]).toEqual(['made.zip', true])
})

test('a worker that does not start within five seconds has failed', async () => {
  const { worker, ended } = fakeWorker()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(worker.isEnded).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect([await ended, worker.isEnded]).toEqual([[zipTexts.startTimeout, 'worker'], true])
})

test('a worker that answers pings may take any time; a silent one has failed after five seconds', async () => {
  const { worker, ended } = fakeWorker()
  worker.says({ is: 'there' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect([worker.isEnded, worker.heard.filter((words) => words === 'ping').length]).toEqual([false, 12])
  worker.isAlive = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect([await ended, worker.isEnded]).toEqual([[zipTexts.workerError, 'worker'], true])
})

test('a worker that throws or cannot be created has failed', async () => {
  const { worker, ended } = fakeWorker()
  const broken = new Event('error', { cancelable: true })
  worker.onerror?.(broken)
  expect(broken.defaultPrevented).toBe(true)
  expect(await ended).toEqual([zipTexts.workerError, 'worker'])
  const create = () => {
    throw new Error('not here')
  }
  const how = { onProgress: () => {}, signal: new AbortController().signal }
  await expect(runInWorker(create)(order, how)).rejects.toMatchObject({
    message: zipTexts.workerError,
    fault: 'worker',
  })
})

test('passes on errors of the worker, and terminates it on cancel', async () => {
  const first = fakeWorker()
  first.worker.says({ is: 'failed', fault: 'final', message: 'A track is missing.' })
  expect(await first.ended).toEqual(['A track is missing.', 'final'])
  const second = fakeWorker()
  second.worker.says({ is: 'there' })
  second.stop.abort()
  expect([await second.ended, second.worker.isEnded]).toEqual([[zipTexts.cancelled, 'final'], true])
})
