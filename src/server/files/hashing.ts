import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Refusal } from '#domain/refusal.ts'

export type Order = { id: number; of: number; bytes: Uint8Array; isLast: boolean }
export type Done = { id: number; sha256: string }

export type Hashing = {
  /** The bytes must stay as they are until it is done. */
  update: (bytes: Uint8Array<SharedArrayBuffer>) => Promise<void>
  /** Of all that it was given, and its end. Whoever needs no answer asks as well, or it would be kept for ever. */
  sha256: () => Promise<string>
}

type Thread = { ask: (order: Omit<Order, 'id'>) => Promise<string>; isOver: boolean }

const nothing = new Uint8Array(0)
let thread: Thread | undefined
let begun = 0

/** A process that may open no more files could begin no thread either: so it is there before it is needed. */
export const readyToHash = (): void => void threadNow()

// A thread that has died took what it knew of each file with it: those fail, and whoever comes next has another.
function threadNow(): Thread {
  if (!thread || thread.isOver) thread = newThread()
  return thread
}

/** Nothing that is done to a file on its way in takes as long as hashing it. So a thread of its own does that. */
export function newHashing(): Hashing {
  const { ask } = threadNow()
  const of = ++begun
  return {
    update: async (bytes) => void (await ask({ of, bytes, isLast: false })),
    sha256: () => ask({ of, bytes: nothing, isLast: true }),
  }
}

const ended = (cause?: unknown) => new Error('The thread that hashes has ended.', { cause })

function newThread(): Thread {
  const worker = newWorker()
  const waiting = new Map<number, PromiseWithResolvers<string>>()
  let asked = 0
  const self: Thread = {
    isOver: false,
    ask: (order) => {
      if (self.isOver) return Promise.reject(ended())
      const answer = Promise.withResolvers<string>()
      waiting.set(++asked, answer)
      worker.postMessage({ ...order, id: asked } satisfies Order)
      return answer.promise
    },
  }
  worker.on('message', ({ id, sha256 }: Done) => {
    waiting.get(id)!.resolve(sha256)
    waiting.delete(id)
  })
  const over = (cause: unknown) => {
    self.isOver = true
    for (const { reject } of waiting.values()) reject(ended(cause))
    waiting.clear()
  }
  worker.on('error', over)
  worker.on('exit', over)
  return self
}

/** Read from the project's folder, as everything is that is not built in. */
function newWorker(): Worker {
  try {
    const worker = new Worker(resolve('src/server/files/hash-thread.ts'), { env: {}, execArgv: [] })
    worker.unref()
    return worker
  } catch (error) {
    throw Object.assign(new Refusal('unavailable'), { cause: error })
  }
}
