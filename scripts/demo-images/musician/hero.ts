/**
 * The first screen: a ferry with its car deck open and lit red, fog in the light, wet quay, and someone with a guitar case
 * about to go aboard. The left and the lower parts stay dark and calm, because the name is set over them.
 */
import { blurredMask } from '../blur.ts'
import { between, chance } from '../chance.ts'
import { amber, red, slate, times, tungsten } from '../colours.ts'
import { placed, waiting } from '../figures.ts'
import { developed, type Print } from '../film.ts'
import {
  drawn,
  type Frame,
  fill,
  frame,
  layLight,
  layOver,
  type Mask,
  painted,
  sample,
  sampleMask,
  shade,
} from '../frame.ts'
import { lamp, shafts } from '../light.ts'
import { clamp, cloud, dist, noise, smoothstep } from '../noise.ts'
import { curveThrough, grown, path, polygon, type Spot, spots, stroke } from '../shapes.ts'
import { bigShoulders } from '../type/lettering.ts'
import { deck, funnel, hull, mouth, ribs, rigging, windows } from './ship.ts'

interface Stage {
  w: number
  h: number
  /** Middle of the ferry and the row where its deck meets the quay. */
  x: number
  base: number
  /** Pixels for a hundred units of the drawing. */
  k: number
  figure: { x: number; y: number; height: number }
  seed: string
}

const wideStage: Stage = {
  w: 2400,
  h: 1500,
  x: 1640,
  base: 1050,
  k: 1,
  figure: { x: 1560, y: 1182, height: 345 },
  seed: 'hero',
}
const tallStage: Stage = {
  w: 1200,
  h: 1800,
  x: 700,
  base: 1060,
  k: 0.86,
  figure: { x: 640, y: 1178, height: 312 },
  seed: 'hero portrait',
}

