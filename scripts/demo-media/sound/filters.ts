/** Filters that work on a track in place. */
import { rate } from './take.ts'

type Shape = readonly [b0: number, b1: number, b2: number, a1: number, a2: number]

function run(track: Float32Array, [b0, b1, b2, a1, a2]: Shape): Float32Array {
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  for (let i = 0; i < track.length; i++) {
    const x = track[i]!
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    track[i] = y
  }
  return track
}

function corner(hz: number, q: number) {
  const w = (2 * Math.PI * Math.min(hz, rate * 0.45)) / rate
  return { cos: Math.cos(w), alpha: Math.sin(w) / (2 * q) }
}

export function lowPass(track: Float32Array, hz: number, q = Math.SQRT1_2): Float32Array {
  const { cos, alpha } = corner(hz, q)
  const k = 1 / (1 + alpha)
  return run(track, [((1 - cos) / 2) * k, (1 - cos) * k, ((1 - cos) / 2) * k, -2 * cos * k, (1 - alpha) * k])
}

export function highPass(track: Float32Array, hz: number, q = Math.SQRT1_2): Float32Array {
  const { cos, alpha } = corner(hz, q)
  const k = 1 / (1 + alpha)
  return run(track, [((1 + cos) / 2) * k, -(1 + cos) * k, ((1 + cos) / 2) * k, -2 * cos * k, (1 - alpha) * k])
}

/** Passes one band at its full strength. */
export function bandPass(track: Float32Array, hz: number, q: number): Float32Array {
  const { cos, alpha } = corner(hz, q)
  const k = 1 / (1 + alpha)
  return run(track, [alpha * k, 0, -alpha * k, -2 * cos * k, (1 - alpha) * k])
}

/** Lifts or lowers what lies around a frequency. */
export function bell(track: Float32Array, hz: number, q: number, decibels: number): Float32Array {
  const { cos, alpha } = corner(hz, q)
  const a = 10 ** (decibels / 40)
  const k = 1 / (1 + alpha / a)
  return run(track, [(1 + alpha * a) * k, -2 * cos * k, (1 - alpha * a) * k, -2 * cos * k, (1 - alpha / a) * k])
}

/** Lifts or lowers everything above a frequency. */
export function highShelf(track: Float32Array, hz: number, decibels: number): Float32Array {
  const { cos, alpha } = corner(hz, Math.SQRT1_2)
  const a = 10 ** (decibels / 40)
  const s = 2 * Math.sqrt(a) * alpha
  const k = 1 / (a + 1 - (a - 1) * cos + s)
  return run(track, [
    a * (a + 1 + (a - 1) * cos + s) * k,
    -2 * a * (a - 1 + (a + 1) * cos) * k,
    a * (a + 1 + (a - 1) * cos - s) * k,
    2 * (a - 1 - (a + 1) * cos) * k,
    (a + 1 - (a - 1) * cos - s) * k,
  ])
}

/** A low pass whose corner may be somewhere else at each sample. */
export function movingLowPass(track: Float32Array, hzAt: (i: number) => number, resonance = 0.15): Float32Array {
  let [low, band, g] = [0, 0, 0]
  const damp = 2 - 1.8 * resonance
  for (let i = 0; i < track.length; i++) {
    if (i % 32 === 0) g = Math.tan((Math.PI * Math.min(hzAt(i), rate * 0.4)) / rate)
    const high = (track[i]! - (damp + g) * band - low) / (1 + g * (g + damp))
    const v1 = g * high
    const middle = v1 + band
    band = middle + v1
    const v2 = g * middle
    const bottom = v2 + low
    low = bottom + v2
    track[i] = bottom
  }
  return track
}
