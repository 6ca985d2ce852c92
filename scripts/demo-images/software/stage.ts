/** The room above the bicycle shop: a bar with eight lamps, a low stage, whoever plays on it, and the floor before it. */
import { haze, hazeShafts, spot, standInLight } from '../backlight.ts'
import { between, chance } from '../chance.ts'
import { times } from '../colours.ts'
import { listener, microphone, placed, singing } from '../figures.ts'
import { type Colour, drawn, type Frame, type Mask, shade } from '../frame.ts'
import { beam, lamp, specks } from '../light.ts'
import { cloud, dist, noise } from '../noise.ts'
import { grown, limb, path, stroke } from '../shapes.ts'
import { deepViolet, pale, teal, violet, warm } from './colours.ts'

/** What one lamp does in a cue: its colour, where on the stage it points, and how far it is up. */
export interface Level {
  colour: Colour
  aim: number
  level: number
}

export interface Stage {
  /** The middle of the stage's front edge, and pixels for each of its thousand units of width. */
  x: number
  floor: number
  k: number
  cue: readonly Level[]
  seed: string
  /** Light behind the singer. */
  back?: Colour
}

export const chorus: readonly Level[] = [
  { colour: violet, aim: -60, level: 0.9 },
  { colour: violet, aim: -330, level: 0.7 },
  { colour: teal, aim: 190, level: 0.7 },
  { colour: violet, aim: -120, level: 1 },
  { colour: violet, aim: 150, level: 1 },
  { colour: teal, aim: -230, level: 0.55 },
  { colour: violet, aim: 350, level: 0.7 },
  { colour: violet, aim: 80, level: 0.9 },
]

export const lampAt = (s: Stage, n: number) => [s.x + (n - 3.5) * 138 * s.k, s.floor - 640 * s.k] as const

/** A lamp can on its yoke, mouth downwards at the origin. */
const can = (x: number, y: number, k: number, turn: number) =>
  `<g transform="translate(${x} ${y}) scale(${k}) rotate(${turn})">${path(
    'M-27 2L-30 -40Q-30 -76 -12 -84H12Q30 -76 30 -40L27 2Z',
  )}${stroke('M-31 -44L-36 -62Q-30 -116 0 -118Q30 -116 36 -62L31 -44', 5)}</g>`

/** What all lamps together give the haze. */
function meanOf(cue: readonly Level[]): Colour {
  const share = (c: 0 | 1 | 2) => cue.reduce((sum, { colour, level }) => sum + (colour[c] * level) / cue.length, 0)
  return [share(0), share(1), share(2)]
}

export async function smallStage(f: Frame, s: Stage, players = true): Promise<Mask> {
  const { x, floor, k, cue } = s
  const fog = noise(`fog ${s.seed}`)
  const mean = meanOf(cue)
  shade(f, (px, y, o) => {
    const d = dist((px - x) / (640 * k), (y - floor + 300 * k) / (480 * k))
    const v =
      0.13 * Math.exp(-d * d * 1.5) * Math.max(0.2, 0.85 + cloud(fog, px / (280 * k), y / (200 * k), 5)) + 0.0016
    for (let c = 0; c < 3; c++) o[c]! += v * (mean[c]! + 0.012)
  })
  const dust = haze(s.seed, 210 * k)
  cue.forEach(({ colour, aim, level }, n) => {
    const [lx, ly] = lampAt(s, n)
    const [dx, dy] = [x + aim * k - lx, 640 * k]
    beam(
      f,
      {
        x: lx,
        y: ly,
        angle: Math.atan2(dy, dx),
        spread: 0.085,
        length: 900 * k,
        colour: times(colour, 0.3 * level),
        start: 20 * k,
        edge: 2,
        fall: 0.8,
      },
      dust,
    )
  })
  const bar =
    stroke(`M${x - 620 * k} ${floor - 742 * k}H${x + 620 * k}`, 9 * k) +
    stroke(`M${x - 420 * k} 0V${floor - 742 * k}M${x + 420 * k} 0V${floor - 742 * k}`, 2.5 * k)
  const cans = cue.map((_, n) => {
    const [lx, ly] = lampAt(s, n)
    const aim = x + cue[n]!.aim * k - lx
    return can(lx, ly, k, (-Math.atan2(aim, 640 * k) * 180) / Math.PI)
  })
  const rigging = await drawn(bar + cans.join(''), f.w, f.h)
  standInLight(
    f,
    [rigging],
    [{ x, y: floor, colour: times(mean, 1.2), width: 2.4 * k, reach: 900 * k }],
    [0.0016, 0.0014, 0.0024],
  )
  cue.forEach(({ colour, level }, n) => {
    const [lx, ly] = lampAt(s, n)
    lamp(f, lx, ly + 3 * k, 13 * k, times(colour, 10 * level), 0.03, 34)
    lamp(f, lx, ly + 3 * k, 6 * k, times(pale, 16 * level), 0.02, 20)
  })
  platform(f, s, mean)
  if (!players) return rigging
  return band(f, s)
}