async function scene(s: Stage): Promise<{ f: Frame; ship: Mask; figure: Mask }> {
  const { w, h, k } = s
  const f = frame(w, h)
  const fog = noise(`fog ${s.seed}`)
  const horizon = s.base - 66 * k
  const at = (body: string, x = s.x, y = s.base) => `<g transform="translate(${x} ${y}) scale(${k})">${body}</g>`

  // Sky: fog that holds a little of the harbour's light, thicker towards the water.
  shade(f, (x, y, o) => {
    const low = smoothstep(-0.2 * h, horizon, y)
    const drift = 0.75 + 0.9 * cloud(fog, (x / w) * 3.1 * (w / h), (y / h) * 4.2, 5)
    const v = (0.0035 + 0.017 * low ** 2.2) * drift
    o[0] = v * 0.72
    o[1] = v * 0.95
    o[2] = v * 1.25
  })

  // The far shore, cranes in the haze and lamps along the mole.
  const rnd = chance(`shore ${s.seed}`)
  const shore = await drawn(farShore(s, horizon), w, h)
  fill(f, blurredMask(shore, 1.6), [0.0042, 0.0058, 0.0085], 0.85)
  for (let n = 0; n < 46; n++) {
    const x = between(rnd, -40, s.x - 570 * k)
    const y = horizon - between(rnd, 2, 16) * k
    const v = rnd() ** 2.4
    lamp(f, x, y, between(rnd, 1.1, 1.9), times(rnd() < 0.16 ? red : amber, 0.35 + 2.6 * v), 0.03, 26)
  }

  // The glow of the ship in the fog behind it; its own outline will stand dark against this.
  shade(f, (x, y, o) => {
    const d = dist((x - s.x) / k, ((y - s.base + 330 * k) / k) * 0.86)
    const drift = Math.max(0.1, 0.8 + 1.3 * cloud(fog, x / (340 * k) + 5, y / (230 * k), 5))
    const v = 0.085 * Math.exp(-((d / 720) ** 2)) * drift + 0.02 * Math.exp(-d / 600) * drift
    o[0] += v
    o[1] += v * 0.075
    o[2] += v * 0.07
  })

  // The ship.
  const body = await drawn(at(path(hull) + path(funnel) + rigging()), w, h)
  const plates = noise(`plates ${s.seed}`)
  const skin = frame(w, h)
  shade(skin, (x, y, o) => {
    const up = (s.base - y) / (1000 * k)
    const fromMouth = dist((x - s.x) / (420 * k), (y - (s.base - 190 * k)) / (380 * k))
    const wet = 1 + 0.5 * plates(x / 90, y / 420) + 0.25 * plates(x / 7, y / 160)
    const haze = 0.0022 + 0.0022 * clamp(up)
    const lit = (0.0085 / (0.3 + fromMouth ** 2.4)) * wet
    o[0] = haze * 0.8 + lit * 1
    o[1] = haze + lit * 0.1
    o[2] = haze * 1.3 + lit * 0.06
  })
  const opening = await drawn(at(path(polygon(mouth))), w, h)
  for (let i = 0; i < body.a.length; i++) {
    const a = body.a[i]! * 0.96
    for (let c = 0; c < 3; c++) f.px[i * 3 + c] = f.px[i * 3 + c]! * (1 - a) + skin.px[i * 3 + c]! * a
  }
  layLight(f, await painted(at(windows(s.seed)), w, h), 1.1)
  const inside = await drawn(at(ribs()), w, h)
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) {
      const m = opening.a[i]!
      if (m === 0) continue
      const dx = (x - s.x) / (318 * k)
      const dy = (y - (s.base - 150 * k)) / (240 * k)
      const d = dist(dx, dy * 0.9)
      const heat = 3.4 * Math.exp(-d * d * 3.6) + 0.75 * Math.exp(-d * 1.2)
      const rib = 1 - 0.72 * inside.a[i]! * (0.35 + 0.65 * clamp(d))
      const white = Math.exp(-d * d * 10) * 2.4
      const j = i * 3
      f.px[j] = f.px[j]! * (1 - m) + (heat * 1.15 * rib + white) * m
      f.px[j + 1] = f.px[j + 1]! * (1 - m) + (heat * 0.085 * rib + white * 0.62) * m
      f.px[j + 2] = f.px[j + 2]! * (1 - m) + (heat * 0.05 * rib + white * 0.38) * m
    }
  }
  const tubes = await painted(at(deck()), w, h)
  for (let i = 0; i < opening.a.length; i++) tubes.cover.a[i]! *= opening.a[i]!
  layLight(f, tubes, 5)
  for (const side of [-1, 1]) {
    lamp(f, s.x + side * 372 * k, s.base - 392 * k, 5 * k, times(tungsten, 9), 0.03, 40)
    lamp(f, s.x + side * 520 * k, s.base - 512 * k, 3 * k, times(tungsten, 5), 0.03, 36)
  }
  lamp(f, s.x - 220 * k, s.base - 1130 * k, 5 * k, times(red, 22), 0.05, 70)
  lamp(f, s.x + 220 * k, s.base - 1090 * k, 4 * k, times(tungsten, 9), 0.04, 50)

  // Light that leaves the mouth and shows in the fog; the figure cuts its shadow out of it.
  const fig = await grown(placed(waiting(), s.figure.x, s.figure.y, s.figure.height), w, h, 1.6 * k)
  const light: Mask = { w, h, a: new Float32Array(w * h) }
  for (let i = 0; i < light.a.length; i++) light.a[i] = opening.a[i]! * (1 - fig.a[i]!)
  const rays = await smallShafts(light, s)
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) {
      const d = dist((x - s.x) / k, (y - s.base + 170 * k) / k)
      const drift = 0.72 + 1.1 * cloud(fog, x / (300 * k) + 9, y / (210 * k), 5)
      const v = (rays.a[i]! * 0.3 + 0.022 * Math.exp(-d / 190) + 0.003 * Math.exp(-d / 900)) * Math.max(0.15, drift)
      const j = i * 3
      f.px[j]! += v * 1.05
      f.px[j + 1]! += v * 0.07 + v * v * 0.05
      f.px[j + 2]! += v * 0.045 + v * v * 0.03
    }
  }
  return { f, ship: body, figure: fig }
}

