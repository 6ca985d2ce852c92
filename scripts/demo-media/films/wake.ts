import { type Frame, sample } from '../../demo-images/frame.ts'
import { clamp, cloud, type Noise, smoothstep } from '../../demo-images/noise.ts'
import { height as h, width as w } from './film.ts'

/** Water runs away from the ship; what the screws have whipped up catches the lamp. */
export function wake(f: Frame, still: Frame, t: number, line: number, n: Noise): void {
  const o: [number, number, number] = [0, 0, 0]
  const sway = 0.05 * Math.sin(t * 0.5)
  for (let y = Math.max(0, Math.floor(line)); y < h; y++) {
    const down = y - line + 0.6
    if (down < 0) continue
    const z = 372 / down
    const far = z - t * 1.5
    const lampLight = 1.9 / (1 + z * z * 3)
    for (let x = 0; x < w; x++) {
      const px = ((x - 480 - sway * z * 12) * z) / 372
      const from = Math.abs(px) / (0.5 + z * 0.014)
      const ripple = n(px * 7, far * 6 + 3, t * 0.5)
      let foam = 0
      let slope = ripple * 0.6
      if (from < 1.8) {
        const churn = cloud(n, px * 5, far * 2.6, z < 5 ? 4 : 3)
        const streak = cloud(n, px * 12 + 20, far * 1.1, 3)
        const inside = 1 - smoothstep(0.75, 1.15, from + churn * 0.5)
        const edge = Math.exp(-(((from - 1) / 0.16) ** 2))
        foam = clamp(inside * (0.4 + 1.6 * streak + churn) + edge * (0.5 + 1.6 * churn)) ** 1.4
        slope += churn
      }
      const reach = Math.abs(px) - 0.55 - z * 0.2
      const arm = Math.exp(-((reach / (0.06 + z * 0.014)) ** 2)) * Math.exp(-z / 9)
      if (arm > 0.01) foam += arm * clamp(0.3 + 1.4 * n(px * 6, far * 5))
      sample(still, x + slope * 24, line - down * 0.42 - Math.abs(slope) * 70, o)
      const i = (y * w + x) * 3
      const glint = 0.07 * lampLight * clamp(slope)
      f.px[i] = o[0] * 0.75 + foam * (lampLight + 0.045) + glint
      f.px[i + 1] = o[1] * 0.75 + foam * (lampLight * 0.032 + 0.055) + glint * 0.04
      f.px[i + 2] = o[2] * 0.75 + foam * (lampLight * 0.02 + 0.07) + glint * 0.03
    }
  }
}
