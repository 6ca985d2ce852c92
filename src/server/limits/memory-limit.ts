import type { RateLimit } from '#domain/accounts/limits.ts'

const maxCounts = 10_000

/**
 * A limit that each process counts in its own memory, for frequent and cheap requests. Returns how many seconds to wait; 0
 * within the limit. All counts are cleared together at the end of the window, or when there are too many of them.
 */
export function createMemoryRateLimit({ max, seconds }: Pick<RateLimit, 'max' | 'seconds'>) {
  let counts = new Map<string, number>()
  let endsAt = 0
  return (subject: string, now: Date): number => {
    const isNewWindow = +now >= endsAt || +now < endsAt - seconds * 1000
    if (isNewWindow || counts.size >= maxCounts) {
      counts = new Map()
      endsAt = +now + seconds * 1000
    }
    const count = (counts.get(subject) ?? 0) + 1
    counts.set(subject, count)
    return count <= max ? 0 : Math.max(1, Math.ceil((endsAt - +now) / 1000))
  }
}
