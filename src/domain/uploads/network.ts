import { megabyte } from '#domain/uploads/limits.ts'

export const qualities = ['poor', 'fair', 'good', 'excellent'] as const
export type Quality = (typeof qualities)[number]

const kilobyte = 1024
/** Bytes per second; between good and excellent the specification leaves a gap, which counts as good. */
export function qualityOf(bytesPerSecond: number): Quality {
  if (bytesPerSecond < 100 * kilobyte) return 'poor'
  if (bytesPerSecond < 500 * kilobyte) return 'fair'
  return bytesPerSecond < 10 * megabyte ? 'good' : 'excellent'
}

export const recommendedChunk: Record<Quality, number> = {
  poor: megabyte,
  fair: 2 * megabyte,
  good: 10 * megabyte,
  excellent: 25 * megabyte,
}

/** How many chunks are on their way at once. */
export const concurrencyOf: Record<Quality, number> = { poor: 1, fair: 2, good: 3, excellent: 4 }

/** Less than this, and a file that needs chunks would take days. */
const slowest = 10 * kilobyte
/** What is sent to see how fast it goes. */
export const pingBytes = 256 * kilobyte
/** Whatever takes longer than this to send it is too slow, and need not be waited for. */
export const longestPingMs = (pingBytes / slowest) * 1000
export const isSuitable = (bytesPerSecond: number): boolean => bytesPerSecond >= slowest
