/** Soft focus: three box passes come close enough to a Gaussian, whatever the radius. */
import { type Frame, frame, type Mask } from './frame.ts'

export function blurred(f: Frame, sigma: number, sigmaY = sigma): Frame {
  const px = f.px.slice()
  blurPlanes(px, f.w, f.h, 3, sigma, sigmaY)
  return { w: f.w, h: f.h, px }
}

export function blurredMask(m: Mask, sigma: number, sigmaY = sigma): Mask {
  const a = m.a.slice()
  blurPlanes(a, m.w, m.h, 1, sigma, sigmaY)
  return { w: m.w, h: m.h, a }
}

function blurPlanes(px: Float32Array, w: number, h: number, planes: number, sx: number, sy: number): void {
  const line = new Float32Array(Math.max(w, h))
  for (const radius of boxes(sx)) {
    for (let y = 0; y < h; y++)
      for (let c = 0; c < planes; c++) boxLine(px, line, y * w * planes + c, planes, w, radius)
  }
  for (const radius of boxes(sy)) {
    for (let x = 0; x < w; x++)
      for (let c = 0; c < planes; c++) boxLine(px, line, x * planes + c, w * planes, h, radius)
  }
}

/** Box radii whose widths add up to the variance asked for. */
function boxes(sigma: number): number[] {
  if (sigma <= 0.3) return []
  const ideal = Math.sqrt((12 * sigma * sigma) / 3 + 1)
  let low = Math.floor(ideal)
  if (low % 2 === 0) low--
  const lows = Math.round((12 * sigma * sigma - 3 * low * low - 12 * low - 9) / (-4 * low - 4))
  return [0, 1, 2].map((i) => ((i < lows ? low : low + 2) - 1) / 2).filter((r) => r > 0)
}

function boxLine(px: Float32Array, line: Float32Array, start: number, step: number, n: number, radius: number): void {
  for (let i = 0, at = start; i < n; i++, at += step) line[i] = px[at]!
  const first = line[0]!
  const last = line[n - 1]!
  const scale = 1 / (radius * 2 + 1)
  let sum = first * radius
  for (let i = 0; i < radius; i++) sum += i < n ? line[i]! : last
  for (let i = 0, at = start; i < n; i++, at += step) {
    sum += i + radius < n ? line[i + radius]! : last
    px[at] = sum * scale
    sum -= i - radius >= 0 ? line[i - radius]! : first
  }
}

/** Half the size, each pixel the mean of four. */
export function halved(f: Frame): Frame {
  const out = frame(Math.max(1, f.w >> 1), Math.max(1, f.h >> 1))
  for (let y = 0, o = 0; y < out.h; y++) {
    const y1 = Math.min(f.h - 1, y * 2 + 1)
    for (let x = 0; x < out.w; x++) {
      const x1 = Math.min(f.w - 1, x * 2 + 1)
      for (let c = 0; c < 3; c++, o++) {
        const a = f.px[(y * 2 * f.w + x * 2) * 3 + c]! + f.px[(y * 2 * f.w + x1) * 3 + c]!
        out.px[o] = (a + f.px[(y1 * f.w + x * 2) * 3 + c]! + f.px[(y1 * f.w + x1) * 3 + c]!) / 4
      }
    }
  }
  return out
}