/** Shafts are soft, so a quarter of the size is enough to trace them. */
async function smallShafts(light: Mask, s: Stage): Promise<Mask> {
  const q = 4
  const small: Mask = {
    w: Math.ceil(s.w / q),
    h: Math.ceil(s.h / q),
    a: new Float32Array(Math.ceil(s.w / q) * Math.ceil(s.h / q)),
  }
  const soft = blurredMask(light, q * 0.5)
  for (let y = 0, i = 0; y < small.h; y++)
    for (let x = 0; x < small.w; x++, i++) small.a[i] = sampleMask(soft, x * q, y * q)
  const cast = blurredMask(shafts(small, s.x / q, (s.base - 150 * s.k) / q, 0.82, 0.16, s.seed, 90), 1.4)
  const out: Mask = { w: s.w, h: s.h, a: new Float32Array(s.w * s.h) }
  for (let y = 0, i = 0; y < s.h; y++) for (let x = 0; x < s.w; x++, i++) out.a[i] = sampleMask(cast, x / q, y / q)
  return out
}

function farShore(s: Stage, horizon: number): string {
  const k = s.k
  const hills: Spot[] = [[-50, horizon + 30]]
  const n = noise(`hills ${s.seed}`)
  for (let x = -50; x <= s.w + 50; x += 30) hills.push([x, horizon - (16 + 22 * n(x / 260, 1) + 5 * n(x / 50, 4)) * k])
  hills.push([s.w + 50, horizon + 30])
  const crane = (x: number, c: number, flip: number) =>
    `<g transform="translate(${x} ${horizon}) scale(${c * flip} ${c})">${stroke('M-30 0L-8 -150M30 0L8 -150M-20 -70H20M-14 -110L18 -50M-8 -150H8', 6)}${stroke('M-8 -150L-2 -250L150 -205M-2 -250L-60 -168M-8 -156L150 -205M150 -205V-110', 5)}${path('M-62 -176h34v24h-34z')}</g>`
  return (
    path(polygon(hills)) +
    crane(s.x - 1210 * k, 1.15 * k, 1) +
    crane(s.x - 1030 * k, 0.95 * k, 1) +
    crane(s.x - 860 * k, 0.8 * k, -1)
  )
}

