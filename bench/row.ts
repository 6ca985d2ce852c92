/** One line of the table: what was measured, what it should be, and what it is compared with. */
export type Row = {
  what: string
  budget: string
  yardstick: string
  measured: string
  isMet: boolean
  /** What is known of why it falls short; said only when it does. */
  why?: string
}

/** Of what is only there to be seen. */
export const noBudget = 'none'

/** How long each of many takes, in milliseconds, the shortest first; a few are run before to warm up. */
export async function timesOf(work: () => Promise<unknown>, { runs = 300, warmUp = 30 } = {}): Promise<number[]> {
  for (let run = 0; run < warmUp; run++) await work()
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return times.sort((a, b) => a - b)
}

export const percentile = (sorted: number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

export const ms = (time: number): string => `${time.toFixed(1)} ms`
