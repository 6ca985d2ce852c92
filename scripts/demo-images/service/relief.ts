/** Flat shapes with heights under a low sun: cheaper than the camera, and enough for what is seen from straight above. */
import { type Colour, type Frame, type Mask, mask } from '../frame.ts'
import { clamp } from '../noise.ts'

export interface Sun {
  /** Where it stands: across, down, and up, in pixels of the picture. */
  from: readonly [number, number, number]
  colour: Colour
  /** What reaches the shadows. */
  rest: Colour
  /** How far a shadow may reach. */
  reach: number
}

/** How much sun each pixel gets, with shadows that soften away from the edge that casts them. */
export function sunlit(height: Mask, { from: [fx, fy, fz], reach }: Sun): Mask {
  const out = mask(height.w, height.h)
  const flat = Math.sqrt(fx * fx + fy * fy)
  const [dx, dy, rise] = [fx / flat, fy / flat, fz / flat]
  const { w, h, a } = height
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) {
      const base = a[i]!
      let open = 1
      for (let t = 1.5; t < reach; t += 1 + t * 0.02) {
        const px = Math.round(x + dx * t)
        const py = Math.round(y + dy * t)
        if (px < 0 || py < 0 || px >= w || py >= h) break
        const over = a[py * w + px]! - base - rise * t
        open = Math.min(open, 0.5 - over / (0.5 + t * 0.035))
        if (open <= 0) break
      }
      out.a[i] = clamp(open)
    }
  }
  return out
}

/** Light on the frame's colours: slope towards the sun, shadow, and a gleam where the surface is polished. */
export function lightUp(f: Frame, height: Mask, sun: Sun, polish: Mask): void {
  const shadow = sunlit(height, sun)
  const [fx, fy, fz] = sun.from
  const l = Math.sqrt(fx * fx + fy * fy + fz * fz)
  const { w, h, a } = height
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) {
      const left = a[y * w + Math.max(0, x - 1)]!
      const right = a[y * w + Math.min(w - 1, x + 1)]!
      const up = a[Math.max(0, y - 1) * w + x]!
      const low = a[Math.min(h - 1, y + 1) * w + x]!
      const [nx, ny] = [clamp((left - right) / 2, -2, 2), clamp((up - low) / 2, -2, 2)]
      const n = Math.sqrt(nx * nx + ny * ny + 1)
      const cos = Math.max(0, (nx * fx + ny * fy + fz) / (n * l))
      const half = Math.sqrt(fx * fx + fy * fy + (fz + l) ** 2)
      const gleam = Math.max(0, (nx * fx + ny * fy + fz + l) / (n * half)) ** 60 * polish.a[i]!
      for (let c = 0; c < 3; c++) {
        const base = f.px[i * 3 + c]!
        f.px[i * 3 + c] =
          base * (sun.rest[c]! + sun.colour[c]! * cos * shadow.a[i]!) + sun.colour[c]! * gleam * shadow.a[i]! * 0.7
      }
    }
  }
}
