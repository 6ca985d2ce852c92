/** A waveform has so many columns, each from 0 to 255. */
export const peakCount = 1000

/** The loudest of each of so many equal parts. */
export function reduced(values: ArrayLike<number>, count: number): number[] {
  return Array.from({ length: count }, (_, column) => {
    const from = Math.floor((column * values.length) / count)
    const to = Math.max(from + 1, Math.floor(((column + 1) * values.length) / count))
    let most = 0
    for (let at = from; at < to && at < values.length; at++) most = Math.max(most, values[at]!)
    return most
  })
}

/** The loudest column is as high as there is room for, however quiet the whole is. */
export function peaksOf(values: ArrayLike<number>): Uint8Array {
  const columns = reduced(values, peakCount)
  const most = columns.reduce((before, value) => Math.max(before, value), 0)
  return Uint8Array.from(columns, (value) => (most > 0 ? Math.round((value / most) * 255) : 0))
}

/** Those columns of a track that are heard in its clip, as many as a player has room for. */
export function heardPeaks(
  peaks: ArrayLike<number>,
  { startMs, ms, durationMs }: { startMs: number; ms: number; durationMs: number },
  count: number,
): number[] {
  const column = (at: number) => Math.round((at / durationMs) * peaks.length)
  const from = Math.min(column(startMs), peaks.length - 1)
  const to = Math.max(from + 1, column(startMs + ms))
  return reduced(Array.from(peaks).slice(from, to), count)
}
