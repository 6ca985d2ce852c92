/** Figures against the light: dark bodies, an edge that burns where it faces a lamp, haze that closes over the outline. */
import { blurredMask } from './blur.ts'
import { type Colour, type Frame, fill, type Mask, mask, sampleMask } from './frame.ts'
import { shafts } from './light.ts'
import { clamp, cloud, dist, noise } from './noise.ts'

export interface Rim {
  x: number
  y: number
  colour: Colour
  /** How far the light creeps over the edge, in pixels. */
  width: number
  /** Distance at which it has halved. */
  reach: number
}

/**
 * Layers from back to front. Light from behind reaches only the outline of the whole; where an arm lies before a coat it
 * leaves no more than a hint (`inner`), enough to tell the one from the other.
 */
export function standInLight(
  f: Frame,
  layers: readonly Mask[],
  rims: readonly Rim[],
  body: Colour,
  inner = 0.05,
): Mask {
  const whole = mask(f.w, f.h)
  for (const layer of layers) {
    fill(f, layer, body)
    if (layers.length > 1) for (const rim of rims) addRim(f, layer, rim, inner)
    for (let i = 0; i < whole.a.length; i++) whole.a[i] = Math.max(whole.a[i]!, layer.a[i]!)
  }
  for (const rim of rims) addRim(f, whole, rim, 1)
  return whole
}

function addRim(f: Frame, layer: Mask, { x, y, colour, width, reach }: Rim, strength: number): void {
  const soft = blurredMask(layer, width * 0.8)
  const cloth = noise('cloth')
  for (let py = 0, i = 0; py < f.h; py++) {
    for (let px = 0; px < f.w; px++, i++) {
      const a = layer.a[i]!
      if (a < 0.02) continue
      const dx = x - px
      const dy = y - py
      const d = dist(dx, dy) + 1
      const open = 1 - sampleMask(soft, px + (dx / d) * width, py + (dy / d) * width)
      if (open < 0.04) continue
      const fold = 0.65 + 0.7 * cloth(px / 26, py / 26)
      const v = (strength * a * fold * clamp(open * 1.25 - 0.2) ** 2) / (1 + (d / reach) ** 2)
      f.px[i * 3]! += colour[0] * v
      f.px[i * 3 + 1]! += colour[1] * v
      f.px[i * 3 + 2]! += colour[2] * v
    }
  }
}

/** Light from `source` that passes a figure and shows in the haze in front of it. Traced at a quarter of the size. */
export function hazeShafts(
  f: Frame,
  source: Mask,
  blocker: Mask,
  at: readonly [number, number],
  colour: Colour,
  seed: string,
  length = 0.85,
  decay = 0.2,
): void {
  const q = 4
  const small = mask(Math.ceil(f.w / q), Math.ceil(f.h / q))
  for (let y = 0, i = 0; y < small.h; y++) {
    for (let x = 0; x < small.w; x++, i++) {
      const [sx, sy] = [Math.min(f.w - 1, x * q), Math.min(f.h - 1, y * q)]
      small.a[i] = source.a[sy * f.w + sx]! * (1 - blocker.a[sy * f.w + sx]!)
    }
  }
  const cast = blurredMask(shafts(small, at[0] / q, at[1] / q, length, decay, seed, 60), 1.2)
  const fog = noise(`haze ${seed}`)
  for (let y = 0, i = 0; y < f.h; y++) {
    for (let x = 0; x < f.w; x++, i += 3) {
      const v = sampleMask(cast, x / q, y / q) * Math.max(0.2, 0.8 + 0.9 * cloud(fog, x / 240, y / 170, 4))
      f.px[i]! += colour[0] * v
      f.px[i + 1]! += colour[1] * v
      f.px[i + 2]! += colour[2] * v
    }
  }
}

/** A soft round source for shafts. */
export function spot(w: number, h: number, x: number, y: number, radius: number): Mask {
  const m = mask(w, h)
  for (let py = 0, i = 0; py < h; py++)
    for (let px = 0; px < w; px++, i++) m.a[i] = Math.exp(-(((px - x) ** 2 + (py - y) ** 2) / (radius * radius)))
  return m
}

/** How thick the haze hangs, for beams. */
export function haze(seed: string, size = 220): (x: number, y: number) => number {
  const n = noise(`hang ${seed}`)
  return (x, y) => Math.max(0.15, 0.85 + 1.1 * cloud(n, x / size, y / (size * 0.7), 4))
}
