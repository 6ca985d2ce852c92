import { stalledAfterMs } from '#domain/downloads/limits.ts'
import type { Surroundings } from '#web/site/downloads/engine/types.ts'

export type Line = {
  /** Aborted when nothing comes any more, or when nobody wants it. */
  signal: AbortSignal
  moves: () => void
  over: () => void
}

/** One question on its way, and whether anything moves. */
export function openLine(wanted: AbortSignal, every: Surroundings['every']): Line {
  const line = new AbortController()
  const end = () => line.abort(wanted.reason)
  const watch = () => every(stalledAfterMs, () => line.abort())
  let unwatch = watch()
  wanted.addEventListener('abort', end)
  if (wanted.aborted) end()
  return {
    signal: line.signal,
    moves: () => {
      unwatch()
      unwatch = watch()
    },
    over: () => {
      unwatch()
      wanted.removeEventListener('abort', end)
    },
  }
}
