/**
 * Water at night: a mirror broken into small tilted mirrors. Each pixel below the waterline looks back up into the scene
 * through a number of wave slopes; far water is seen at a grazing angle and pulls every lamp into a long streak.
 */
import { chance } from './chance.ts'
import { type Colour, type Frame, sample } from './frame.ts'
import { clamp, noise } from './noise.ts'

export interface Water {
  seed: string
  /** The row where water meets the scene. */
  line: number
  /** Focal length in pixels; the height of the eye is one, so this sets how fast waves shrink with distance. */
  focal?: number
  /** Size of waves near the eye. */
  scale?: number
  /** Slope of the waves that can be seen as shapes. */
  chop?: number
  /** Slope of the waves too small or too quick to be seen: this is what stretches lamps. */
  blur?: number
  /** How much of that goes sideways. */
  sway?: number
  samples?: number
  body?: Colour
  /** How much of the scene comes back at best. */
  shine?: number
  /** The last row that is water. */
  end?: number
}

export function floodWater(f: Frame, w: Water): void {
  const { line, focal = f.h * 1.1, scale = 1, chop = 0.05, blur = 0.05, samples = 14, shine = 0.95, sway = 0.14 } = w
  const { body = [0.002, 0.003, 0.005], end = f.h } = w
  const wave = noise(`water ${w.seed}`)
  const rnd = chance(`glitter ${w.seed}`)
  const scene: Frame = { w: f.w, h: line, px: f.px.slice(0, line * f.w * 3) }
  const o: [number, number, number] = [0, 0, 0]
  const mid = f.w / 2
  // A step that visits all shares, far ones after near ones.
  const order = [7, 5, 3, 11].find((n) => samples % n !== 0) ?? 1
  for (let y = line; y < end; y++) {
    for (let x = 0; x < f.w; x++) {
      let r = 0
      let g = 0
      let b = 0
      let [waveX, waveZ, down] = [0, 0, 0]
      for (let s = 0; s < samples; s++) {
        // Neighbouring samples share a wave: its shape costs more than the light it throws.
        if (s % 4 === 0) {
          down = y - line + 0.3 + rnd()
          const away = focal / down
          const u = ((x + rnd() - mid) * away * 9 * scale) / focal
          const v = away * 3.2 * scale
          const calm = chop / (1 + away * 0.02)
          waveX = 0.45 * calm * (wave(u, v) + 0.5 * wave(u * 2.3 + 7, v * 2.1))
          waveZ = calm * (wave(u * 0.6 + 40, v * 1.3) + 0.6 * wave(u * 1.7, v * 3.1 + 9))
        }
        const tiltX = waveX + blur * sway * spread(rnd())
        const tiltZ = waveZ + blur * spread((((s * order) % samples) + rnd()) / samples)
        const dx = (x - mid) / focal
        const dy = -down / focal
        const dot = (-tiltX * dx + dy - tiltZ) / (1 + tiltX * tiltX + tiltZ * tiltZ)
        const rx = dx + 2 * dot * tiltX
        const ry = dy - 2 * dot
        const rz = 1 + 2 * dot * tiltZ
        const facing = clamp(-dot / Math.sqrt(dx * dx + dy * dy + 1))
        const mirror = shine * (0.02 + 0.98 * (1 - facing) ** 5)
        r += body[0] * (1 - mirror)
        g += body[1] * (1 - mirror)
        b += body[2] * (1 - mirror)
        if (ry <= 0 || rz <= 0.05) continue
        sample(scene, mid + (focal * rx) / rz, line - 1 - (focal * ry) / rz, o)
        r += o[0] * mirror
        g += o[1] * mirror
        b += o[2] * mirror
      }
      const i = (y * f.w + x) * 3
      f.px[i] = r / samples
      f.px[i + 1] = g / samples
      f.px[i + 2] = b / samples
    }
  }
}

/** A bell curve by its share: even shares give an even spread, which keeps streaks free of noise. */
const spread = (share: number) => Math.log(clamp(share, 0.004, 0.996) / (1 - clamp(share, 0.004, 0.996))) * 0.56
