const megabyte = 1_000_000

/** How fast a whole file came, in bytes a second: below the first, below the second, and so on. */
export const speedSteps = [megabyte, 5 * megabyte, 20 * megabyte] as const

export const speeds = ['slow', 'fair', 'good', 'fast'] as const
export type Speed = (typeof speeds)[number]

export const speedWords: Record<Speed, string> = {
  slow: 'Under 1 MB/s',
  fair: '1 to 5 MB/s',
  good: '5 to 20 MB/s',
  fast: '20 MB/s and more',
}
