/** The fork on its box, still sounding: its prongs are in two places at once. */
import { developed, type Print } from '../film.ts'
import { hex } from '../frame.ts'
import { noise, smoothstep } from '../noise.ts'
import { box, rod, slab } from '../trace/bodies.ts'
import { traced } from '../trace/camera.ts'
import { fillLight, panel, type Scene, type Surface, tint } from '../trace/scene.ts'
import { deepGreen, lowSun, maple, northLight, steel } from './colours.ts'

const grain = noise('resonance box')
let swing = 0

/** Middle of the bend at the origin; prongs go up, the stem down into the box. */
function forkAt(x: number, y: number, z: number): number {
  const bent = y > 0 ? swing * (y / 9) ** 2 : 0
  const ax = Math.abs(x) - bent
  const prong = box(ax - 0.72, y - 4.6, z, 0.25, 4.6, 0.36, 0.05)
  const ring = Math.sqrt(x * x + y * y)
  const bend = y < 0.1 ? slab(Math.abs(ring - 0.72) - 0.25, z, 0.36, 0.05) : 9
  const stem = rod(x, z, y + 2.1, 0.24, 1.4, 0.03)
  const collar = rod(x, z, y + 3.2, 0.5, 0.22, 0.08)
  return Math.min(prong, bend, stem, collar)
}

const boxAt = (x: number, y: number, z: number) => {
  const outer = box(x, y + 5.3, z, 4.6, 1.9, 2.6, 0.1)
  const inner = box(x - 1, y + 5.3, z, 5, 1.55, 2.25, 0.02)
  return Math.max(outer, -inner)
}

const scene: Scene = {
  end: 70,
  care: 0.88,
  moment: (t) => {
    swing = 0.3 * Math.sin(t * Math.PI * 2)
  },
  far: (x, y, z) => Math.min(forkAt(x, y, z), boxAt(x, y, z), y + 7.2, 16 - z),
  surface(x, y, z, s: Surface) {
    if (y < -7.1) {
      tint(s, hex('#3b2416'), 0.7 + 0.4 * grain(x * 0.5, z * 5))
      s.rough = 0.35
      return
    }
    if (z > 15.9) {
      tint(s, deepGreen, 0.6 + 0.25 * grain(x * 0.6, y * 0.6))
      return
    }
    if (boxAt(x, y, z) < 0.022) {
      const rings = 0.72 + 0.4 * grain(x * 0.35, y * 4 + 3, z * 4) + 0.14 * grain(x * 1.5, y * 22, z * 22)
      tint(s, maple, rings)
      s.rough = 0.42
      return
    }
    tint(s, steel, 1.1)
    s.metal = 1
    s.rough = 0.2
  },
  panels: [
    panel([-13, 15, 8], [0, 5, 0], [1.5, 0, -1.5], lowSun, 2.4),
    fillLight([17, 8, -6], [0, 7, 0], [1, 0, 1], northLight, 1),
  ],
  sky: (x, y, z, o) => {
    const left = smoothstep(-0.55, -0.7, x) * smoothstep(-0.98, -0.9, x)
    const right = smoothstep(0.62, 0.72, x) * smoothstep(0.95, 0.85, x) * smoothstep(0.2, -0.2, z)
    const front =
      0.55 *
      smoothstep(-0.75, -0.5, x) *
      smoothstep(0.15, -0.15, x) *
      smoothstep(-0.3, -0.7, z) *
      smoothstep(-0.5, 0.6, y + 0.3 * x)
    const v = 0.012 + 0.02 * Math.max(0, y) + front
    o[0] = v + left * 2.2 + right * 0.4
    o[1] = v + left * 1.5 + right * 0.5
    o[2] = v + left * 0.85 + right * 0.62
  },
}

export async function tuningFork(): Promise<Print> {
  const camera = { from: [3.6, 2.6, -26], to: [0.2, 0.9, 0], view: 0.76, lens: 0.7, shift: [0, 0] } as const
  const f = traced(scene, camera, 1067, 1600, { rays: [8, 30], shrink: 1.5 })
  return developed(f, {
    seed: 'fork',
    exposure: 1.05,
    bloom: 0.18,
    vignette: 0.42,
    grain: 0.022,
    saturation: 0.8,
    black: hex('#070806'),
  })
}
