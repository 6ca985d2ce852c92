import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type RequestKind, requestKindOf } from '#app/http/request-kind.ts'
import { securityHeadersWithoutPage } from '#app/http/security-headers.ts'
import type { Reason } from '#domain/refusal.ts'
import { refusalTexts } from '#domain/texts/own-words.ts'
import { deadlineMs } from '#server/test-mode.ts'

/** How many requests run at once, and how many wait for their turn. */
type Capacity = { concurrent: number; queued: number }
type OverloadLimits = Capacity & { perClient?: Capacity }

/**
 * The processor renders pages, and there is one: more at once would only make each later. Reads and changes wait for the
 * database or for their senders, streams for their readers. Payments and the payment provider always find capacity, and
 * checkout pages have their own, apart from all others; health checks are never counted.
 *
 * One client gets only a part of each capacity, so that it cannot keep others out. A whole concert hall can be one client,
 * because it shares an address: it may read much at once, and buy, and few in it change anything.
 */
const defaultLimits: Record<Exclude<RequestKind, 'health'>, OverloadLimits> = {
  sale: { concurrent: 300, queued: 2_000, perClient: { concurrent: 100, queued: 500 } },
  stream: { concurrent: 1_000, queued: 0, perClient: { concurrent: 400, queued: 0 } },
  change: { concurrent: 150, queued: 100, perClient: { concurrent: 20, queued: 20 } },
  read: { concurrent: 100, queued: 300, perClient: { concurrent: 50, queued: 150 } },
  page: { concurrent: 6, queued: 100, perClient: { concurrent: 4, queued: 60 } },
  checkout: { concurrent: 6, queued: 200, perClient: { concurrent: 4, queued: 100 } },
}
/** A request waits in the queue for so long at most, and holds its slot for so long at most. */
export const defaultMaxWaitMs = deadlineMs(5_000)
const defaultMaxHoldMs = 10_000

/** After so many turns of the event loop a page begins even though connections keep arriving. */
const maxLoopTurns = 40

export type OverloadProtection = {
  answer: RequestListener
  /** To be called for each new connection. */
  onConnection: () => void
}
type Options = {
  limits?: Partial<typeof defaultLimits>
  /** The client that a request counts for, or null when that is not known. */
  clientOf?: (request: IncomingMessage) => string | null
  isHttps?: (request: IncomingMessage) => boolean
  maxWaitMs?: number
  maxHoldMs?: number
  /** Called once a second at most with the number of requests shed since. */
  report?: (shed: number) => void
}

/**
 * Answers as many requests as the server can answer soon. Of the others some wait in a queue, and the rest are told at
 * once to try again; each of these answers says how long the request has waited.
 */
export function createOverloadProtection(
  answer: RequestListener,
  {
    limits,
    clientOf = () => null,
    isHttps = () => false,
    maxWaitMs = defaultMaxWaitMs,
    maxHoldMs = defaultMaxHoldMs,
    report = () => {},
  }: Options = {},
): OverloadProtection {
  const pacer = createPacer()
  const shed = createShedder({ isHttps, report })
  const limiters = Object.fromEntries(
    Object.entries({ ...defaultLimits, ...limits }).map(([kind, each]) => [
      kind,
      createLimiter(each, maxWaitMs, maxHoldMs),
    ]),
  )
  return {
    answer: (request, response) => {
      const kind = requestKindOf(request)
      const run = () => answer(request, response)
      if (kind === 'health') return run()
      const begin = kind === 'page' || kind === 'checkout' ? () => pacer.schedule(run) : run
      const arrivedAt = performance.now()
      const refuse = (cause: OverloadCause) =>
        shed(request, response, { cause, waitedMs: performance.now() - arrivedAt })
      limiters[kind]!.acquire(response, { client: clientOf(request), run: begin, refuse })
    },
    onConnection: pacer.onConnection,
  }
}

type Waiter = { client: string | null; run: () => void; refuse: (cause: OverloadCause) => void }

