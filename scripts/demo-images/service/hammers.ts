/** A row of hammers in raking light: the hero, its upright sister, and the card with the name on it. */
import { between, chance } from '../chance.ts'
import { developed, type Print } from '../film.ts'
import { hex, layOver, painted, shade as shadeFrame } from '../frame.ts'
import { cloud, lerp, noise, smoothstep } from '../noise.ts'
import { path } from '../shapes.ts'
import { drop, rod, slab } from '../trace/bodies.ts'
import { type Camera, type Quality, traced } from '../trace/camera.ts'
import { fillLight, panel, type Scene, type Surface, tint } from '../trace/scene.ts'
import { bigShoulders, type Line } from '../type/lettering.ts'
import { feltGreen, lowSun, maple, northLight, walnut, wool } from './colours.ts'

const pitch = 1.36
const count = 44
const grain = noise('hammer wood')
const fibre = noise('hammer felt')

/** Each hammer stands a little differently, as they do before regulation, and three are raised as if a chord were held. */
const rnd = chance('each hammer')
const lean = Float64Array.from({ length: count }, () => between(rnd, -0.035, 0.035))
const lift = Float64Array.from(
  { length: count },
  (_, n) => between(rnd, -0.06, 0.06) + ([2, 6, 9, 14, 21, 26].includes(n) ? 1.15 : 0),
)

const feltEgg = (y: number, z: number) => drop(z, y - 2.75, 1.22, 0.46, 2.1)
const core = (y: number, z: number) => drop(z, y - 0.1, 0.56, 0.12, 3.9)
const cellOf = (x: number) => Math.min(count - 1, Math.max(0, Math.round(x / pitch)))

function far(x: number, y: number, z: number): number {
  const floor = y + 3.2
  const above = y - 6.7
  if (above > 0.5) return above
  const front = -1.6 - z
  if (front > 0.5) return Math.min(front, floor)
  const n = cellOf(x)
  const lx = x - n * pitch
  const ly = y - lift[n]! - lx * lean[n]!
  const felt = slab(feltEgg(ly, z), lx, 0.47, 0.07)
  const wood = slab(core(ly, z), lx, 0.43, 0.04)
  const shank = rod(lx, ly + 0.02, z - 7, 0.28, 7.2, 0.05)
  return Math.min(felt, wood, shank, floor)
}

function surface(x: number, y: number, z: number, s: Surface): void {
  if (y < -3.1) {
    tint(s, walnut, 0.28 + 0.12 * cloud(grain, x * 0.3, z * 1.6, 3))
    return
  }
  const n = cellOf(x)
  const lx = x - n * pitch
  const ly = y - lift[n]! - lx * lean[n]!
  const inCore = core(ly, z)
  if (feltEgg(ly, z) < 0.02 && ly > 1.2 && inCore > 0.03) {
    const fluff = 1 + 0.3 * cloud(fibre, x * 3 + n * 7, ly * 2.2 + z * 0.4, 4, z * 2.2)
    if (inCore < 0.24 && Math.abs(lx) > 0.3) tint(s, feltGreen, 1.3 * fluff)
    else {
      const worn = smoothstep(4.9, 5.3, ly)
      tint(s, wool, fluff * (1 - 0.25 * worn))
      s.b *= 1 - 0.14 * worn
    }
    s.wrap = 0.2
    s.tiltX = 0.3 * fibre(x * 14, ly * 14, z * 14)
    s.tiltY = 0.3 * fibre(x * 14 + 40, ly * 14, z * 14)
    s.tiltZ = 0.3 * fibre(x * 14 + 80, ly * 14, z * 14)
    return
  }
  const rings = 0.8 + 0.35 * grain(z * 0.6, ly * 9 + n * 5, lx * 7) + 0.12 * grain(z * 3, ly * 40, lx * 30)
  tint(s, maple, rings)
  s.rough = 0.5
}

const scene: Scene = {
  far,
  surface,
  end: 80,
  care: 0.92,
  panels: [
    // The sun comes low from behind and grazes the sides; the north window only lifts the shadows.
    panel([-11, 13, 30], [5, 0, 1], [0, 3, -1], lowSun, 2.3),
    fillLight([-14, 10, -22], [0, 6, 0], [6, 0, -3], northLight, 0.34),
  ],
  sky: (_x, y, z, o) => {
    const v = 0.004 + 0.03 * smoothstep(-0.1, 1, y) * smoothstep(-0.5, 1, z)
    o[0] = v * 1.1
    o[1] = v * 0.95
    o[2] = v * 0.8
  },
}

const film = { exposure: 1.1, bloom: 0.12, vignette: 0.34, grain: 0.02, saturation: 0.92, black: hex('#0a0705') }

async function photographed(w: number, h: number, camera: Camera, quality: Quality) {
  return traced(scene, camera, w, h, quality)
}

const wide: Camera = { from: [-9.5, 6, -7.5], to: [0.2, 3.3, 0], view: 0.72, lens: 0.3, shift: [0.3, -0.07] }

export async function makeHero(): Promise<Print> {
  const [w, h] = [2400, 1500]
  const f = await photographed(w, h, wide, { rays: [6, 18], shrink: 1.8 })
  shadeFrame(f, (x, y, o) => {
    const k = lerp(0.35, 1, smoothstep(0, 0.5 * w, x)) * (1 - 0.75 * smoothstep(h * 0.62, h, y))
    for (let c = 0; c < 3; c++) o[c]! *= k
  })
  return developed(f, { ...film, seed: 'hammers' })
}

export async function makeTallHero(): Promise<Print> {
  const [w, h] = [1200, 1800]
  const camera: Camera = { ...wide, view: 1.12, shift: [0.07, -0.17] }
  const f = await photographed(w, h, camera, { rays: [6, 18], shrink: 1.5 })
  shadeFrame(f, (_x, y, o) => {
    const k = 1 - 0.8 * smoothstep(h * 0.5, h * 0.85, y)
    for (let c = 0; c < 3; c++) o[c]! *= k
  })
  return developed(f, { ...film, seed: 'hammers tall' })
}

export async function makeCard(): Promise<Print> {
  const [w, h] = [1200, 630]
  const f = await photographed(w, h, { ...wide, shift: [0.42, -0.04] }, { rays: [6, 14], shrink: 1.5 })
  shadeFrame(f, (x, y, o) => {
    const k = lerp(0.25, 1, smoothstep(0.1 * w, 0.6 * w, x)) * (1 - 0.6 * smoothstep(h * 0.7, h, y))
    for (let c = 0; c < 3; c++) o[c]! *= k
  })
  const [upper, lower] = ['FELT &', 'HAMMER'].map((word, n) =>
    bigShoulders(word, { cap: 118, weight: 700, tracking: 14, x: 58, y: 396 + n * 148 }),
  ) as [Line, Line]
  const string = path(`M62 578h${Math.round(lower.width) - 8}v4h${8 - Math.round(lower.width)}z`, '#e8c055')
  layOver(f, await painted(path(upper.d + lower.d, '#f2eee8') + string, w, h), 0.9)
  return developed(f, { ...film, seed: 'hammers card' })
}
