import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ApiEnv } from '#api/env.ts'
import { Refusal } from '#domain/refusal.ts'

const kilobyte = 1024

/** For what owners send; their longest page is shorter. */
const general = 256 * kilobyte

/** Where strangers may send something, and how much. The first that a path begins with counts. */
export const strangers: [path: string, bytes: number][] = [
  ['/api/csp-reports', 16 * kilobyte],
  ['/api/auth/', 16 * kilobyte],
  ['/api/access', 16 * kilobyte],
  ['/api/analytics/', 16 * kilobyte],
  ['/api/previews/', 16 * kilobyte],
  ['/api/orders/', 16 * kilobyte],
  ['/api/privacy/exports', 16 * kilobyte],
  ['/api/shop/', 64 * kilobyte],
  ['/api/download-events', 64 * kilobyte],
  // Who pastes far too much is to read how long a message may be, and not that the request is too large.
  ['/functions/v1/contact-form', 256 * kilobyte],
  // Stripe says of none of its messages how long it may become. Those about a full cart have a few kilobytes.
  ['/api/webhooks/stripe', 256 * kilobyte],
]

/** Files, which are written down as they come and whose routes say themselves how much is too much. */
export const limitedElsewhere = [
  '/api/admin/pictures',
  '/api/admin/media/files',
  '/api/upload/chunked',
  '/api/upload/ping',
]

/** How many bytes a route reads at most; null where it says so itself. */
export function mostBytes(path: string): number | null {
  if (limitedElsewhere.includes(path)) return null
  return strangers.find(([beginning]) => path.startsWith(beginning))?.[1] ?? general
}

const tooLarge = () => Promise.reject(new Refusal('too-large'))
const guards = new Map(
  [general, ...strangers.map(([, bytes]) => bytes)].map((maxSize) => [
    maxSize,
    bodyLimit({ maxSize, onError: tooLarge }),
  ]),
)

/**
 * Before anything else looks at a request: what is said to be too long is not read, and nothing is read on. Who waits to be
 * told to go on (`Expect: 100-continue`) is told so by the first read, so nothing of theirs is read here: their route may
 * still refuse them.
 */
export const limitBody: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const most = mostBytes(c.req.path)
  if (most === null) return next()
  const said = c.req.header('transfer-encoding') === undefined ? c.req.header('content-length') : undefined
  if (said !== undefined) return Number(said) > most ? tooLarge() : next()
  if (c.req.header('expect') === undefined) return guards.get(most)!(c, next)
  const { request, isTooLong } = countedWhenRead(c.req.raw, most)
  c.req.raw = request
  await next()
  if (isTooLong()) throw new Refusal('too-large')
}

/** The same request, whose body is read when somebody asks for it, and fails after so many bytes. */
function countedWhenRead(request: Request, most: number) {
  let [size, reader]: [number, ReadableStreamDefaultReader<Uint8Array> | undefined] = [0, undefined]
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        reader ??= request.body?.getReader()
        const { done, value } = (await reader?.read()) ?? { done: true }
        if (done || !value) return controller.close()
        size += value.length
        if (size > most) controller.error(new Refusal('too-large'))
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
  const { method, headers, signal } = request
  const init = { method, headers, signal, body, duplex: 'half' } as RequestInit
  return { request: new Request(request.url, init), isTooLong: () => size > most }
}
