import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { type Answer, sendHttpRequest } from './http-request.ts'

/** Duration in milliseconds, and when the request was sent. */
type Timing = { ms: number; sentAt: number }
export type OverloadObservations = {
  /** Times of 503 answers; `queueWaitMs` is the time in the server, by its own clock. */
  refusals: (Timing & { waitedMs: number })[]
  /** Times of a cached page. */
  cachedPages: (Timing & { status: number | null })[]
}

/** The same for every visitor, so it is cached. */
const keptPage = { host: 'localhost', path: '/tour' }

/**
 * Some visitors, and one reader of a cached page, in a thread of their own: the thread of the crowd is so busy that it
 * would measure answers too late.
 */
export async function startOverloadObserver(
  port: number,
  visitors: number,
): Promise<{ end: () => Promise<OverloadObservations> }> {
  const thread = new Worker(new URL(import.meta.url), { workerData: { port, visitors } })
  // The worker posts a message when it starts, and its observations at the end.
  await once(thread, 'message')
  const listened = new Promise<OverloadObservations>((resolve, reject) =>
    thread.once('message', resolve).once('error', reject),
  )
  return {
    end: () => {
      thread.postMessage('end')
      return listened
    },
  }
}

async function listen({ port, visitors }: { port: number; visitors: number }): Promise<OverloadObservations> {
  const { refusals, cachedPages }: OverloadObservations = { refusals: [], cachedPages: [] }
  let isOver = false
  parentPort!.once('message', () => {
    isOver = true
  })
  parentPort!.postMessage('begun')
  const visitor = async (name: number) => {
    for (let n = 0; !isOver; n++) {
      const sentAt = Date.now()
      const answer = await sendHttpRequest(port, {
        host: 'localhost',
        path: `/shop?q=among-them-${name}-${n}`,
        longest: 15_000,
      })
      if (answer?.status === 503) refusals.push({ ms: answer.ms, sentAt, waitedMs: queueWaitMs(answer) })
      await after(100)
    }
  }
  const reader = async () => {
    for (; !isOver; await after(50)) {
      const sentAt = Date.now()
      const answer = await sendHttpRequest(port, keptPage)
      cachedPages.push({ ms: answer?.ms ?? Number.POSITIVE_INFINITY, sentAt, status: answer?.status ?? null })
    }
  }
  await Promise.all([reader(), ...Array.from({ length: visitors }, (_, name) => visitor(name))])
  return { refusals, cachedPages }
}

/** Time between reading the request and refusing it. Infinite when the answer does not say. */
export function queueWaitMs({ headers }: Answer): number {
  const duration = /^wait;dur=([\d.]+)$/.exec(String(headers['server-timing']))?.[1]
  return duration === undefined ? Number.POSITIVE_INFINITY : Number(duration)
}

if (!isMainThread && workerData?.visitors !== undefined) parentPort!.postMessage(await listen(workerData))
