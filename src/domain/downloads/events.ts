/**
 * What happens to a download. `started`, `completed` and `failed` with `file-missing` are the server's own word, which
 * counts the bytes that it served; the rest is what only the browser knows.
 */
export const downloadEvents = ['started', 'paused', 'resumed', 'completed', 'verified', 'failed'] as const
export type DownloadEvent = (typeof downloadEvents)[number]

/** Why a download was given up. */
export const failureReasons = ['connection', 'unavailable', 'refused', 'damaged', 'no-room', 'file-missing'] as const
export type FailureReason = (typeof failureReasons)[number]

/** What a browser may tell; of the rest it knows nothing, or could make up anything. */
export const toldByBrowsers = ['paused', 'resumed', 'verified', 'failed'] as const satisfies DownloadEvent[]
export const toldFailures = [
  'connection',
  'unavailable',
  'refused',
  'damaged',
  'no-room',
] as const satisfies FailureReason[]

/** As it is sent. The id makes it one event however often it comes. */
export type SentEvent = {
  id: string
  fileId: string
  type: (typeof toldByBrowsers)[number]
  reason?: (typeof toldFailures)[number] | undefined
  /** With `verified`: how long it took to receive the file, without the pauses. */
  durationMs?: number | undefined
}

/** No line that a customer has is faster: 10 Gbit/s. */
const mostBytesPerMs = 1_250_000
const longestMs = 7 * 24 * 3_600_000

/** Whether an event about a file of this size can be true: nothing else may come into the figures. */
export function worthKeeping({ type, reason, durationMs }: SentEvent, fileBytes: number): boolean {
  if ((type === 'failed') !== (reason !== undefined)) return false
  if (type !== 'verified') return durationMs === undefined
  return durationMs !== undefined && durationMs >= Math.max(1, fileBytes / mostBytesPerMs) && durationMs <= longestMs
}
