/** Eight faders in the dark, each with its ladder of lights. */
import { developed, type Print } from '../film.ts'
import type { Colour } from '../frame.ts'
import { clamp, noise, smoothstep } from '../noise.ts'
import { box, rod, slab } from '../trace/bodies.ts'
import { traced } from '../trace/camera.ts'
import { panel, type Scene, type Surface, tint } from '../trace/scene.ts'
import { night, pale, teal, violet } from './colours.ts'

const film = { exposure: 1.2, bloom: 0.26, vignette: 0.36, grain: 0.022, black: night }

const fader = { pitch: 2.4, up: [2.6, 0.4, 3.4, 1.2, 3.1, -1.6, 2.2, -0.4] }
const brushed = noise('panel')

const lane = (x: number) => clamp(Math.round(x / fader.pitch + 3.5), 0, 7)
const lampColour = (n: number): Colour => (n === 2 || n === 5 ? teal : violet)

const faders: Scene = {
  end: 60,
  care: 0.9,
  far(x, y, z) {
    const n = lane(x)
    const lx = x - (n - 3.5) * fader.pitch
    const slot = slab(Math.max(Math.abs(lx) - 0.09, Math.abs(z) - 4.6), y, 0.4, 0.02)
    const plate = Math.max(y, -slot)
    if (y > 1.7) return y - 1.4
    const lz = z + fader.up[n]!
    // The cap is hollowed for a fingertip.
    const hollow = Math.sqrt((y - 2.25) ** 2 + lz * lz) - 1.35
    const cap = Math.max(box(lx, y - 0.62, lz, 0.62, 0.52, 1.05, 0.14), -hollow)
    const button = rod(lx, z - 6.2, y - 0.14, 0.52, 0.24, 0.08)
    return Math.min(plate, cap, button)
  },
  surface(x, y, z, s: Surface) {
    const n = lane(x)
    const lx = x - (n - 3.5) * fader.pitch
    const lz = z + fader.up[n]!
    const colour = lampColour(n)
    const level = clamp((fader.up[n]! + 4) / 7.6)
    if (y > 0.06 && z < 5.4) {
      const line = Math.abs(lz) < 0.06 && Math.abs(lx) < 0.64
      if (line) {
        tint(s, pale, 1)
        s.glow = 0.9
        return
      }
      tint(s, [0.02, 0.02, 0.024])
      s.rough = 0.42
      return
    }
    if (z > 5.4 && y > 0.06) {
      tint(s, colour, 1)
      s.glow = y > 0.3 ? 2.6 * level + 0.1 : 0.5 * level
      s.rough = 0.5
      return
    }
    tint(s, [0.012, 0.012, 0.015], 1 + 0.5 * brushed(x * 1.1, z * 30))
    s.rough = 0.38
    s.tiltZ = 0.05 * brushed(x * 2, z * 40)
    // Ladder of lights beside each slot, lit as far as the fader is up; the plate glows where they are.
    const step = Math.round(z / 0.62)
    const on = step * 0.62 > -fader.up[n]! && Math.abs(step) <= 7
    const d = Math.hypot(
      Math.abs(lx - 0.86) > 0.09 ? Math.abs(lx - 0.86) - 0.09 : 0,
      Math.max(0, Math.abs(z - step * 0.62) - 0.16),
    )
    if (d < 0.015 && Math.abs(step) <= 7) {
      tint(s, on ? colour : [0.02, 0.02, 0.03], 1)
      s.glow = on ? 3.2 : 0.3
      return
    }
    const spill =
      (on ? 0.16 * Math.exp(-d * 5) : 0) + 0.5 * level * Math.exp(-Math.max(0, Math.hypot(lx, z - 6.2) - 0.5) * 2.4)
    s.r += colour[0] * spill
    s.g += colour[1] * spill
    s.b += colour[2] * spill
    s.glow = spill > 0.002 ? spill / (spill + 0.02) : 0
  },
  panels: [
    panel([-16, 13, -22], [5, 0, -3], [0, 2, 1], violet, 1.5),
    panel([18, 9, -10], [0, 3, 0], [2, 0, 3], teal, 0.5),
  ],
  sky: (x, y, z, o) => {
    const v =
      0.02 * smoothstep(0, 1, y) + 0.35 * smoothstep(0.55, 0.8, -z) * smoothstep(0.1, 0.3, y) * smoothstep(0.8, 0.5, y)
    o[0] = v * 0.7
    o[1] = v * (0.4 + 0.2 * x)
    o[2] = v * 1.4
  },
}

export async function eightFaders(): Promise<Print> {
  const f = traced(
    faders,
    { from: [-8.5, 6.8, 11.5], to: [0.4, 0.5, -0.6], view: 0.72, lens: 0.42, shift: [0, -0.02], roll: 0.06 },
    1600,
    1600,
    { rays: [5, 14], shrink: 1.8 },
  )
  return developed(f, { ...film, seed: 'faders', exposure: 1.3 })
}
