import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { plainHeaders } from '#app/http/security-headers.ts'
import type { Reason } from '#domain/refusal.ts'
import { answerTexts } from '#domain/texts/our-words.ts'
import { deadlineMs } from '#server/test-mode.ts'

/** What a request is for: each kind has room of its own, so that none can take that of another. */
export type Kind = 'health' | 'sale' | 'stream' | 'change' | 'read' | 'page' | 'till'
type Places = { atOnce: number; waiting: number }
type Room = Places & { ofOne?: Places }

/**
 * Pages are made by the processor, of which there is one: more at once would only make each later. Reads and changes wait
 * for the database or for their senders, streams for their readers. Whoever is about to pay, and the payment service, always
 * find room, and the pages on which that is done, and on which they hear that it is, have room apart from all others; those
 * who ask whether the process is alive are never counted.
 *
 * One visitor has a part of each room, so that others get in whatever that one does. A whole hall can be one visitor, because
 * it shares an address: it may look at much at once, and buy, and only few in it change anything.
 */
const usual: Record<Exclude<Kind, 'health'>, Room> = {
  sale: { atOnce: 300, waiting: 2_000, ofOne: { atOnce: 100, waiting: 500 } },
  stream: { atOnce: 1_000, waiting: 0, ofOne: { atOnce: 400, waiting: 0 } },
  change: { atOnce: 150, waiting: 100, ofOne: { atOnce: 20, waiting: 20 } },
  read: { atOnce: 100, waiting: 300, ofOne: { atOnce: 50, waiting: 150 } },
  page: { atOnce: 6, waiting: 100, ofOne: { atOnce: 4, waiting: 60 } },
  till: { atOnce: 6, waiting: 200, ofOne: { atOnce: 4, waiting: 100 } },
}
/** Nobody waits for longer than this to be let in, and nobody keeps their place for longer than that. */
export const longestWait = deadlineMs(5_000)
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
  /** Whose request it is, or null when that cannot be told. */
  whose?: (request: IncomingMessage) => string | null
  isHttps?: (request: IncomingMessage) => boolean
  patience?: number
  stay?: number
  /** Hears once a second at most how many were turned away since. */
  report?: (turnedAway: number) => void
}

/**
 * Lets in as many as can be answered soon. Of the others some wait, and whoever finds no place to wait is told at once to
 * come back; each of them hears how long they have waited for that.
 */
export function againstOverload(
  answer: RequestListener,
  {
    rooms,
    whose = () => null,
    isHttps = () => false,
    patience = longestWait,
    stay = longestStay,
    report = () => {},
  }: Options = {},
): Overload {
  const door = createDoor()
  const shed = shedding({ isHttps, report })
  const gates = Object.fromEntries(
    Object.entries({ ...usual, ...rooms }).map(([kind, room]) => [kind, createGate(room, patience, stay)]),
  )
  return {
    answer: (request, response) => {
      const kind = kindOf(request)
      const enter = () => answer(request, response)
      if (kind === 'health') return enter()
      const begin = kind === 'page' || kind === 'till' ? () => door.pass(enter) : enter
      const cameAt = performance.now()
      const refuse = (why: Why) => shed(request, response, { why, waitedMs: performance.now() - cameAt })
      gates[kind]!.enter(response, { visitor: whose(request), enter: begin, refuse })
    },
    newcomer: door.newcomer,
  }
}

