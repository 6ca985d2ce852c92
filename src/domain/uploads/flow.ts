import { isSuitable } from '#domain/uploads/network.ts'

/** So long a line may move too little before that is said: with the look at it once a second, within 15 seconds. */
export const flowWindowMs = 14_000
export const flowLookMs = 1_000

/** What has left the browser lately, and since when there was always something that had not. */
export type Flow = { since: number | null; gone: readonly { at: number; bytes: number }[] }

export const noFlow: Flow = { since: null, gone: [] }

/** So many bytes have left. What is older than the window tells nothing any more. */
export const withGone = ({ since, gone }: Flow, at: number, bytes: number): Flow => ({
  since,
  gone: [...gone.filter((each) => each.at > at - flowWindowMs), { at, bytes }],
})

/** Bytes per second of the last window; null before there was something to send for as long as that. */
export function flowSpeed({ since, gone }: Flow, now: number): number | null {
  if (since === null || now - since < flowWindowMs) return null
  const lately = gone.filter(({ at }) => at > now - flowWindowMs)
  return (lately.reduce((sum, { bytes }) => sum + bytes, 0) * 1000) / flowWindowMs
}

export function hasBecomeTooSlow(flow: Flow, now: number): boolean {
  const speed = flowSpeed(flow, now)
  return speed !== null && !isSuitable(speed)
}
