const minute = 60_000
const hour = 60 * minute

/** A mail that nobody has taken by then will not be tried again. */
const longestWait = 24 * hour

/** When to try again: after half a minute, then twice as long each time, then hourly; null when a day is over. */
export function nextTry(attempts: number, { queuedAt, now }: { queuedAt: Date; now: Date }): Date | null {
  const wait = Math.min((minute / 2) * 2 ** (attempts - 1), hour)
  const next = new Date(+now + wait)
  return +next <= +queuedAt + longestWait ? next : null
}
