/** Bulbs on cords: where each hangs as it swings, how brightly its filament glows, and how a lens sees it. */
import { between, chance } from '../../demo-images/chance.ts'
import { amber, times, tungsten } from '../../demo-images/colours.ts'
import type { Frame } from '../../demo-images/frame.ts'
import { disc, lamp } from '../../demo-images/light.ts'
import { lerp } from '../../demo-images/noise.ts'
import { width as w } from './film.ts'

export interface Bulb {
  x: number
  length: number
  /** 0 is at the far wall, 1 is nearly in the lens. */
  near: number
  swing: number
  phase: number
  on: number
  off: number
  hot: number
}

/** A bulb at one moment. */
export type Lit = Bulb & { px: number; py: number; light: number }

const farOnes = 33
/** Where the near ones hang, so that none comes before the player. */
const beside = [90, 236, 330, 720, 890, 706, 950]

/** `seconds` is when the last of them has gone out. */
export function hung(seconds: number): Bulb[] {
  const rnd = chance('boathouse bulbs')
  const all: Bulb[] = []
  while (all.length < farOnes + beside.length) {
    const n = all.length
    const isFar = n < farOnes
    const near = isFar ? between(rnd, 0, 0.55) : between(rnd, 0.65, 1)
    const x = ((n * 0.618 + 0.08) % 1) * w + between(rnd, -30, 30)
    const length = near > 0.6 ? between(rnd, 60, 230) : between(rnd, 40, 270)
    const clear = Math.abs(x - 552) < 78 && length > 50
    all.push({
      x: isFar ? (clear ? x + (x < 552 ? -100 : 110) : x) : beside[n - farOnes]!,
      length: clear ? length * 0.6 : length,
      near,
      swing: between(rnd, 0.04, 0.12) * (0.6 + near),
      phase: rnd() * 6.28,
      on: 0.5 + 5.2 * rnd() ** 0.8,
      off: seconds - 5.4 + 3.6 * rnd(),
      hot: between(rnd, 0.65, 1.2),
    })
  }
  return all
}

/** Long cords swing slowly; a draught comes through the room from the left every eight seconds or so. */
export function hanging({ x, length, swing, phase, near }: Bulb, t: number) {
  const pace = 2.9 * Math.sqrt(120 / (length + 60))
  const draught = 0.5 + 0.5 * Math.sin(t * 0.75 - x / 260)
  const angle = swing * (0.5 + draught) * Math.sin(t * pace + phase)
  const cord = length * (1 + near * 0.5)
  return { px: x + Math.sin(angle) * (cord + 60), py: Math.cos(angle) * (cord + 60) - 60, angle }
}

/** A filament: it jumps, overshoots, and settles; going out takes it a moment. */
export function glowing({ on, off, hot, phase }: Bulb, t: number): number {
  if (t < on) return 0
  const since = t - on
  const start = 1 - Math.exp(-since * 9) + 0.7 * Math.exp(-since * 3) * Math.sin(since * 24) ** 2
  const stop = t > off ? Math.exp(-(t - off) * 4.5) : 1
  return hot * start * stop * (0.93 + 0.07 * Math.sin(t * 2.3 + phase))
}

export function showBulb(f: Frame, { x, px, py, near, light }: Lit): void {
  const size = 2.6 + 4.2 * near
  const long = Math.max(1, Math.round(py))
  for (let y = 0; y < long - size; y++) {
    const cx = Math.round(lerp(x, px, (y + 60) / (py + 60)))
    if (cx < 0 || cx >= w) continue
    const i = (y * w + cx) * 3
    const lit = 0.05 * light * Math.exp((y - long) / 26)
    f.px[i] = f.px[i]! * 0.3 + lit
    f.px[i + 1] = f.px[i + 1]! * 0.3 + lit * 0.5
    f.px[i + 2] = f.px[i + 2]! * 0.3 + lit * 0.2
  }
  lamp(f, px, py, size, times(amber, 0.05 + 4.6 * light), 0.028, 22)
  lamp(f, px, py, size * 0.36, times(tungsten, 16 * light), 0.02, 12)
}

/** Too near to be sharp: only the shape of the lens is left of it. */
export function blurredBulb(f: Frame, { px, py, near, light }: Lit): void {
  disc(f, px, py + 60 * near, 26 + 62 * (near - 0.6) * 2.2, times(amber, 0.008 + 0.15 * light * (1.3 - near)), 0.55)
}
