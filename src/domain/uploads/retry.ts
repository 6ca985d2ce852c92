export const chunkRetries = 3
const first = 1_000
const longest = 10_000

/** Before the first, second, … try after the one that failed, in milliseconds. */
export const retryDelay = (retry: number): number => Math.min(longest, first * 2 ** (retry - 1))

/** What may come right by itself: nobody answered, or somebody who is busy. A refusal stays a refusal. */
export const isPassing = (status: number): boolean =>
  status === 0 || status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 507)
