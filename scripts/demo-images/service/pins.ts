/** Tuning pins and their strings from a hand's breadth away: one row sharp, the rest light. */
import { developed, type Print } from '../film.ts'
import { hex } from '../frame.ts'
import { clamp, cloud, noise, smoothstep } from '../noise.ts'
import { box, slab } from '../trace/bodies.ts'
import { traced } from '../trace/camera.ts'
import { fillLight, panel, type Scene, type Surface, tint } from '../trace/scene.ts'
import { brass, feltGreen, lowSun, maple, northLight, steel } from './colours.ts'

const pitch = 2.3
const [rows, deep] = [3, 2.3]
const rough = noise('plate')
const wear = noise('pins')
const slope = 0.06

const size = (a: number, b: number) => Math.sqrt(a * a + b * b)

/** The nearest pin of a row, as a place beside it. */
const beside = (x: number, row: number) => {
  const at = x - row * 0.77
  return at - Math.round(at / pitch) * pitch
}

function pinAt(lx: number, y: number, lz: number): number {
  const round = size(lx, lz)
  const shaft = slab(round - 0.33, y - 0.9, 1.1, 0.04)
  const narrow = 0.27 - 0.03 * (y - 2)
  const head = box(lx * 0.8 - lz * 0.6, y - 2.3, lx * 0.6 + lz * 0.8, narrow, 0.5, narrow, 0.05)
  const turn = y - 0.78 - clamp(Math.round((y - 0.78) / 0.125), -1, 2) * 0.125
  const coil = size(round - 0.385, turn) - 0.062
  return Math.min(shaft, head, coil)
}

function stringAt(lx: number, y: number, lz: number): number {
  const drop = y - 0.66 - lz * slope
  const over = Math.max(0, lz)
  return Math.sqrt((lx - 0.385) ** 2 + drop * drop + over * over) - 0.058
}

const strip = (y: number, z: number) => box(0, y - 0.1, z + 5.6, 1e6, 0.22, 1, 0.12)

const scene: Scene = {
  end: 60,
  care: 0.9,
  far(x, y, z) {
    if (y > 3.3) return y - 3
    let d = Math.min(y, strip(y, z))
    for (let row = 0; row < rows; row++) {
      const lx = beside(x, row)
      const lz = z - row * deep
      d = Math.min(d, stringAt(lx, y, lz))
      if (size(lx, lz) - 0.48 < d) d = Math.min(d, pinAt(lx, y, lz))
    }
    return d
  },
  surface(x, y, z, s: Surface) {
    let near = 9
    for (let row = 0; row < rows; row++) {
      const lx = beside(x, row)
      const lz = z - row * deep
      if (stringAt(lx, y, lz) < 0.022) {
        tint(s, steel, 1.2)
        s.metal = 1
        s.rough = 0.3
        return
      }
      const pin = pinAt(lx, y, lz)
      if (pin < 0.022) {
        const coiled = y > 0.5 && y < 1.2 && size(lx, lz) > 0.345
        const spots = cloud(wear, x * 4, y * 4, 3, z * 4)
        tint(s, coiled ? brass : hex('#7f8896'), coiled ? 0.8 : 0.75 + 0.3 * spots)
        s.metal = 1
        s.rough = coiled ? 0.34 : 0.3 + 0.25 * Math.max(0, spots)
        return
      }
      near = Math.min(near, size(lx, lz))
    }
    if (strip(y, z) < 0.022) {
      tint(s, feltGreen, 1.1 + 0.5 * rough(x * 9, z * 9))
      s.wrap = 0.2
      s.tiltX = 0.35 * rough(x * 15, z * 15)
      s.tiltZ = 0.35 * rough(x * 15 + 30, z * 15)
      return
    }
    if (near < 0.56) {
      tint(s, maple, 0.6 + 0.2 * rough(x * 20, z * 3))
      s.rough = 0.7
      return
    }
    tint(s, hex('#a9712a'), 0.8 + 0.25 * cloud(rough, x, z, 4))
    s.metal = 0.3
    s.rough = 0.5
    s.tiltX = 0.05 * rough(x * 7, z * 7)
    s.tiltZ = 0.05 * rough(x * 7 + 20, z * 7)
  },
  panels: [
    panel([22, 13, 26], [3, 0, -2], [0, 3, -1], lowSun, 1.9),
    fillLight([-16, 12, -14], [0, 2, 4], [3, 3, 0], northLight, 0.5),
  ],
  sky: (x, y, z, o) => {
    const front = 0.3 * smoothstep(-0.2, -0.6, z) * smoothstep(-0.2, 0.3, y)
    const window =
      smoothstep(0.35, 0.5, z) *
      smoothstep(0.15, 0.3, y) *
      smoothstep(0.85, 0.6, y) *
      (Math.abs((x * 4) % 1) < 0.12 ? 0.2 : 1)
    const v = 0.02 + 0.05 * Math.max(0, y) + 0.9 * window * smoothstep(-0.7, 0.5, x)
    o[0] = v + front * 0.8
    o[1] = v * 0.78 + front * 0.95
    o[2] = v * 0.56 + front * 1.1
  },
}

export async function tuningPins(): Promise<Print> {
  const camera = { from: [-6.4, 5.2, -7.4], to: [0.6, 1.2, 1.1], view: 0.62, lens: 0.42, roll: 0.05 } as const
  const f = traced(scene, camera, 1600, 1067, { rays: [6, 24], shrink: 1.6 })
  return developed(f, {
    seed: 'pins',
    exposure: 1.1,
    bloom: 0.2,
    vignette: 0.4,
    grain: 0.02,
    saturation: 0.88,
    black: hex('#0a0705'),
  })
}
