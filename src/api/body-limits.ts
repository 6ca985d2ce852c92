import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ApiEnv } from '#api/env.ts'
import { Refusal } from '#domain/refusal.ts'

const kilobyte = 1024

/** For administrators; their longest input is shorter. */
const defaultMaxBytes = 256 * kilobyte

/** Limits of routes that are open to visitors. The first prefix of the path counts. */
export const bodyLimitsOfVisitorRoutes: [path: string, bytes: number][] = [
  ['/api/csp-reports', 16 * kilobyte],
  ['/api/auth/', 16 * kilobyte],
  ['/api/access', 16 * kilobyte],
  ['/api/analytics/', 16 * kilobyte],
  ['/api/previews/', 16 * kilobyte],
  ['/api/orders/', 16 * kilobyte],
  ['/api/privacy/exports', 16 * kilobyte],
  ['/api/shop/', 64 * kilobyte],
  ['/api/download-events', 64 * kilobyte],
  // A visitor who pastes a long text should read the limit of a message, not that the request is too large.
  ['/functions/v1/contact-form', 256 * kilobyte],
  // Stripe documents no maximum. Events of a full cart have a few kilobytes.
  ['/api/webhooks/stripe', 256 * kilobyte],
]

/** Uploads are stored as they arrive; their routes have limits of their own. */
export const pathsWithOwnBodyLimit = [
  '/api/admin/pictures',
  '/api/admin/media/files',
  '/api/upload/chunked',
  '/api/upload/ping',
]

/** The limit of a path in bytes; null where the route has its own. */
export function maxBytesOf(path: string): number | null {
  if (pathsWithOwnBodyLimit.includes(path)) return null
  return bodyLimitsOfVisitorRoutes.find(([beginning]) => path.startsWith(beginning))?.[1] ?? defaultMaxBytes
}

const rejectTooLarge = () => Promise.reject(new Refusal('too-large'))
const limiterByMaxBytes = new Map(
  [defaultMaxBytes, ...bodyLimitsOfVisitorRoutes.map(([, bytes]) => bytes)].map((maxSize) => [
    maxSize,
    bodyLimit({ maxSize, onError: rejectTooLarge }),
  ]),
)

/**
 * The first middleware: a body whose Content-Length is too large is not read at all. The first read of a body sends
 * `100 Continue`, so a body with `Expect: 100-continue` is not read here: its route may still refuse the request.
 */
export const limitBody: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const max = maxBytesOf(c.req.path)
  if (max === null) return next()
  const contentLength = c.req.header('transfer-encoding') === undefined ? c.req.header('content-length') : undefined
  if (contentLength !== undefined) return Number(contentLength) > max ? rejectTooLarge() : next()
  if (c.req.header('expect') === undefined) return limiterByMaxBytes.get(max)!(c, next)
  const { request, isTooLong } = withBodyLimit(c.req.raw, max)
  c.req.raw = request
  await next()
  if (isTooLong()) throw new Refusal('too-large')
}

/** The same request; its body is read on demand and fails after so many bytes. */
function withBodyLimit(request: Request, max: number) {
  let [size, reader]: [number, ReadableStreamDefaultReader<Uint8Array> | undefined] = [0, undefined]
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        reader ??= request.body?.getReader()
        const { done, value } = (await reader?.read()) ?? { done: true }
        if (done || !value) return controller.close()
        size += value.length
        if (size > max) controller.error(new Refusal('too-large'))
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
  const { method, headers, signal } = request
  const init = { method, headers, signal, body, duplex: 'half' } as RequestInit
  return { request: new Request(request.url, init), isTooLong: () => size > max }
}
