/** How light behaves between lamp and lens: falloff, shafts through haze, discs out of focus, dust. */
import { type Chance, chance } from './chance.ts'
import { type Colour, type Frame, type Mask, mask, sampleMask } from './frame.ts'
import { dist, smoothstep } from './noise.ts'

/** A lamp in haze: a hot core and a wide halo that never quite ends. */
export function lamp(f: Frame, x: number, y: number, core: number, colour: Colour, halo = 0.02, reach = 60): void {
  const radius = core * reach
  const [x0, x1] = [Math.max(0, Math.floor(x - radius)), Math.min(f.w - 1, Math.ceil(x + radius))]
  const [y0, y1] = [Math.max(0, Math.floor(y - radius)), Math.min(f.h - 1, Math.ceil(y + radius))]
  for (let py = y0; py <= y1; py++) {
    for (let px = x0; px <= x1; px++) {
      const d = dist(px - x, py - y) / core
      if (d > reach) continue
      const edge = 1 - d / reach
      const v = Math.exp(-d * d * 0.7) + (halo * edge * edge) / (0.3 + d * 0.12 + d * d * 0.01)
      const i = (py * f.w + px) * 3
      f.px[i]! += colour[0] * v
      f.px[i + 1]! += colour[1] * v
      f.px[i + 2]! += colour[2] * v
    }
  }
}

/**
 * A point of light out of focus: the shape of the lens opening, a little brighter at its rim, with the onion rings and
 * the cat's-eye cut that real lenses leave towards the corners.
 */
export function disc(f: Frame, x: number, y: number, radius: number, colour: Colour, rim = 0.5): void {
  const [x0, x1] = [Math.max(0, Math.floor(x - radius - 2)), Math.min(f.w - 1, Math.ceil(x + radius + 2))]
  const [y0, y1] = [Math.max(0, Math.floor(y - radius - 2)), Math.min(f.h - 1, Math.ceil(y + radius + 2))]
  const soft = Math.max(1.2, radius * 0.07)
  const [ox, oy] = [((x - f.w / 2) / f.w) * radius * 0.5, ((y - f.h / 2) / f.h) * radius * 0.5]
  for (let py = y0; py <= y1; py++) {
    for (let px = x0; px <= x1; px++) {
      const d = dist(px - x, py - y)
      const cut = dist(px - x + ox, py - y + oy)
      const edge =
        (1 - smoothstep(radius - soft, radius + soft, d)) * (1 - smoothstep(radius - soft, radius + soft * 2, cut))
      if (edge <= 0) continue
      const t = d / radius
      const onion = radius > 14 ? 0.012 * Math.sin(t * t * 26) : 0
      const v = edge * (1 - rim + onion + rim * 1.7 * t ** 3)
      const i = (py * f.w + px) * 3
      f.px[i]! += colour[0] * v
      f.px[i + 1]! += colour[1] * v * (1 - 0.12 * t ** 6)
      f.px[i + 2]! += colour[2] * v * (1 + 0.5 * t ** 6)
    }
  }
}

/** Shafts: the light of a mask dragged away from a point, so that whatever stands before it throws shadow through fog. */
export function shafts(m: Mask, x: number, y: number, length: number, decay: number, seed: string, steps = 48): Mask {
  const out = mask(m.w, m.h)
  const jitter = chance(`shafts ${seed}`)
  let weights = 0
  for (let s = 0; s < steps; s++) weights += decay ** (s / steps)
  for (let py = 0, i = 0; py < m.h; py++) {
    for (let px = 0; px < m.w; px++, i++) {
      const start = jitter()
      let sum = 0
      for (let s = 0; s < steps; s++) {
        const t = 1 - (length * (s + start)) / steps
        sum += sampleMask(m, x + (px - x) * t, y + (py - y) * t) * decay ** ((s + start) / steps)
      }
      out.a[i] = sum / weights
    }
  }
  return out
}

/** A beam from a lamp: narrow at its source, wider and weaker on its way, brightest along its middle. */
export interface Beam {
  x: number
  y: number
  /** Direction in radians; 0 points right, a quarter turn points down. */
  angle: number
  /** Half the opening angle. */
  spread: number
  length: number
  colour: Colour
  /** Radius at the lamp. */
  start?: number
  /** 1 is a soft cone, more gives it a harder edge. */
  edge?: number
  /** How quickly it weakens. */
  fall?: number
}

export function beam(f: Frame, b: Beam, dust: (x: number, y: number) => number = () => 1): void {
  const { start = 4, edge = 1.5, fall = 1 } = b
  const cos = Math.cos(b.angle)
  const sin = Math.sin(b.angle)
  for (let y = 0, i = 0; y < f.h; y++) {
    for (let x = 0; x < f.w; x++, i += 3) {
      const dx = x - b.x
      const dy = y - b.y
      const along = dx * cos + dy * sin
      if (along < -start || along > b.length) continue
      const across = Math.abs(-dx * sin + dy * cos)
      const radius = start + Math.max(0, along) * Math.tan(b.spread)
      const s = across / radius
      if (s >= 1) continue
      const body = (1 - s * s) ** edge
      const reach = along / b.length
      const strength = (body * (1 - smoothstep(0.55, 1, reach))) / (0.12 + fall * 2.2 * reach)
      const v = strength * smoothstep(-start, start, along) * dust(x, y)
      f.px[i]! += b.colour[0] * v
      f.px[i + 1]! += b.colour[1] * v
      f.px[i + 2]! += b.colour[2] * v
    }
  }
}

/** Dust or rain caught in light: specks whose brightness the caller takes from the light where they hang. */
export function specks(
  f: Frame,
  count: number,
  rnd: Chance,
  lit: (x: number, y: number) => Colour,
  size: [number, number] = [0.6, 1.8],
): void {
  for (let n = 0; n < count; n++) {
    const x = rnd() * f.w
    const y = rnd() * f.h
    const r = size[0] + rnd() ** 3 * (size[1] - size[0])
    const [red, green, blue] = lit(x, y)
    const k = rnd() ** 2
    disc(f, x, y, r, [red * k, green * k, blue * k], 0.1)
  }
}
