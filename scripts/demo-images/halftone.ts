/** Print: screens of dots and lines, and inks laid over paper one after the other, never quite in register. */
import { chance } from './chance.ts'
import { type Colour, encoded, type Frame, frame, luma, type Mask, mask, sampleMask } from './frame.ts'
import { clamp, cloud, dist, noise, smoothstep } from './noise.ts'

export interface Screen {
  /** Distance between dots or lines in pixels. */
  cell: number
  angle: number
  shape?: 'dot' | 'line'
}

/** How much ink each pixel takes so that the eye sees `tone` (0 is paper, 1 is solid). */
export function screened(tone: Mask, { cell, angle, shape = 'dot' }: Screen): Mask {
  const out = mask(tone.w, tone.h)
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const soft = 0.75 / cell
  for (let y = 0, i = 0; y < tone.h; y++) {
    for (let x = 0; x < tone.w; x++, i++) {
      const u = (x * cos + y * sin) / cell
      const v = (-x * sin + y * cos) / cell
      const du = u - Math.floor(u) - 0.5
      const dv = v - Math.floor(v) - 0.5
      const ink = clamp(tone.a[i]!)
      if (ink < 0.02) continue
      if (shape === 'line') {
        out.a[i] = 1 - smoothstep(ink * 0.5 - soft, ink * 0.5 + soft, Math.abs(dv))
        continue
      }
      const d = dist(du, dv)
      const r = Math.sqrt(ink / Math.PI) * (1 + 0.28 * ink * ink)
      out.a[i] = 1 - smoothstep(r - soft, r + soft, d)
    }
  }
  return out
}

export interface Ink {
  colour: Colour
  where: Mask
  /** How far this plate slipped. */
  slip?: readonly [number, number]
  /** 1 lets nothing of the layer below through. */
  body?: number
}

/** Inks over paper: light goes through each layer, so overlaps become a third colour. */
export function printed(w: number, h: number, paper: Colour, inks: readonly Ink[], seed: string): Frame {
  const f = frame(w, h, paper)
  const fibre = noise(`paper ${seed}`)
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i += 3) {
      const tooth = 1 + 0.05 * cloud(fibre, x / 260, y / 260, 3) + 0.012 * fibre(x / 3, y / 3)
      for (let c = 0; c < 3; c++) f.px[i + c]! *= tooth
    }
  }
  inks.forEach(({ colour, where, slip = [0, 0], body = 0.1 }, n) => {
    const patch = noise(`patch ${seed} ${n}`)
    const dye = luma(...colour)
    for (let y = 0, i = 0; y < h; y++) {
      for (let x = 0; x < w; x++, i += 3) {
        const a = slip[0] === 0 && slip[1] === 0 ? where.a[i / 3]! : sampleMask(where, x - slip[0], y - slip[1])
        if (a <= 0.002) continue
        // The roller leaves thin places, and the paper drinks unevenly.
        const thin =
          1 -
          0.16 * clamp(0.5 + 1.3 * cloud(patch, x / 190, y / 190, 4)) -
          0.3 * dye * Math.max(0, patch(x / 5, y / 5) - 0.25)
        const k = clamp(a * thin)
        for (let c = 0; c < 3; c++) {
          const below = f.px[i + c]!
          const through = below * colour[c]! * (1 - body) + colour[c]! * body
          f.px[i + c] = below * (1 - k) + through * k
        }
      }
    }
  })
  return f
}

/** A print is already as bright as it will be: it only needs encoding and the faintest grain. */
export function proofed(f: Frame, seed: string, grain = 0.012) {
  const rnd = chance(`proof ${seed}`)
  const rgb = new Uint8Array(f.w * f.h * 3)
  for (let i = 0; i < rgb.length; i += 3) {
    const speck = (rnd() + rnd() - 1) * grain
    for (let c = 0; c < 3; c++) rgb[i + c] = clamp(Math.round((encoded(clamp(f.px[i + c]!)) + speck) * 255), 0, 255)
  }
  return { w: f.w, h: f.h, rgb }
}
