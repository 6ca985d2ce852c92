import { deadlineMs } from '#server/test-mode.ts'

/** A render may take so long at most; visitors who wait for it and requests behind it would wait too. */
export const pageDeadlineMs = deadlineMs(5_000)

/** What makes the page is told to stop by the request's signal; whether it listens or not, the wait is over. */
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
