import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { plainHeaders } from '#app/http/security-headers.ts'

/** What a request is for: each kind has room of its own, so that none can take that of another. */
export type Kind = 'health' | 'sale' | 'stream' | 'change' | 'read' | 'page'
type Room = { atOnce: number; waiting: number }

/**
 * Pages are made by the processor, of which there is one: more at once would only make each later. Reads and changes wait
 * for the database or for their senders, streams for their readers. Whoever is about to pay, and the payment service, always
 * find room; those who ask whether the process is alive are never counted.
 */
const usual: Record<Exclude<Kind, 'health'>, Room> = {
  sale: { atOnce: 300, waiting: 2_000 },
  stream: { atOnce: 1_000, waiting: 0 },
  change: { atOnce: 150, waiting: 100 },
  read: { atOnce: 100, waiting: 300 },
  page: { atOnce: 6, waiting: 100 },
}
/** Nobody waits for longer than this to be let in, and nobody keeps their place for longer than that. */
const longestWait = 5_000
const longestStay = 10_000

/** So often the process looks for newcomers before it begins another page. */
const mostLooks = 40

export type Overload = {
  answer: RequestListener
  /** To be told of each new connection. */
  newcomer: () => void
}
type Options = {
  rooms?: Partial<typeof usual>
  patience?: number
  /** Hears once a second at most how many were turned away since. */
  report?: (turnedAway: number) => void
}

/** Lets in as many as can be answered soon, and tells the others at once to come back. */
export function againstOverload(
  answer: RequestListener,
  { rooms, patience = longestWait, report = () => {} }: Options = {},
): Overload {
  const door = createDoor()
  const shed = shedding(report)
  const gates = Object.fromEntries(
    Object.entries({ ...usual, ...rooms }).map(([kind, room]) => [kind, createGate(room, patience)]),
  )
  return {
    answer: (request, response) => {
      const kind = kindOf(request)
      const enter = () => answer(request, response)
      if (kind === 'health') return enter()
      const begin = kind === 'page' ? () => door.pass(enter) : enter
      gates[kind]!.enter(response, { enter: begin, refuse: () => shed(request, response) })
    },
    newcomer: door.newcomer,
  }
}

export function kindOf({ method = 'GET', url = '/' }: Pick<IncomingMessage, 'method' | 'url'>): Kind {
  const isRead = method === 'GET' || method === 'HEAD'
  if (/^\/(healthz|readyz|metrics)(\?|$)/.test(url)) return 'health'
  if (/^\/(assets|images|previews|media\/files)\/|^\/api\/(download\?|previews|upload\/)/.test(url)) return 'stream'
  if (/^\/api\/(webhooks|shop\/(checkout|quote|order))\b/.test(url) || (!isRead && /^\/sandbox\/pay\//.test(url)))
    return 'sale'
  if (!isRead) return 'change'
  return url.startsWith('/api/') ? 'read' : 'page'
}

type Guest = { enter: () => void; refuse: () => void }

function createGate({ atOnce, waiting: most }: Room, patience: number) {
  let inside = 0
  /** Who waits, in the order in which they came. */
  const waiting = new Set<() => void>()

  function letIn(response: ServerResponse, { enter }: Guest): void {
    inside++
    let left = false
    const leave = () => {
      if (left) return
      left = true
      clearTimeout(timer)
      inside--
      const [next] = waiting
      next?.()
    }
    const timer = setTimeout(leave, longestStay).unref()
    response.once('close', leave)
    enter()
  }

  return {
    enter: (response: ServerResponse, guest: Guest) => {
      if (inside < atOnce) return letIn(response, guest)
      if (waiting.size >= most) return guest.refuse()
      const stop = () => {
        clearTimeout(timer)
        waiting.delete(called)
        response.off('close', stop)
      }
      const called = () => {
        stop()
        letIn(response, guest)
      }
      const timer = setTimeout(() => {
        stop()
        guest.refuse()
      }, patience)
      waiting.add(called)
      response.once('close', stop)
    },
  }
}

/**
 * Node takes in one new connection each time it looks around, and while it makes a page it does not look. So pages begin
 * one after the other, each when nobody new stands outside, or after many looks: otherwise those who come while pages are
 * made would wait for seconds only to hear that there is no room.
 */
function createDoor() {
  const waiting: (() => void)[] = []
  let [looks, somebodyCame] = [0, false]
  const turn = () => {
    if (!somebodyCame || ++looks >= mostLooks) {
      looks = 0
      waiting.shift()!()
    }
    somebodyCame = false
    if (waiting.length) setImmediate(turn)
  }
  return {
    pass: (enter: () => void) => {
      if (waiting.push(enter) === 1) setImmediate(turn)
    },
    newcomer: () => {
      somebodyCame = true
    },
  }
}

const words = 'Very many people are here just now. Please try again in a few seconds.'
const json = JSON.stringify({ error: words, reason: 'unavailable' })

function shedding(report: (turnedAway: number) => void) {
  let count = 0
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (count++ === 0)
      setTimeout(() => {
        report(count)
        count = 0
      }, 1_000).unref()
    const isApi = /^\/(api|functions)\//.test(request.url ?? '')
    const body = isApi ? json : words
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
    response.writeHead(503, {
      ...plainHeaders,
      'retry-after': '3',
      'cache-control': 'no-store',
      'content-type': isApi ? 'application/json' : 'text/plain; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      // What they have to say is not read.
      ...(hasBody && { connection: 'close' }),
    })
    response.end(body)
  }
}
