/** There is too much to do already; asking again in a while is better than waiting in line. */
export class Busy extends Error {}

/** Lets a few do their work at once, a few more wait, and turns the rest away. */
export function createLane({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  let working = 0
  const waiting: (() => void)[] = []
  const idlers: (() => void)[] = []

  async function enter() {
    if (working < atOnce) working++
    else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new Busy()
  }

  /** Whoever waits takes over the place of whoever leaves. */
  function leave() {
    const next = waiting.shift()
    if (next) return next()
    working--
    if (working === 0) for (const wake of idlers.splice(0)) wake()
  }

  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
    /** For work that nobody waits for. */
    idle: (): Promise<void> => (working === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve))),
  }
}