export async function hero(s: Stage): Promise<Frame> {
  const { w, h, k } = s
  const { f, ship, figure } = await scene(s)
  const up: Frame = { w, h, px: f.px.slice() }
  const horizon = s.base - 66 * k
  const edge = s.base + 14 * k
  const rough = noise(`asphalt ${s.seed}`)
  const rnd = chance(`wet ${s.seed}`)
  const o: [number, number, number] = [0, 0, 0]
  const samples = 10

  for (let y = Math.floor(horizon); y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = (y * w + x) * 3
      const onQuay = y > edge || (y > s.base && Math.abs(x - s.x) < 505 * k)
      if (!onQuay) {
        if (ship.a[i / 3]! > 0.5) continue
        // Harbour water between shore and quay.
        let [r, g, b] = [0, 0, 0]
        for (let n = 0; n < samples; n++) {
          const tilt = 8 + 90 * rnd() ** 1.6
          sample(up, x + (rnd() - 0.5) * 5, horizon - (y - horizon) * 0.5 - tilt * k * rnd(), o)
          r += o[0]
          g += o[1]
          b += o[2]
        }
        const v = 0.8 / samples
        f.px[i] = r * v
        f.px[i + 1] = g * v
        f.px[i + 2] = b * v
        continue
      }
      const deep = (y - s.base) / k
      const away = 260 / (deep + 26)
      const u = ((x - s.x) / k) * away * 0.0042
      const v = away * 2.6
      const puddle = smoothstep(-0.06, 0.2, cloud(rough, u * 1.2, v * 1.5, 4))
      const bump = rough(u * 46, v * 60) * 0.6 + rough(u * 15, v * 22)
      const spread = (8 + deep * 0.42) * (1.05 - 0.9 * puddle)
      let [r, g, b] = [0, 0, 0]
      for (let n = 0; n < samples; n++) {
        const dy = (rnd() + rnd() - 0.7) * spread * 1.4 + bump * (1.1 - puddle) * 16
        const dx = (rnd() + rnd() - 1) * spread * 0.16 + bump * (1 - puddle) * 3
        const sy = s.base - deep * k - dy * k
        sample(up, x + dx * k, Math.min(s.base - 1, sy), o)
        const mirrored = sampleMask(figure, x + dx * k, 2 * s.figure.y - y - dy * 0.5 * k)
        const open = 1 - mirrored * 0.96
        r += o[0] * open
        g += o[1] * open
        b += o[2] * open
      }
      const facing = clamp(deep / 900)
      const mirror = (0.5 - 0.34 * facing) * (0.34 + 0.66 * puddle) * (0.8 + 0.25 * bump)
      // Matt part of the ground: lit by the mouth, with the long shadow of the figure coming towards us.
      const sx = (x - s.x) / k
      const reach = dist(sx * 0.75, deep + 40)
      const footX = (s.figure.x - s.x) / k
      const footDeep = (s.figure.y - s.base) / k
      const lean = (footX / (footDeep + 190)) * (deep + 190)
      const wide = 44 + Math.max(0, deep - footDeep) * 0.3
      const dark = deep > footDeep ? Math.exp(-(((sx - lean) / wide) ** 4)) * Math.exp(-(deep - footDeep) / 500) : 0
      const glowing =
        (0.16 * Math.exp(-reach / 240) + 0.02 * Math.exp(-reach / 700)) * (1 - 0.85 * dark) * (1 + 0.5 * bump)
      f.px[i] = 0.0012 + (r / samples) * mirror + glowing
      f.px[i + 1] = 0.0016 + (g / samples) * mirror + glowing * 0.1
      f.px[i + 2] = 0.0024 + (b / samples) * mirror + glowing * 0.06
    }
  }

  await quayThings(f, s)
  fill(f, figure, [0.0016, 0.0014, 0.0018])
  // The fog in front of the figure, and light that wraps around its edge.
  const rim = blurredMask(figure, 3 * k)
  for (let i = 0; i < figure.a.length; i++) {
    const a = figure.a[i]!
    if (a === 0) continue
    const edgeLight = a * clamp((1 - rim.a[i]!) * 1.5 - 0.1)
    f.px[i * 3]! += edgeLight * 0.5 + 0.002 * a
    f.px[i * 3 + 1]! += edgeLight * 0.07 + 0.0004 * a
    f.px[i * 3 + 2]! += edgeLight * 0.05 + 0.0004 * a
  }
  rain(f, s)
  // Type is set over the left and the foot of the picture.
  shade(f, (x, y, p) => {
    const foot = 1 - 0.8 * smoothstep(h * 0.76, h, y)
    const side = w > h ? 0.5 + 0.5 * smoothstep(-0.1 * w, 0.5 * w, x) : 1
    for (let c = 0; c < 3; c++) p[c]! *= foot * side
  })
  return f
}

