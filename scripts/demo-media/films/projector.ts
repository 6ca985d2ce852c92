/** The print of a film: glow in the lens, a curve that keeps lamps coloured, a screen of dots, and grain that changes. */
import { blurred, halved } from '../../demo-images/blur.ts'
import { chance } from '../../demo-images/chance.ts'
import { grainOf } from '../../demo-images/film.ts'
import { encoded, type Frame } from '../../demo-images/frame.ts'
import { clamp, dist, smoothstep } from '../../demo-images/noise.ts'

export interface Stock {
  exposure: number
  bloom: number
  grain: number
  /** How much of the picture is dots. */
  dots: number
  /** What black becomes, encoded, from 0 to 1. */
  black: readonly [number, number, number]
}

/** Light up to 16 times paper white, by its square root, so that the dark end of the table is fine enough. */
const steps = 4096
const curve = new Float32Array(steps + 1)
for (let i = 0; i <= steps; i++) {
  const x = (i / steps) ** 2 * 16
  curve[i] = encoded(clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14)))
}
const developed = (light: number) => curve[Math.min(steps, (Math.sqrt(light / 16) * steps) | 0)]!

/** Gives the pixels of a frame as red, green, blue and one unused byte, which is what video encoders take. */
export function projector(w: number, h: number, seed: string, stock: Stock): (f: Frame, n: number) => Uint8Array {
  const { exposure, bloom, dots, black, grain } = stock
  const screen = screenOf(w, h)
  const silver = [0, 1, 2, 3, 4].map((n) => grainOf(w, h, `${seed} ${n}`))
  const fall = new Float32Array(w * h)
  for (let y = 0, i = 0; y < h; y++)
    for (let x = 0; x < w; x++, i++) {
      const away = dist(x / w - 0.5, y / h - 0.5) / Math.SQRT1_2
      fall[i] = exposure * (1 - 0.42 * away * away)
    }
  const order = chance(`reel ${seed}`)
  let [sheet, start] = [silver[0]!, 0]
  return (f, n) => {
    const near = blurred(halved(halved(f)), 3)
    const far = blurred(halved(halved(near)), 3.4)
    const bytes = new Uint8Array(w * h * 4)
    // Grain that is new in every frame would take more bytes than the picture.
    if (n % 3 === 0) {
      sheet = silver[Math.floor(order() * silver.length)]!
      start = Math.floor(order() * w * h)
    }
    for (let y = 0, i = 0; y < h; y++) {
      for (let x = 0; x < w; x++, i++) {
        const close = spread(near, x / 4, y / 4)
        const wide = spread(far, x / 16, y / 16)
        const speck = sheet[(i + start) % sheet.length]!
        let bright = 0
        for (let c = 0; c < 3; c++) {
          const glow = bloom * (near.px[close + c]! * 0.5 + softly(far, wide, x / 16, y / 16, c))
          const v = developed((f.px[i * 3 + c]! + glow) * fall[i]!)
          bright = Math.max(bright, v)
          bytes[i * 4 + c] = v * 255
        }
        const ink = smoothstep(screen[i]! - 0.28, screen[i]! + 0.28, bright * 1.25)
        const tone = 1 - dots + dots * 1.7 * ink
        const add = speck * grain * (0.3 + 2 * Math.sqrt(bright) * (1 - 0.7 * bright)) * 255
        for (let c = 0; c < 3; c++) {
          const v = black[c]! * 255 + bytes[i * 4 + c]! * (1 - black[c]!) * tone + add
          bytes[i * 4 + c] = clamp(v, 0, 255)
        }
        bytes[i * 4 + 3] = 255
      }
    }
    return bytes
  }
}

/** For each pixel, how bright it must be to be printed: rows of dots at an angle, darkest in the middle of each. */
function screenOf(w: number, h: number): Float32Array {
  const [cell, angle] = [5.2, 0.52]
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const out = new Float32Array(w * h)
  for (let y = 0, i = 0; y < h; y++)
    for (let x = 0; x < w; x++, i++) {
      const u = (x * cos + y * sin) / cell
      const v = (y * cos - x * sin) / cell
      out[i] = 0.5 - 0.25 * (Math.cos(2 * Math.PI * u) + Math.cos(2 * Math.PI * v))
    }
  return out
}

const spread = (f: Frame, x: number, y: number) => (Math.min(f.h - 1, y | 0) * f.w + Math.min(f.w - 1, x | 0)) * 3

/** Between the pixels of the widest glow, which would show as squares otherwise. */
function softly(f: Frame, at: number, x: number, y: number, c: number): number {
  const [u, v] = [x - (x | 0), y - (y | 0)]
  const right = (x | 0) < f.w - 1 ? 3 : 0
  const down = (y | 0) < f.h - 1 ? f.w * 3 : 0
  const top = f.px[at + c]! + (f.px[at + right + c]! - f.px[at + c]!) * u
  const low = f.px[at + down + c]! + (f.px[at + down + right + c]! - f.px[at + down + c]!) * u
  return top + (low - top) * v
}
