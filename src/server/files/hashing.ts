import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Refusal } from '#domain/refusal.ts'

export type HashRequest = { id: number; of: number; bytes: Uint8Array; isLast: boolean }
export type HashResult = { id: number; sha256: string }

export type Hashing = {
  /** The bytes must stay as they are until it is done. */
  update: (bytes: Uint8Array<SharedArrayBuffer>) => Promise<void>
  /** Ends the hash. Must be called even if the result is not needed, or the thread keeps its state forever. */
  sha256: () => Promise<string>
}

type HashThread = { ask: (order: Omit<HashRequest, 'id'>) => Promise<string>; isOver: boolean }

const emptyBytes = new Uint8Array(0)
let thread: HashThread | undefined
let lastHashId = 0

/** Starts the thread early: a process that has run out of file handles could not start it. */
export const warmUpHashing = (): void => void threadNow()

// A thread that died has lost its hashes: their files fail, and the next file gets a new thread.
function threadNow(): HashThread {
  if (!thread || thread.isOver) thread = newThread()
  return thread
}

/** Hashing takes the most time of receiving a file, so a worker thread does it. */
export function startHashing(): Hashing {
  const { ask } = threadNow()
  const of = ++lastHashId
  return {
    update: async (bytes) => void (await ask({ of, bytes, isLast: false })),
    sha256: () => ask({ of, bytes: emptyBytes, isLast: true }),
  }
}

const threadEndedError = (cause?: unknown) => new Error('The thread that hashes has ended.', { cause })

function newThread(): HashThread {
  const worker = newWorker()
  const waiting = new Map<number, PromiseWithResolvers<string>>()
  let lastId = 0
  const self: HashThread = {
    isOver: false,
    ask: (order) => {
      if (self.isOver) return Promise.reject(threadEndedError())
      const answer = Promise.withResolvers<string>()
      waiting.set(++lastId, answer)
      worker.postMessage({ ...order, id: lastId } satisfies HashRequest)
      return answer.promise
    },
  }
  worker.on('message', ({ id, sha256 }: HashResult) => {
    waiting.get(id)!.resolve(sha256)
    waiting.delete(id)
  })
  const onThreadEnd = (cause: unknown) => {
    self.isOver = true
    for (const { reject } of waiting.values()) reject(threadEndedError(cause))
    waiting.clear()
  }
  worker.on('error', onThreadEnd)
  worker.on('exit', onThreadEnd)
  return self
}

/** The script is not bundled: it is read from the project folder. */
function newWorker(): Worker {
  try {
    const worker = new Worker(resolve('src/server/files/hash-thread.ts'), { env: {}, execArgv: [] })
    worker.unref()
    return worker
  } catch (error) {
    throw Object.assign(new Refusal('unavailable'), { cause: error })
  }
}
