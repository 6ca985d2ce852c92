import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { type Answer, ask } from './ask.ts'

/** How long it took, in milliseconds, and since when. */
type Took = { ms: number; askedAt: number }
export type Listened = {
  /** To be told to come back; `waitedMs` is how long that took in the server, by its own clock. */
  told: (Took & { waitedMs: number })[]
  /** To get a page that is at hand. */
  kept: (Took & { status: number | null })[]
}

/** Every visitor gets it alike, so it is made once. */
const keptPage = { host: 'localhost', path: '/tour' }

/**
 * Some visitors among a crowd, and one who looks at a page that is at hand, in a thread of their own: the crowd keeps its
 * own thread so busy that it hears late what was answered soon.
 */
export async function startListening(port: number, visitors: number): Promise<{ end: () => Promise<Listened> }> {
  const thread = new Worker(new URL(import.meta.url), { workerData: { port, visitors } })
  // It says that it has begun, and in the end what it has heard.
  await once(thread, 'message')
  const listened = new Promise<Listened>((resolve, reject) => thread.once('message', resolve).once('error', reject))
  return {
    end: () => {
      thread.postMessage('end')
      return listened
    },
  }
}

async function listen({ port, visitors }: { port: number; visitors: number }): Promise<Listened> {
  const { told, kept }: Listened = { told: [], kept: [] }
  let isOver = false
  parentPort!.once('message', () => {
    isOver = true
  })
  parentPort!.postMessage('begun')
  const visitor = async (name: number) => {
    for (let n = 0; !isOver; n++) {
      const askedAt = Date.now()
      const answer = await ask(port, { host: 'localhost', path: `/shop?q=among-them-${name}-${n}`, longest: 15_000 })
      if (answer?.status === 503) told.push({ ms: answer.ms, askedAt, waitedMs: waitedMs(answer) })
      await after(100)
    }
  }
  const reader = async () => {
    for (; !isOver; await after(50)) {
      const askedAt = Date.now()
      const answer = await ask(port, keptPage)
      kept.push({ ms: answer?.ms ?? Number.POSITIVE_INFINITY, askedAt, status: answer?.status ?? null })
    }
  }
  await Promise.all([reader(), ...Array.from({ length: visitors }, (_, name) => visitor(name))])
  return { told, kept }
}

/** From when the server had read what was asked to when it refused; whoever is not told so may have waited for ever. */
export function waitedMs({ headers }: Answer): number {
  const said = /^wait;dur=([\d.]+)$/.exec(String(headers['server-timing']))?.[1]
  return said === undefined ? Number.POSITIVE_INFINITY : Number(said)
}

if (!isMainThread && workerData?.visitors !== undefined) parentPort!.postMessage(await listen(workerData))
