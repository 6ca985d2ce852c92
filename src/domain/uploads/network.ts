import { appendLimited, megabyte } from '#domain/uploads/limits.ts'

export const connectionQualities = ['poor', 'fair', 'good', 'excellent'] as const
export type ConnectionQuality = (typeof connectionQualities)[number]

const kilobyte = 1024
/** Bytes per second; between good and excellent the specification leaves a gap, which counts as good. */
export function connectionQualityOf(bytesPerSecond: number): ConnectionQuality {
  if (bytesPerSecond < 100 * kilobyte) return 'poor'
  if (bytesPerSecond < 500 * kilobyte) return 'fair'
  return bytesPerSecond < 10 * megabyte ? 'good' : 'excellent'
}

export const recommendedChunkBytes: Record<ConnectionQuality, number> = {
  poor: megabyte,
  fair: 2 * megabyte,
  good: 10 * megabyte,
  excellent: 25 * megabyte,
}

/** How many chunks are on their way at once. */
export const parallelChunksFor: Record<ConnectionQuality, number> = { poor: 1, fair: 2, good: 3, excellent: 4 }

/** Less than this, and a file that needs chunks would take days. */
const minUsableSpeed = 10 * kilobyte
/** The size of the speed test. */
export const speedTestBytes = 256 * kilobyte
/** A speed test that takes longer than this is too slow, and is not awaited. */
export const maxSpeedTestMs = (speedTestBytes / minUsableSpeed) * 1000
export const isSpeedSufficient = (bytesPerSecond: number): boolean => bytesPerSecond >= minUsableSpeed

/** Bytes per second of the last chunks, newest last. */
export type SpeedHistory = readonly number[]

export const maxSpeedHistory = 10
export const minSpeedsForPrediction = 3
/** A prediction is worth something only above this. */
export const minPredictionConfidence = 0.6

export function addSpeed(history: SpeedHistory, bytes: number, ms: number): SpeedHistory {
  return bytes > 0 && ms > 0 ? appendLimited(history, (bytes * 1000) / ms, maxSpeedHistory) : history
}

export const averageSpeed = (history: SpeedHistory): number | null =>
  history.length ? history.reduce((sum, speed) => sum + speed, 0) / history.length : null

export type Prediction = { bytesPerSecond: number; confidence: number }

/**
 * Predicts the speed. Newer speeds weigh more. The confidence is 1 when all speeds are equal and 0 when they differ by
 * as much as the speed itself.
 */
export function predictSpeed(history: SpeedHistory): Prediction | null {
  const mean = averageSpeed(history)
  if (mean === null || history.length < minSpeedsForPrediction) return null
  const deviation = Math.sqrt(history.reduce((sum, speed) => sum + (speed - mean) ** 2, 0) / history.length)
  const weights = history.map((_, at) => at + 1)
  const weighed = history.reduce((sum, speed, at) => sum + speed * weights[at]!, 0)
  return {
    bytesPerSecond: weighed / weights.reduce((sum, weight) => sum + weight, 0),
    confidence: Math.max(0, 1 - deviation / mean),
  }
}

/** The prediction if it is worth something, else what was measured, else nothing. */
export function expectedSpeed(history: SpeedHistory): number | null {
  const next = predictSpeed(history)
  return next && next.confidence > minPredictionConfidence ? next.bytesPerSecond : averageSpeed(history)
}

/** How long a connection may be too slow before it is reported: checked once a second, so within 15 seconds. */
export const flowWindowMs = 14_000
export const flowCheckMs = 1_000

/** The bytes that have left the browser, and since when something was always waiting. */
export type SentBytesFlow = { since: number | null; gone: readonly { at: number; bytes: number }[] }

export const emptyFlow: SentBytesFlow = { since: null, gone: [] }

/** Adds sent bytes and drops samples older than the window. */
export const addSentBytes = ({ since, gone }: SentBytesFlow, at: number, bytes: number): SentBytesFlow => ({
  since,
  gone: [...gone.filter((each) => each.at > at - flowWindowMs), { at, bytes }],
})

/** Bytes per second of the last window; null until something was waiting for that long. */
export function flowSpeed({ since, gone }: SentBytesFlow, now: number): number | null {
  if (since === null || now - since < flowWindowMs) return null
  const lately = gone.filter(({ at }) => at > now - flowWindowMs)
  return (lately.reduce((sum, { bytes }) => sum + bytes, 0) * 1000) / flowWindowMs
}

export function hasBecomeTooSlow(flow: SentBytesFlow, now: number): boolean {
  const speed = flowSpeed(flow, now)
  return speed !== null && !isSpeedSufficient(speed)
}
