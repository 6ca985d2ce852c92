/** Where it is used: a club, a floor seen from the grid above it, and the swimming pool. */
import { standInLight } from '../backlight.ts'
import { times } from '../colours.ts'
import { developed, type Print } from '../film.ts'
import { type Colour, drawn, frame, shade } from '../frame.ts'
import { cloud, dist, noise, smoothstep } from '../noise.ts'
import { path, stroke } from '../shapes.ts'
import { floodWater } from '../water.ts'
import { deepViolet, night, pale, teal, violet, warm } from './colours.ts'
import { audience, type Level, type Stage, smallStage } from './stage.ts'

const film = { exposure: 1.2, bloom: 0.28, vignette: 0.36, grain: 0.022, black: night }

const verse: readonly Level[] = [
  { colour: teal, aim: -200, level: 0.5 },
  { colour: deepViolet, aim: -300, level: 0.8 },
  { colour: teal, aim: -80, level: 0.9 },
  { colour: deepViolet, aim: 20, level: 1 },
  { colour: teal, aim: 60, level: 1 },
  { colour: deepViolet, aim: 180, level: 0.8 },
  { colour: teal, aim: 300, level: 0.7 },
  { colour: deepViolet, aim: 240, level: 0.5 },
]

export async function club(): Promise<Print> {
  const [w, h] = [1280, 1600]
  const f = frame(w, h)
  const s: Stage = { x: 600, floor: 1300, k: 1.9, cue: verse, seed: 'club', back: pale }
  await smallStage(f, s)
  await audience(
    f,
    [
      { y: 1290, size: 300, step: 96, veil: 0.3 },
      { y: 1350, size: 420, step: 148, veil: 0.1 },
      { y: 1450, size: 640, step: 250, veil: 0.01 },
    ],
    s,
  )
  return developed(f, { ...film, seed: 'club', exposure: 1.1 })
}

/** Straight down from the lamps: eight pools on bare boards, mixing where they meet, and one chair. */
export async function fromTheGrid(): Promise<Print> {
  const [w, h] = [1600, 1200]
  const f = frame(w, h)
  const wood = noise('grid boards')
  const edge = noise('grid edge')
  const pools: readonly (readonly [number, number, number, Colour, number])[] = [
    [300, 330, 260, violet, 1.1],
    [640, 300, 250, deepViolet, 1.5],
    [985, 330, 270, teal, 0.7],
    [1330, 320, 240, violet, 0.9],
    [250, 800, 250, teal, 0.5],
    [600, 830, 290, violet, 1.2],
    [960, 790, 300, warm, 0.8],
    [1350, 840, 260, deepViolet, 1.4],
  ]
  shade(f, (x, y, o) => {
    const board = Math.floor(x / 86)
    const seam = smoothstep(0, 3, x - board * 86) * smoothstep(86, 83, x)
    const grain =
      0.62 + 0.3 * cloud(wood, board * 7.3 + x / 60, y / 420, 4) + 0.16 * wood(x / 3.2 + board * 31, y / 160)
    const worn = 0.85 + 0.35 * cloud(wood, x / 330 + 50, y / 330, 4)
    const k = 0.36 * Math.max(0.1, grain) * worn * (x - board * 86 < 3 ? 0.25 + 0.4 * seam : 1)
    let [r, g, b] = [0.002, 0.002, 0.003]
    for (const [px, py, radius, colour, level] of pools) {
      const d = dist(x - px, (y - py) * 1.04) / radius + 0.012 * edge(x / 90, y / 90)
      const v = level * (1 - smoothstep(0.86, 1.03, d)) * (1 - 0.42 * d * d) + 0.05 * level * Math.exp(-d * 1.6)
      r += colour[0] * v
      g += colour[1] * v
      b += colour[2] * v
    }
    o[0] = r * k * 1.1
    o[1] = g * k
    o[2] = b * k * 0.95
  })
  // One chair and a microphone stand, each with a shadow for every lamp that sees it.
  const chair = (dx: number, dy: number) =>
    `<g transform="translate(${1000 + dx} ${800 + dy}) rotate(24)"><rect x="-46" y="-44" width="92" height="88" rx="10"/><rect x="-48" y="40" width="96" height="16" rx="6"/></g>`
  const stand = (dx: number, dy: number) => stroke(`M${905 + dx * 0.2} ${690 + dy * 0.2}L${905 + dx} ${690 + dy}`, 7)
  for (const [px, py, , , level] of pools) {
    const [dx, dy] = [(1000 - px) * 0.13, (800 - py) * 0.13]
    if (dist(dx, dy) > 70) continue
    const shadow = await drawn(chair(dx, dy) + stand(dx * 2.2, dy * 2.2 - 30), w, h)
    for (let i = 0; i < shadow.a.length; i++)
      for (let c = 0; c < 3; c++) f.px[i * 3 + c]! *= 1 - 0.45 * Math.min(1, level) * shadow.a[i]!
  }
  const things = await drawn(
    chair(0, 0) +
      stroke('M870 668L940 712M900 650L910 730', 8) +
      `<circle cx="905" cy="690" r="13"/>` +
      stroke('M905 690C840 560 700 640 560 520S300 560 -20 470', 5),
    w,
    h,
  )
  standInLight(
    f,
    [things],
    [
      { x: 960, y: 600, colour: times(warm, 0.9), width: 3, reach: 500 },
      { x: 600, y: 900, colour: times(violet, 1.4), width: 3, reach: 500 },
    ],
    [0.006, 0.005, 0.007],
  )
  return developed(f, { ...film, seed: 'grid', exposure: 1.5, bloom: 0.16, grain: 0.02 })
}

