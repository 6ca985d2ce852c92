const KB = 1024
const MB = 1024 * KB

/** What a browser asks for at once, by the size of the file. */
export function chunkBytesFor(fileBytes: number): number {
  if (fileBytes < 10 * MB) return 256 * KB
  if (fileBytes < 100 * MB) return MB
  return fileBytes < 500 * MB ? 2 * MB : 4 * MB
}

export const downloadRetries = 3
/** Before the first, second and third try after the one that failed, in milliseconds. */
export const downloadRetryDelay = (retry: number): number => 1_000 * 2 ** (retry - 1)

/** A line on which nothing has come for so long is dead, whatever the browser thinks of it. */
export const stalledAfterMs = 30_000

export const savedEveryMs = 30_000
export const savedForMs = 7 * 24 * 3_600_000

export const eventsFlushedEveryMs = 5_000
export const eventsFlushedAt = 50

/** For whoever guesses tokens, and for floods. */
export const eventRates = {
  fromAddress: { name: 'download-events', most: 120, seconds: 60 },
} as const

/** Nobody pauses one file more often in a day: what is told beyond this is no figure of ours. */
export const eventsOfFileInDay = 200

/** So many parts the page of a link fetches at once, of all its files together. */
export const partsAtOnce = 4

/** So many parts of what one link stands for leave a process at once: more than any download manager opens. */
export const streamsOfRight = 32
