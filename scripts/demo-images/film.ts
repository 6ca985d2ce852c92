/**
 * The film and the print: turns linear light into the picture that is saved. Glow in the lens, a filmic curve that keeps
 * lamps coloured, a soft vignette and grain that lives in the middle tones tie all pictures of a site together.
 */
import { blurred, halved } from './blur.ts'
import { chance } from './chance.ts'
import { add, type Colour, copy, encoded, type Frame, frame, luma, sample } from './frame.ts'
import { clamp, dist, lerp } from './noise.ts'

export interface Film {
  seed: string
  exposure?: number
  /** How much light the lens spreads around lamps. */
  bloom?: number
  bloomTint?: Colour
  vignette?: number
  grain?: number
  /** Colour that the deepest black is lifted to. */
  black?: Colour
  /** More than 1 is harder. */
  contrast?: number
  saturation?: number
  /** Stops from dark to bright; the picture keeps only its brightness. */
  tones?: readonly Colour[]
}

/** Light spread at ever wider radii, each step half the size of the one before, so that any glow is cheap. */
export function glow(f: Frame, strength: number, tint: Colour = [1, 1, 1], reach = 7): Frame {
  const levels: Frame[] = []
  let level = f
  for (let i = 0; i < reach && Math.min(level.w, level.h) > 8; i++) {
    level = blurred(halved(level), 1.6)
    levels.push(level)
  }
  let sum = levels.at(-1)!
  for (let i = levels.length - 2; i >= 0; i--) sum = add(enlarged(sum, levels[i]!.w, levels[i]!.h), levels[i]!)
  const wide = enlarged(sum, f.w, f.h)
  const share = strength / levels.length
  return add(f, wide, [tint[0] * share, tint[1] * share, tint[2] * share])
}

export function enlarged(f: Frame, w: number, h: number): Frame {
  const out = frame(w, h)
  const o: [number, number, number] = [0, 0, 0]
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i += 3) {
      sample(f, ((x + 0.5) * f.w) / w - 0.5, ((y + 0.5) * f.h) / h - 0.5, o)
      out.px[i] = o[0]
      out.px[i + 1] = o[1]
      out.px[i + 2] = o[2]
    }
  }
  return out
}

const filmic = (x: number) => clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14))

export interface Print {
  w: number
  h: number
  rgb: Uint8Array
}

export function developed(source: Frame, film: Film): Print {
  const { exposure = 1, bloom = 0.25, bloomTint, vignette = 0.35, black = [0, 0, 0], contrast = 1 } = film
  const { saturation = 1, tones } = film
  const f = copy(source)
  if (bloom > 0) glow(f, bloom, bloomTint)
  const { w, h } = f
  const rgb = new Uint8Array(w * h * 3)
  const silver = grainOf(w, h, film.seed)
  const amount = film.grain ?? 0.03
  const reach = dist(w, h) / 2
  const lift = black.map(encoded)
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) {
      const away = dist(x - w / 2, y - h / 2) / reach
      const fall = exposure * (1 - vignette * away * away * (0.6 + 0.4 * away))
      let r = f.px[i * 3]! * fall
      let g = f.px[i * 3 + 1]! * fall
      let b = f.px[i * 3 + 2]! * fall
      const l = luma(r, g, b)
      // Very bright light loses its colour, as it does on film: a little of each channel reaches the others.
      const spill = 0.06 * Math.min(1, Math.max(0, Math.max(r, g, b) - 1) * 0.25)
      r = lerp(r, l + r * 0.4, spill * 4)
      g = g + r * spill * 0.9
      b = b + r * spill * 0.3
      r = encoded(filmic(r))
      g = encoded(filmic(g))
      b = encoded(filmic(b))
      if (saturation !== 1) {
        const grey = luma(r, g, b)
        r = grey + (r - grey) * saturation
        g = grey + (g - grey) * saturation
        b = grey + (b - grey) * saturation
      }
      if (contrast !== 1) {
        r = curve(r, contrast)
        g = curve(g, contrast)
        b = curve(b, contrast)
      }
      if (tones) {
        const at = clamp(luma(r, g, b)) * (tones.length - 1)
        const n = Math.min(tones.length - 2, Math.floor(at))
        const t = at - n
        r = encoded(lerp(tones[n]![0], tones[n + 1]![0], t))
        g = encoded(lerp(tones[n]![1], tones[n + 1]![1], t))
        b = encoded(lerp(tones[n]![2], tones[n + 1]![2], t))
      }
      r = lift[0]! + r * (1 - lift[0]!)
      g = lift[1]! + g * (1 - lift[1]!)
      b = lift[2]! + b * (1 - lift[2]!)
      const bright = luma(r, g, b)
      const speck = silver[i]! * amount * (0.25 + 2.2 * Math.sqrt(clamp(bright)) * (1 - 0.75 * clamp(bright)))
      rgb[i * 3] = byte(r + speck)
      rgb[i * 3 + 1] = byte(g + speck)
      rgb[i * 3 + 2] = byte(b + speck)
    }
  }
  return { w, h, rgb }
}

const byte = (v: number) => clamp(Math.round(v * 255), 0, 255)

function curve(v: number, contrast: number): number {
  const t = clamp(v)
  return t < 0.5 ? 0.5 * (2 * t) ** contrast : 1 - 0.5 * (2 - 2 * t) ** contrast
}

/** Grains a little larger than a pixel, so that they survive being saved as JPEG. */
export function grainOf(w: number, h: number, seed: string): Float32Array {
  const rnd = chance(`grain ${seed}`)
  const raw = new Float32Array(w * h)
  for (let i = 0; i < raw.length; i++) raw[i] = rnd() + rnd() - 1
  const out = new Float32Array(w * h)
  for (let y = 0; y < h; y++) {
    const up = Math.max(0, y - 1) * w
    const down = Math.min(h - 1, y + 1) * w
    for (let x = 0; x < w; x++) {
      const i = y * w + x
      const left = x > 0 ? raw[i - 1]! : raw[i]!
      const right = x < w - 1 ? raw[i + 1]! : raw[i]!
      out[i] = raw[i]! + 0.45 * (left + right + raw[up + x]! + raw[down + x]!)
    }
  }
  return out
}
