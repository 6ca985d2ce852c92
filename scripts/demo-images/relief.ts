/** Things photographed on paper from above: a height for every pixel, one soft lamp up left, a shadow on the ground. */
import { blurredMask } from './blur.ts'
import { type Colour, type Frame, frame, type Mask, mask, shade } from './frame.ts'
import { clamp, cloud, dist, lerp, noise, smoothstep } from './noise.ts'

/** Seamless paper with a pool of light. */
export function studio(w: number, h: number, paper: Colour, seed: string): Frame {
  const n = noise(`studio ${seed}`)
  return shade(frame(w, h), (x, y, o) => {
    const pool = 0.62 + 0.5 * Math.exp(-(dist((x - w * 0.42) / (w * 0.7), (y - h * 0.36) / (h * 0.62)) ** 2))
    const tooth = 1 + 0.02 * cloud(n, x / 300, y / 300, 3) + 0.008 * n(x / 2.4, y / 2.4)
    for (let c = 0; c < 3; c++) o[c] = paper[c]! * pool * tooth
  })
}

/** The shadow of something that lies or floats `lift` pixels over the paper. */
export function castShadow(f: Frame, m: Mask, lift: number, strength = 0.7): void {
  const wide = blurredMask(m, lift * 1.1)
  const tight = blurredMask(m, Math.max(2, lift * 0.3))
  const at = (from: Mask, x: number, y: number, share: number) => {
    const sx = clamp(Math.round(x - lift * share * 0.8), 0, f.w - 1)
    const sy = clamp(Math.round(y - lift * share), 0, f.h - 1)
    return from.a[sy * f.w + sx]!
  }
  shade(f, (x, y, o) => {
    const v = 1 - strength * clamp(0.75 * at(wide, x, y, 1) + 0.35 * at(tight, x, y, 0.4))
    o[0] *= v
    o[1] *= v
    o[2] *= lerp(v, 1, 0.04)
  })
}

export interface Relief {
  where: Mask
  /** Height in pixels. */
  height: Mask
  colour(x: number, y: number, o: [number, number, number]): void
  /** 0 is cloth, 1 is enamel. */
  gloss?: number
  /** Hardness of the highlight. */
  hard?: number
  /** Metal mirrors in its own colour. */
  metal?: boolean
  key?: number
  fill?: number
}

const toKey: Colour = [-0.52, -0.58, 0.63]

export function shadeRelief(f: Frame, r: Relief): void {
  const { where, height, gloss = 0, hard = 30, metal = false, key = 1.15, fill = 0.3 } = r
  const { w, h } = f
  const soft = blurredMask(height, 14)
  const o: [number, number, number] = [0, 0, 0]
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = y * w + x
      const a = where.a[i]!
      if (a < 0.004) continue
      const right = height.a[y * w + Math.min(w - 1, x + 1)]!
      const left = height.a[y * w + Math.max(0, x - 1)]!
      const below = height.a[Math.min(h - 1, y + 1) * w + x]!
      const above = height.a[Math.max(0, y - 1) * w + x]!
      let nx = (left - right) / 2
      let ny = (above - below) / 2
      const nl = 1 / Math.sqrt(nx * nx + ny * ny + 1)
      nx *= nl
      ny *= nl
      const nz = nl
      const lit = nx * toKey[0] + ny * toKey[1] + nz * toKey[2]
      const wrap = clamp(lit * 0.8 + 0.2)
      const back = clamp(nx * 0.7 + ny * 0.3 + nz * 0.4) * fill
      const hollow = clamp(1 + (height.a[i]! - soft.a[i]!) * 0.05, 0.45, 1.15)
      // The eye looks straight down, so half way to the lamp is (-0.29, -0.32, 0.9).
      const half = clamp(nx * -0.288 + ny * -0.321 + nz * 0.902)
      const glint = gloss * half ** hard
      r.colour(x, y, o)
      const body = (wrap * key + back) * hollow * (metal ? 0.55 : 1)
      for (let c = 0; c < 3; c++) {
        const shine = glint * (metal ? o[c]! * 3 : 1)
        f.px[i * 3 + c] = lerp(f.px[i * 3 + c]!, o[c]! * body + shine, a)
      }
    }
  }
}

/** A fold in cloth: a ridge along a line that begins and ends softly. */
export type Fold = readonly [x0: number, y0: number, x1: number, y1: number, width: number, height: number]

/** Cloth that fills a shape: a soft edge, drawn folds, and the slow waves that any cloth has. */
export function clothHeight(where: Mask, folds: readonly Fold[], seed: string, thick = 16): Mask {
  const { w, h } = where
  const n = noise(`cloth ${seed}`)
  const round = blurredMask(where, 11)
  const out = mask(w, h)
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) {
      if (round.a[i]! < 0.01) continue
      const [wx, wy] = [x + 26 * n(x / 150, y / 150), y + 26 * n(x / 150 + 7, y / 150)]
      let v = thick * smoothstep(0.45, 1, round.a[i]!) ** 0.6
      v += 46 * cloud(n, x / 420, y / 520, 3)
      for (const [x0, y0, x1, y1, width, height] of folds) {
        const long = (x1 - x0) ** 2 + (y1 - y0) ** 2
        const t = ((wx - x0) * (x1 - x0) + (wy - y0) * (y1 - y0)) / long
        if (t < -0.1 || t > 1.1) continue
        const side = ((wx - x0) * (y1 - y0) - (wy - y0) * (x1 - x0)) / Math.sqrt(long)
        const across = side / (width * (0.6 + 0.8 * t))
        if (across > 3 || across < -3) continue
        v += 1.9 * height * Math.exp(-across * across) * smoothstep(-0.1, 0.15, t) * (1 - smoothstep(0.5, 1.1, t))
      }
      out.a[i] = v
    }
  }
  return out
}
