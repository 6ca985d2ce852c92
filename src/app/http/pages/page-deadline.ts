import { deadlineMs } from '#server/test-mode.ts'

/** A render may take so long at most; visitors who wait for it and requests behind it would wait too. */
export const pageDeadlineMs = deadlineMs(5_000)

/** The request's signal tells the render to stop; the wait ends even when the render ignores it. */
export async function withDeadline<T>(request: Request, make: (request: Request) => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const stop = new AbortController()
  const timer = setTimeout(() => {
    const reason = new Error('The page took too long to make.')
    late.reject(reason)
    stop.abort(reason)
  }, pageDeadlineMs)
  try {
    const timed = new Request(request, { signal: AbortSignal.any([request.signal, stop.signal]) })
    return await Promise.race([make(timed), late.promise])
  } finally {
    // Also when `make` threw at once: an unhandled rejection later would end the process.
    clearTimeout(timer)
  }
}
