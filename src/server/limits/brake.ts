import type { Limit } from '#domain/accounts/limits.ts'

const mostRemembered = 10_000

/**
 * A limit that this process counts for itself and that costs nothing, for what comes often and is worth little. Answers
 * how many seconds to wait; 0 within the limit. Those of whom most is remembered are forgotten together at the end of
 * their time, or when there are too many of them.
 */
export function createBrake({ most, seconds }: Pick<Limit, 'most' | 'seconds'>) {
  let counts = new Map<string, number>()
  let endsAt = 0
  return (whom: string, now: Date): number => {
    const isOther = +now >= endsAt || +now < endsAt - seconds * 1000
    if (isOther || counts.size >= mostRemembered) {
      counts = new Map()
      endsAt = +now + seconds * 1000
    }
    const count = (counts.get(whom) ?? 0) + 1
    counts.set(whom, count)
    return count <= most ? 0 : Math.max(1, Math.ceil((endsAt - +now) / 1000))
  }
}