function platform(f: Frame, s: Stage, mean: Colour): void {
  const { x, floor, k } = s
  const boards = noise(`boards ${s.seed}`)
  shade(f, (px, y, o) => {
    if (y < floor - 34 * k || y > floor + 60 * k || Math.abs(px - x) > 640 * k) return
    const top = y < floor
    const near = (px - x) / k
    let [r, g, b] = [mean[0] * 0.02, mean[1] * 0.02, mean[2] * 0.02]
    for (const { colour, aim, level } of s.cue) {
      const d = dist((near - aim) / 120, (y - floor + 14 * k) / (30 * k))
      const v = (top ? 0.5 : 0.03) * level * Math.exp(-d * d) + 0.015 * level * Math.exp(-Math.abs(near - aim) / 220)
      r += colour[0] * v
      g += colour[1] * v
      b += colour[2] * v
    }
    const wood = top ? 0.8 + 0.3 * boards(px / (190 * k), y / (4 * k)) : 0.5
    o[0] = r * wood
    o[1] = g * wood
    o[2] = b * wood
  })
}

/** A small kit from the front, feet at the origin: bass drum, two toms on it, one on the floor, and cymbals. */
const drums =
  '<circle cy="-64" r="63"/>' +
  path('M-64 -142l56 -8l3 40l-56 8zM64 -144l-56 -8l-3 40l56 8zM84 -84h66v80h-66zM-150 -92h62v28h-62z') +
  stroke('M-46 -10L-64 0M46 -10L64 0M-118 -62L-142 0M-118 -62L-94 0M90 -8V0M144 -8V0M0 -112V-146', 4) +
  stroke('M-160 0V-206M164 0V-226', 3) +
  path(limb([-206, -216], 2.4, [-114, -202], 2.4)) +
  path(limb([112, -236], 2.4, [216, -218], 2.4))

/** Singer with guitar before a lamp, drums behind, an amplifier. */
async function band(f: Frame, s: Stage): Promise<Mask> {
  const { x, floor, k } = s
  const back = s.back ?? warm
  const at = (body: string) => placed(body, x + 20 * k, floor - 6 * k, 330 * k)
  const [lx, ly] = [x - 6 * k, floor - 236 * k]
  lamp(f, lx, ly, 20 * k, times(back, 7), 0.03, 30)
  const behind = (body: string) => `<g transform="translate(${x + 236 * k} ${floor - 16 * k}) scale(${k})">${body}</g>`
  const amp = path(`M${x - 330 * k} ${floor - 14 * k}v${-116 * k}h${128 * k}v${116 * k}z`)
  // What stands at the back is closer to the haze and further from the lamps: its edges hardly burn.
  const props = await Promise.all([behind(drums), amp].map((b) => grown(b, f.w, f.h, Math.max(0.7, 0.6 * k))))
  standInLight(
    f,
    props,
    [
      { x: lx, y: ly, colour: times(back, 0.5), width: 1.4 * k, reach: 200 * k },
      { x, y: floor - 700 * k, colour: times(violet, 0.9), width: 1.6 * k, reach: 420 * k },
    ],
    times(violet, 0.006),
    0.3,
  )
  const layers = await Promise.all(singing().map((b) => grown(at(b), f.w, f.h, Math.max(0.7, 1.5 * k))))
  layers.push(await grown(at(microphone(-142, 116, 1.05, 1000)), f.w, f.h, Math.max(0.6, 0.9 * k)))
  const whole = standInLight(
    f,
    layers,
    [
      { x: lx, y: ly, colour: times(back, 2.6), width: 2.2 * k, reach: 240 * k },
      { x: x - 420 * k, y: floor - 640 * k, colour: times(violet, 2), width: 2 * k, reach: 420 * k },
      { x: x + 420 * k, y: floor - 640 * k, colour: times(teal, 0.8), width: 2 * k, reach: 420 * k },
    ],
    [0.0016, 0.0012, 0.0026],
  )
  for (const prop of props) for (let i = 0; i < whole.a.length; i++) whole.a[i] = Math.max(whole.a[i]!, prop.a[i]!)
  hazeShafts(f, spot(f.w, f.h, lx, ly, 96 * k), whole, [lx, ly], times(back, 0.34), s.seed, 0.86, 0.22)
  specks(
    f,
    700,
    chance(`dust ${s.seed}`),
    (px, y) => times([0.8, 0.6, 1], 0.4 * Math.exp(-dist(px - x, y - floor + 300 * k) / (330 * k))),
    [0.6, 2.2 * Math.max(1, k)],
  )
  return whole
}

/** People before the stage, from behind. */
export async function audience(
  f: Frame,
  rows: readonly { y: number; size: number; step: number; veil: number }[],
  s: Stage,
): Promise<void> {
  const rnd = chance(`people ${s.seed}`)
  for (const { y, size, step, veil } of rows) {
    let body = ''
    for (let x = -step; x < f.w + step; x += step * between(rnd, 0.75, 1.2))
      body += `<g transform="translate(${x} ${y + between(rnd, -0.1, 0.14) * size}) scale(${size / 640}) rotate(${between(rnd, -4, 4)})">${listener(rnd)}</g>`
    const m = await grown(body, f.w, f.h, Math.max(1.2, size / 130))
    standInLight(
      f,
      [m],
      [
        {
          x: s.x,
          y: s.floor - 300 * s.k,
          colour: times(deepViolet, 1.2 * (0.2 + veil)),
          width: Math.max(1.4, size / 170),
          reach: 520 * s.k,
        },
      ],
      times(deepViolet, 0.004 + 0.06 * veil),
    )
  }
}
