/** One line of the table: what was measured, what it should be, and what it is compared with. */
export type BenchRow = {
  what: string
  budget: string
  yardstick: string
  measured: string
  isMet: boolean
  /** The known reason for missing the budget; printed only when it is missed. */
  why?: string
}

/** Of a figure without a budget. */
export const noBudget = 'none'

/** Durations of many runs in milliseconds, sorted; some runs warm up before. */
export async function measureTimesMs(
  work: () => Promise<unknown>,
  { runs = 300, warmUp = 30 } = {},
): Promise<number[]> {
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

export const formatMs = (time: number): string => `${time.toFixed(1)} ms`
