import { kept } from '#domain/uploads/limits.ts'

/** Bytes per second of what has gone lately, the newest last. */
export type SpeedHistory = readonly number[]

export const speedsKept = 10
export const fewestSpeeds = 3
/** A prediction is worth something only above this. */
export const leastConfidence = 0.6

export function withSpeed(history: SpeedHistory, bytes: number, ms: number): SpeedHistory {
  return bytes > 0 && ms > 0 ? kept(history, (bytes * 1000) / ms, speedsKept) : history
}

export const averageSpeed = (history: SpeedHistory): number | null =>
  history.length ? history.reduce((sum, speed) => sum + speed, 0) / history.length : null

export type Prediction = { bytesPerSecond: number; confidence: number }

/**
 * How fast it will go on. The newer a speed, the more it counts; the more the speeds differ, the less is it worth: no
 * difference is a confidence of 1, one as large as the speed itself of 0.
 */
export function predicted(history: SpeedHistory): Prediction | null {
  const mean = averageSpeed(history)
  if (mean === null || history.length < fewestSpeeds) return null
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
  const next = predicted(history)
  return next && next.confidence > leastConfidence ? next.bytesPerSecond : averageSpeed(history)
}