/** A semaphore with a queue, for all requests of one kind. */
function createLimiter({ concurrent, queued, perClient }: OverloadLimits, maxWaitMs: number, maxHoldMs: number) {
  let running = 0
  /** In the order of arrival. */
  const queue = new Set<{ client: string | null; start: () => void }>()
  const runningOf = createClientCounter()
  const queuedOf = createClientCounter()

  const atClientLimit = (client: string | null) =>
    client !== null && perClient !== undefined && runningOf.count(client) >= perClient.concurrent
  const hasCapacity = (client: string | null) => running < concurrent && !atClientLimit(client)

  function drainQueue(): void {
    for (const { client, start } of queue) if (hasCapacity(client)) start()
  }

  function occupySlot(response: ServerResponse, { client, run }: Waiter): void {
    running++
    runningOf.add(client)
    let isReleased = false
    const release = () => {
      if (isReleased) return
      isReleased = true
      clearTimeout(timer)
      running--
      runningOf.remove(client)
      drainQueue()
    }
    const timer = setTimeout(release, maxHoldMs).unref()
    response.once('close', release)
    run()
  }

  return {
    acquire: (response: ServerResponse, waiter: Waiter) => {
      const { client } = waiter
      if (hasCapacity(client)) return occupySlot(response, waiter)
      const refuse = () => waiter.refuse(atClientLimit(client) ? 'client' : 'server')
      const maxOfClient = client !== null && perClient ? perClient.queued : queued
      if (queue.size >= queued || queuedOf.count(client) >= maxOfClient) return refuse()
      const removeFromQueue = () => {
        clearTimeout(timer)
        queue.delete(entry)
        queuedOf.remove(client)
        response.off('close', removeFromQueue)
      }
      const start = () => {
        removeFromQueue()
        occupySlot(response, waiter)
      }
      const entry = { client, start }
      const timer = setTimeout(() => {
        removeFromQueue()
        refuse()
      }, maxWaitMs)
      queue.add(entry)
      queuedOf.add(client)
      response.once('close', removeFromQueue)
    },
  }
}

/** Counts per client; requests of unknown clients are not counted. */
function createClientCounter() {
  const counts = new Map<string, number>()
  const count = (client: string | null) => (client === null ? 0 : (counts.get(client) ?? 0))
  return {
    count,
    add: (client: string | null) => {
      if (client !== null) counts.set(client, count(client) + 1)
    },
    remove: (client: string | null) => {
      if (client === null) return
      if (count(client) > 1) counts.set(client, count(client) - 1)
      else counts.delete(client)
    },
  }
}

/**
 * Node accepts one new connection in each turn of the event loop, and none while it renders a page. So pages begin one
 * after the other, each when no new connection has arrived or after many turns: otherwise clients that connect while
 * pages are rendered would wait for seconds only to be told that there is no capacity.
 */
function createPacer() {
  const waiting: (() => void)[] = []
  let [turns, hasConnected] = [0, false]
  const onLoopTurn = () => {
    if (!hasConnected || ++turns >= maxLoopTurns) {
      turns = 0
      waiting.shift()!()
    }
    hasConnected = false
    if (waiting.length) setImmediate(onLoopTurn)
  }
  return {
    schedule: (run: () => void) => {
      if (waiting.push(run) === 1) setImmediate(onLoopTurn)
    },
    onConnection: () => {
      hasConnected = true
    },
  }
}

/** The server is at its limit, or the client is at its own. */
type OverloadCause = 'server' | 'client'
type ShedRequest = { cause: OverloadCause; waitedMs: number }
const retryAfterSeconds = 3
const refusals: Record<OverloadCause, { status: number; words: string; reason: Reason }> = {
  server: {
    status: 503,
    words: 'Very many people are here just now. Please try again in a few seconds.',
    reason: 'unavailable',
  },
  client: { status: 429, words: refusalTexts.tooManyFor({ wait: `${retryAfterSeconds} seconds` }), reason: 'too-many' },
}

function createShedder({ isHttps, report }: Required<Pick<Options, 'isHttps' | 'report'>>) {
  let count = 0
  return (request: IncomingMessage, response: ServerResponse, { cause, waitedMs }: ShedRequest): void => {
    if (count++ === 0)
      setTimeout(() => {
        report(count)
        count = 0
      }, 1_000).unref()
    const isApi = /^\/(api|functions)\//.test(request.url ?? '')
    const { status, words, reason } = refusals[cause]
    const body = isApi ? JSON.stringify({ error: words, reason }) : words
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
    response.writeHead(status, {
      ...securityHeadersWithoutPage({ https: isHttps(request) }),
      'retry-after': String(retryAfterSeconds),
      'server-timing': `wait;dur=${waitedMs.toFixed(1)}`,
      'cache-control': 'no-store',
      'content-type': isApi ? 'application/json' : 'text/plain; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      // The request body is not read.
      ...(hasBody && { connection: 'close' }),
    })
    response.end(body)
  }
}
