/** Keys in window light: bars of late sun lie across ivory and ebony. */

import { chance } from '../chance.ts'
import { developed, type Print } from '../film.ts'
import { hex } from '../frame.ts'
import { cloud, noise, smoothstep } from '../noise.ts'
import { box } from '../trace/bodies.ts'
import { traced } from '../trace/camera.ts'
import { fillLight, panel, type Scene, type Surface, tint } from '../trace/scene.ts'
import { feltGreen, lowSun, northLight, walnut } from './colours.ts'

const pitch = 2.36
const ivory = hex('#e3d6bb')
const vein = noise('ivory')
const rnd = chance('keys')
const dip = Float64Array.from({ length: 128 }, () => (rnd() - 0.5) * 0.05)

const hasSharp = (n: number) => [true, true, false, true, true, true, false][((n % 7) + 7) % 7]!

function sharpAt(x: number, y: number, z: number, n: number): number {
  if (!hasSharp(n)) return 9
  const lx = x - (n + 0.5) * pitch
  // Narrower towards the top, and sloped at the front.
  const taper = 0.54 - 0.07 * y
  return box(lx, y - 0.35, z - 2.9 - 0.12 * y, taper, 0.78, 4.8, 0.11) * 0.92
}

const natural = (x: number, y: number, z: number) => {
  const n = Math.round(x / pitch)
  return box(x - n * pitch, y + 1.1 - dip[(n + 64) & 127]!, z, 1.145, 1.1, 7.5, 0.07)
}

function sharps(x: number, y: number, z: number): number {
  const at = x / pitch - 0.5
  const n = Math.round(at)
  const other = at > n ? n + 1 : n - 1
  return Math.min(sharpAt(x, y, z, n), sharpAt(x, y, z, other))
}

const board = (z: number) => 7.9 - z
const runner = (x: number, y: number, z: number) =>
  box(x - Math.round(x / 90) * 90, y - 0.1, z - 7.5, 46, 0.34, 0.3, 0.12)

/** Where a place sees the sun through the window: the bars between the panes, drawn long by the low light. */
function panes(x: number, y: number, z: number): number {
  const u = x - 2.15 * y + 0.42 * z
  const v = z - 0.1 * y - 0.06 * x
  const bar = (t: number, step: number, wide: number) => {
    const d = Math.abs(t / step - Math.round(t / step)) * step
    return smoothstep(wide * 0.6, wide * 1.2, d)
  }
  return bar(u + 2, 15, 1.1) * bar(v + 3.4, 7.2, 0.42) * smoothstep(-26, -23, u) * smoothstep(40, 37, u)
}

const scene: Scene = {
  end: 90,
  care: 0.94,
  far: (x, y, z) => {
    if (y > 2.4 && z < 6) return Math.min(y - 1.6, board(z))
    return Math.min(natural(x, y, z), sharps(x, y, z), board(z), runner(x, y, z), y + 2)
  },
  surface(x, y, z, s: Surface) {
    const [back, felt, black] = [board(z), runner(x, y, z), sharps(x, y, z)]
    const white = Math.min(natural(x, y, z), y + 2)
    const nearest = Math.min(back, felt, black, white)
    if (nearest === back) {
      tint(s, [0.006, 0.004, 0.003])
      s.rough = 0.3
      return
    }
    if (nearest === felt) {
      tint(s, feltGreen, 1 + 0.4 * vein(x * 12, y * 12))
      s.wrap = 0.2
      s.tiltX = 0.3 * vein(x * 14, z * 14)
      return
    }
    if (nearest === black) {
      tint(s, [0.007, 0.006, 0.006])
      s.rough = 0.3 + 0.1 * vein(x * 8, z * 1.4)
      return
    }
    if (y < -0.45) {
      tint(s, walnut, z < -7.6 ? 0.5 + 0.3 * cloud(vein, x * 0.3, z * 3, 3) : 1)
      s.rough = 0.4
      return
    }
    const n = Math.round(x / pitch)
    const line =
      1 - 0.1 * Math.max(0, vein(x * 5 + n * 9, z * 0.35, n)) - 0.14 * Math.max(0, cloud(vein, x * 0.7, z * 0.7, 3))
    // The joint between head and tail of each ivory.
    const joint = Math.abs(z + 2.2) < 0.025 ? 0.75 : 1
    tint(s, ivory, line * joint)
    s.rough = 0.32
  },
  panels: [
    panel([36, 16.7, 1.8], [0, 0.8, 0.3], [0.2, 0, 0.9], lowSun, 2, panes),
    fillLight([-20, 24, -16], [10, 0, 0], [0, 3, 8], northLight, 0.16),
  ],
  sky: (x, y, z, o) => {
    const v =
      0.015 +
      0.035 * Math.max(0, y) +
      0.5 * smoothstep(0.5, 0.7, x) * smoothstep(0.3, 0.4, y) * smoothstep(0.9, 0.7, y) * smoothstep(-0.3, 0.2, z)
    o[0] = v * 0.95
    o[1] = v * 0.9
    o[2] = v * 0.86
  },
}

export async function windowKeys(): Promise<Print> {
  const camera = {
    from: [-19, 12.5, -14],
    to: [2, 0, 0.4],
    view: 0.86,
    lens: 0.36,
    shift: [0.02, 0.03],
    focus: 22,
  } as const
  const f = traced(scene, camera, 1280, 1600, { rays: [5, 14], shrink: 1.6 })
  return developed(f, {
    seed: 'keys',
    exposure: 0.95,
    bloom: 0.14,
    vignette: 0.4,
    grain: 0.022,
    saturation: 0.9,
    black: hex('#0a0806'),
  })
}