/** Bollards, ropes and the kerb at the quay's edge. */
async function quayThings(f: Frame, s: Stage): Promise<void> {
  const { k } = s
  const bollard = (x: number, y: number, c: number) =>
    `<g transform="translate(${x} ${y}) scale(${c * k})">${path(
      curveThrough(spots('-16,0 -14,-30 -22,-40 -22,-54 0,-60 22,-54 22,-40 14,-30 16,0 0,4'), true, 0.7),
    )}</g>`
  const left = s.x - 760 * k
  const right = s.x + 690 * k
  const y = s.base + 40 * k
  const rope = (x0: number, y0: number, x1: number, y1: number, sag: number) =>
    stroke(`M${x0} ${y0}Q${(x0 + x1) / 2} ${(y0 + y1) / 2 + sag * k} ${x1} ${y1}`, 3.4 * k)
  const dark = await drawn(
    bollard(left, y, 1) +
      bollard(right, y, 1) +
      rope(left, y - 46 * k, s.x - 520 * k, s.base - 150 * k, 46) +
      rope(left, y - 42 * k, s.x - 524 * k, s.base - 130 * k, 64) +
      rope(right, y - 46 * k, s.x + 520 * k, s.base - 150 * k, 36) +
      stroke(`M-10 ${s.base + 18 * k}H${s.x - 505 * k}M${s.x + 505 * k} ${s.base + 18 * k}H${s.w + 10}`, 7 * k),
    s.w,
    s.h,
  )
  fill(f, dark, [0.0028, 0.0026, 0.0034])
  const lit = blurredMask(dark, 2)
  for (let py = 0, i = 0; py < s.h; py++) {
    for (let x = 0; x < s.w; x++, i++) {
      const a = dark.a[i]! * (1 - lit.a[i]!)
      if (a < 0.01) continue
      const v = (a * 0.5) / (1 + (Math.abs(x - s.x) / (380 * k)) ** 2)
      f.px[i * 3]! += v
      f.px[i * 3 + 1]! += v * 0.1
      f.px[i * 3 + 2]! += v * 0.06
    }
  }
}

/** Thin rain that only shows where light is behind it. */
function rain(f: Frame, s: Stage): void {
  const rnd = chance(`rain ${s.seed}`)
  const drops: Mask = { w: s.w, h: s.h, a: new Float32Array(s.w * s.h) }
  for (let n = 0; n < (s.w * s.h) / 1500; n++) {
    const x = rnd() * s.w
    const y = rnd() * s.h
    const long = between(rnd, 10, 34) * s.k
    const v = rnd() ** 2
    for (let t = 0; t < long; t++) {
      const px = Math.round(x - t * 0.12)
      const py = Math.round(y + t)
      if (px < 0 || px >= s.w || py >= s.h) continue
      drops.a[py * s.w + px]! += v * Math.sin((Math.PI * t) / long)
    }
  }
  const soft = blurredMask(drops, 0.6)
  for (let y = 0, i = 0; y < s.h; y++) {
    for (let x = 0; x < s.w; x++, i++) {
      const d = dist((x - s.x) / s.k, ((y - s.base + 200 * s.k) / s.k) * 1.1)
      const v = soft.a[i]! * 0.22 * Math.exp(-d / 330)
      addOne(f, i * 3, v)
    }
  }
}

function addOne(f: Frame, i: number, v: number): void {
  f.px[i]! += v
  f.px[i + 1]! += v * 0.2
  f.px[i + 2]! += v * 0.14
}

const heroFilm = { exposure: 1.2, bloom: 0.24, vignette: 0.3, grain: 0.022, black: slate.night }

export const makeHero = async () => developed(await hero(wideStage), { ...heroFilm, seed: 'hero' })
export const makeTallHero = async () => developed(await hero(tallStage), { ...heroFilm, seed: 'tall' })

/** The same scene with the name on it, for links that are shared. */
export async function makeCard(): Promise<Print> {
  const w = 1200
  const h = 630
  const f = await hero({ w, h, x: 890, base: 462, k: 0.5, figure: { x: 850, y: 530, height: 180 }, seed: 'card' })
  const name = ['MARLOW', 'QUAY'].map((word, n) =>
    path(bigShoulders(word, { cap: 126, weight: 880, x: 58, y: 412 + n * 158 }).d, '#f2eee4'),
  )
  layOver(f, await painted(name.join(''), w, h), 0.9)
  return developed(f, { ...heroFilm, seed: 'card' })
}
