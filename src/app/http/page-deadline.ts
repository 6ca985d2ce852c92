import { deadlineMs } from '#server/test-mode.ts'

/** Nobody waits for a page for longer than this: neither whom it is made for nor those who come meanwhile. */
export const pageDeadlineMs = deadlineMs(5_000)

/** What makes the page is told to stop by the request's signal; whether it listens or not, the wait is over. */
export async function inTime<T>(request: Request, make: (request: Request) => Promise<T>): Promise<T> {
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
    // Also when nothing was begun: a promise that is refused later, with nobody waiting, would end the process.
    clearTimeout(timer)
  }
}
