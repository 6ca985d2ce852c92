const KB = 1024
const MB = 1024 * KB

/** The size of one range request, by the size of the file. */
export function downloadChunkBytes(fileBytes: number): number {
  if (fileBytes < 10 * MB) return 256 * KB
  if (fileBytes < 100 * MB) return MB
  return fileBytes < 500 * MB ? 2 * MB : 4 * MB
}

export const downloadRetries = 3
/** The delay before the first, second and third retry, in milliseconds. */
export const downloadRetryDelayMs = (retry: number): number => 1_000 * 2 ** (retry - 1)

/** A connection without a byte for so long is dead, even if the browser keeps it open. */
export const downloadStallTimeoutMs = 30_000

export const downloadSaveIntervalMs = 30_000
export const storedDownloadLifetimeMs = 7 * 24 * 3_600_000

export const eventFlushIntervalMs = 5_000
export const eventsPerFlush = 50

/** Against guessed tokens and floods of events. */
export const downloadEventRateLimits = {
  fromAddress: { name: 'download-events', max: 120, seconds: 60 },
} as const

/** No buyer pauses one file more often in a day. Events beyond this are not recorded. */
export const maxEventsPerFileAndDay = 200

/** Ranges that the downloads page fetches at once, of all its files together. */
export const maxParallelRanges = 4

/** Ranges of one right that a process serves at once: more than any download manager opens. */
export const maxStreamsPerRight = 32