/** The one swimming pool: the band on the far side, the water with all of it again. */
export async function pool(): Promise<Print> {
  const [w, h] = [1600, 1000]
  const f = frame(w, h)
  const line = 470
  const s: Stage = {
    x: 800,
    floor: line - 24,
    k: 0.66,
    cue: verse.map((l, n) => ({ ...l, colour: n % 2 ? violet : teal })),
    seed: 'pool',
  }
  const tiles = noise('tiles')
  shade(f, (x, y, o) => {
    if (y > line) return
    const grout = x % 20 < 1.4 || (line - y) % 20 < 1.4 ? 0.5 : 1
    const d = dist((x - 800) / 700, (y - 300) / 360)
    const v =
      (0.012 * Math.exp(-d * d) + 0.0012) *
      grout *
      (1 + 0.4 * tiles(Math.floor(x / 20) * 3.1, Math.floor((line - y) / 20) * 5.3))
    o[0] += v * 0.8
    o[1] += v * 0.9
    o[2] += v * 1.7
  })
  await smallStage(f, s)
  const edge = await drawn(
    path(`M0 ${line - 16}H1600V${line + 2}H0Z`) +
      stroke(
        `M170 ${line}V${line - 78}q0 -22 26 -22M206 ${line}V${line - 78}q0 -22 -22 -22M1410 ${line}V${line - 140}M1450 ${line}V${line - 140}M1400 ${line - 140}H1520`,
        5,
      ),
    w,
    h,
  )
  standInLight(f, [edge], [{ x: 800, y: 250, colour: times(violet, 1.6), width: 2, reach: 600 }], [0.003, 0.003, 0.005])
  // Lane ropes float on it and lead the eye across.
  floodWater(f, {
    seed: 'pool',
    line,
    focal: 1250,
    scale: 2.2,
    chop: 0.075,
    blur: 0.035,
    sway: 0.3,
    samples: 16,
    shine: 1.25,
    body: [0.001, 0.004, 0.006],
  })
  const floats = noise('floats')
  for (const lane of [-3, -1.8, -0.6, 0.6, 1.8, 3]) {
    shade(f, (x, y, o) => {
      if (y < line + 2) return
      const away = (y - line) / (h - line)
      const at = 800 + lane * (90 + away * 620)
      const wide = 1.2 + away * 9
      const bob = away * 5 * floats(y / (6 + away * 60), lane * 3)
      const d = Math.abs(x - at - bob) / wide
      if (d > 1) return
      const bead = 0.6 + 0.4 * Math.sin(500 / (away + 0.06))
      const v = 0.5 * (1 - d * d) * bead * (1 - 0.6 * away)
      o[0] = o[0] * 0.3 + v * 0.05
      o[1] = o[1] * 0.3 + v * 0.03
      o[2] = o[2] * 0.3 + v * 0.11
    })
  }
  return developed(f, { ...film, seed: 'pool', exposure: 1.3 })
}