export function kindOf({ method = 'GET', url = '/' }: Pick<IncomingMessage, 'method' | 'url'>): Kind {
  const isRead = method === 'GET' || method === 'HEAD'
  if (/^\/(healthz|readyz|metrics)(\?|$)/.test(url)) return 'health'
  if (/^\/(assets|images|previews|media\/files)\/|^\/favicon\.ico|^\/api\/(download\?|previews|upload\/)/.test(url))
    return 'stream'
  if (/^\/api\/(webhooks|shop\/(checkout|quote|order))\b/.test(url) || (!isRead && /^\/sandbox\/pay\//.test(url)))
    return 'sale'
  if (!isRead) return 'change'
  if (url.startsWith('/api/')) return 'read'
  return /^\/(cart|checkout|payment\/confirm)(\?|$)/.test(url) ? 'till' : 'page'
}

type Guest = { visitor: string | null; enter: () => void; refuse: (why: Why) => void }

function createGate({ atOnce, waiting: most, ofOne }: Room, patience: number, stay: number) {
  let inside = 0
  /** Who waits, in the order in which they came. */
  const waiting = new Set<{ visitor: string | null; called: () => void }>()
  const insideOf = tally()
  const waitingOf = tally()

  const hasTheirPart = (visitor: string | null) =>
    visitor !== null && ofOne !== undefined && insideOf.count(visitor) >= ofOne.atOnce
  const hasRoomFor = (visitor: string | null) => inside < atOnce && !hasTheirPart(visitor)

  function callThoseWhoFit(): void {
    for (const { visitor, called } of waiting) if (hasRoomFor(visitor)) called()
  }

  function letIn(response: ServerResponse, { visitor, enter }: Guest): void {
    inside++
    insideOf.add(visitor)
    let left = false
    const leave = () => {
      if (left) return
      left = true
      clearTimeout(timer)
      inside--
      insideOf.remove(visitor)
      callThoseWhoFit()
    }
    const timer = setTimeout(leave, stay).unref()
    response.once('close', leave)
    enter()
  }

  return {
    enter: (response: ServerResponse, guest: Guest) => {
      const { visitor } = guest
      if (hasRoomFor(visitor)) return letIn(response, guest)
      const refuse = () => guest.refuse(hasTheirPart(visitor) ? 'one' : 'many')
      const mostOfThem = visitor !== null && ofOne ? ofOne.waiting : most
      if (waiting.size >= most || waitingOf.count(visitor) >= mostOfThem) return refuse()
      const stop = () => {
        clearTimeout(timer)
        waiting.delete(place)
        waitingOf.remove(visitor)
        response.off('close', stop)
      }
      const called = () => {
        stop()
        letIn(response, guest)
      }
      const place = { visitor, called }
      const timer = setTimeout(() => {
        stop()
        refuse()
      }, patience)
      waiting.add(place)
      waitingOf.add(visitor)
      response.once('close', stop)
    },
  }
}

/** How many each visitor has; those who are nobody in particular are not counted. */
function tally() {
  const counts = new Map<string, number>()
  const count = (visitor: string | null) => (visitor === null ? 0 : (counts.get(visitor) ?? 0))
  return {
    count,
    add: (visitor: string | null) => {
      if (visitor !== null) counts.set(visitor, count(visitor) + 1)
    },
    remove: (visitor: string | null) => {
      if (visitor === null) return
      if (count(visitor) > 1) counts.set(visitor, count(visitor) - 1)
      else counts.delete(visitor)
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

/** Very many are here, or one visitor asks for more than their part. */
type Why = 'many' | 'one'
type Shed = { why: Why; waitedMs: number }
const said: Record<Why, { status: number; words: string; reason: Reason }> = {
  many: {
    status: 503,
    words: 'Very many people are here just now. Please try again in a few seconds.',
    reason: 'unavailable',
  },
  one: { status: 429, words: answerTexts.tooMany, reason: 'too-many' },
}

function shedding({ isHttps, report }: Required<Pick<Options, 'isHttps' | 'report'>>) {
  let count = 0
  return (request: IncomingMessage, response: ServerResponse, { why, waitedMs }: Shed): void => {
    if (count++ === 0)
      setTimeout(() => {
        report(count)
        count = 0
      }, 1_000).unref()
    const isApi = /^\/(api|functions)\//.test(request.url ?? '')
    const { status, words, reason } = said[why]
    const body = isApi ? JSON.stringify({ error: words, reason }) : words
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
    response.writeHead(status, {
      ...plainHeaders({ https: isHttps(request) }),
      'retry-after': '3',
      'server-timing': `wait;dur=${waitedMs.toFixed(1)}`,
      'cache-control': 'no-store',
      'content-type': isApi ? 'application/json' : 'text/plain; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      // What they have to say is not read.
      ...(hasBody && { connection: 'close' }),
    })
    response.end(body)
  }
}
