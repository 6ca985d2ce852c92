/** The queue is full: the client should ask again later. */
export class QueueFullError extends Error {}

/** Runs a few tasks at once, lets a few more wait, and rejects the rest with `QueueFullError`. */
export function createWorkQueue({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
  let running = 0
  const waiting: (() => void)[] = []
  const idleListeners: (() => void)[] = []

  async function acquire() {
    if (running < atOnce) running++
    else if (waiting.length < maxWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new QueueFullError()
  }

  /** The next waiting task takes over the slot. */
  function release() {
    const next = waiting.shift()
    if (next) return next()
    running--
    if (running === 0) for (const wake of idleListeners.splice(0)) wake()
  }

  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      await acquire()
      try {
        return await work()
      } finally {
        release()
      }
    },
    /** Resolves when no task is running: for tasks whose result no caller awaits. */
    idle: (): Promise<void> =>
      running === 0 ? Promise.resolve() : new Promise((resolve) => idleListeners.push(resolve)),
  }
}

/** A queue for each key, which exists as long as it has tasks. */
export function createKeyedWorkQueue(size: { atOnce: number; maxWaiting: number }) {
  const queues = new Map<string, { queue: ReturnType<typeof createWorkQueue>; tasks: number }>()
  return {
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      const entry = queues.get(key) ?? { queue: createWorkQueue(size), tasks: 0 }
      queues.set(key, entry)
      entry.tasks++
      try {
        return await entry.queue.run(work)
      } finally {
        if (--entry.tasks === 0) queues.delete(key)
      }
    },
  }
}
