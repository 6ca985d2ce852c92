/** Night Ferry: from the stern rail. The shore draws together, another boat crosses, and the wake runs red to the end. */
import { standInLight } from '../../demo-images/backlight.ts'
import { between, chance } from '../../demo-images/chance.ts'
import { amber, red, times, tungsten } from '../../demo-images/colours.ts'
import { leaning, placed } from '../../demo-images/figures.ts'
import { copy, drawn, type Frame, frame, type Mask } from '../../demo-images/frame.ts'
import { lamp } from '../../demo-images/light.ts'
import { cloud, lerp, noise, smoothstep } from '../../demo-images/noise.ts'
import { curveThrough, grown, path, spots, stroke } from '../../demo-images/shapes.ts'
import { bigShoulders } from '../../demo-images/type/lettering.ts'
import { type Film, height as h, width as w } from './film.ts'
import { wake } from './wake.ts'

const [horizon, middle, seconds] = [190, 470, 24]

const stock = { exposure: 1.25, bloom: 0.42, grain: 0.015, dots: 0.3, black: [0.016, 0.024, 0.04] } as const

export const stern: Film = {
  file: 'night-ferry',
  title: 'Night Ferry',
  piece: 'night-ferry',
  from: 6.4,
  seconds,
  scene,
  stock,
}

async function scene() {
  const sky = fog()
  const rail = await railing()
  const name = await title()
  const shore = lamps()
  const water = noise('stern wake')
  const still = copy(sky)
  return (t: number): Frame => {
    const bob = 3.2 * Math.sin(t * 0.8) + 1.3 * Math.sin(t * 1.31 + 1)
    const line = horizon + bob
    still.px.set(sky.px)
    shore(still, t, line)
    crossing(still, t, line)
    beacon(still, t, line)
    letters(still, name, t, 0.3)
    const f = copy(still)
    wake(f, still, t, line, water)
    letters(f, name, t, 0.7)
    const pulse = 0.85 + 0.15 * Math.sin(t * 2.6) * Math.sin(t * 0.9)
    lamp(f, 480, 416, 5.4, times(red, 20 * pulse), 0.03, 60)
    for (let i = 0; i < rail.cover.a.length; i++) {
      const a = rail.cover.a[i]!
      if (a === 0) continue
      for (let c = 0; c < 3; c++) f.px[i * 3 + c] = lerp(f.px[i * 3 + c]!, rail.lit.px[i * 3 + c]! * pulse, a)
    }
    lamp(f, 480, 411, 4, times(red, 5 * pulse), 0.04, 14)
    return darkened(f, smoothstep(0, 1.6, t) * (1 - smoothstep(seconds - 1.6, seconds, t)))
  }
}

function darkened(f: Frame, open: number): Frame {
  if (open < 1) for (let i = 0; i < f.px.length; i++) f.px[i]! *= open * open
  return f
}

function fog(): Frame {
  const n = noise('stern sky')
  const f = frame(w, h)
  for (let y = 0, i = 0; y < h; y++)
    for (let x = 0; x < w; x++, i += 3) {
      const low = smoothstep(-120, horizon, y)
      const v = (0.005 + 0.022 * low * low) * Math.max(0.25, 0.95 + 1.2 * cloud(n, x / 230, y / 120, 4))
      f.px[i] = v * 0.62
      f.px[i + 1] = v * 0.92
      f.px[i + 2] = v * 1.4
    }
  return f
}

/** Rail, ring, post and person, with the light of the stern lamp on their edges. */
async function railing(): Promise<{ cover: Mask; lit: Frame }> {
  const bars = stroke('M-20 475H980M-20 508H980', 5.4) + stroke('M-20 445H980', 9.6)
  const posts = [36, 198, 360, 522, 684, 846].map((x) => stroke(`M${x} 445V552`, 7.8)).join('')
  const ring = '<circle cx="282" cy="492" r="40" fill="none" stroke="#000" stroke-width="20"/>'
  const post =
    path('M475 420h10v36h-10z') + path(curveThrough(spots('471,421 471,409 480,403 489,409 489,421'), true, 0.6))
  const layers = [
    await drawn(bars + posts + ring + post, w, h),
    await grown(placed(leaning(), 714, 718, 480), w, h, 2.2),
  ]
  const lit = frame(w, h)
  const rims = [
    { x: 482, y: 416, colour: [3.4, 0.34, 0.2], width: 2.4, reach: 190 },
    { x: 560, y: 190, colour: [0.32, 0.4, 0.55], width: 1.8, reach: 420 },
  ] as const
  const cover = standInLight(lit, layers, rims, [0.002, 0.0018, 0.0026])
  return { cover, lit }
}

/** The name of the song, as tall as the sky allows. */
async function title(): Promise<Mask> {
  return drawn(path(bigShoulders('NIGHT FERRY', { cap: 104, weight: 800, x: w / 2, y: 152, align: 'centre' }).d), w, h)
}

/** The letters are lit from the left, one after the other, and go out the same way. */
function letters(f: Frame, name: Mask, t: number, strength: number): void {
  if (t < 3 || t > 13) return
  for (let y = 40, i = 40 * w; y < 170; y++)
    for (let x = 0; x < w; x++, i++) {
      const a = name.a[i]!
      if (a === 0) continue
      const at = (x / w) * 2.2
      const on = smoothstep(3 + at, 4.2 + at, t) * (1 - smoothstep(9 + at, 10.4 + at, t))
      const deck = 0.55 + 0.45 * smoothstep(158, 52, y)
      const v = a * on * deck * strength
      f.px[i * 3]! += v * 0.56
      f.px[i * 3 + 1]! += v * 0.014
      f.px[i * 3 + 2]! += v * 0.008
    }
}

/** The town: it was wide, and draws together as it is left behind. */
function lamps() {
  const rnd = chance('stern shore')
  const all = Array.from({ length: 74 }, () => ({
    x: (rnd() + rnd() + rnd() - 1.5) * 560,
    y: between(rnd, 0.5, 5) + (rnd() < 0.12 ? 7 : 0),
    light: 0.3 + 3.2 * rnd() ** 2.4,
    colour: rnd() < 0.22 ? red : rnd() < 0.3 ? tungsten : amber,
    pace: between(rnd, 1.5, 5),
    phase: rnd() * 6,
  }))
  return (f: Frame, t: number, line: number) => {
    const away = 1 / (1 + t * 0.035)
    for (const { x, y, light, colour, pace, phase } of all) {
      const twinkle = 0.78 + 0.22 * Math.sin(t * pace + phase)
      lamp(
        f,
        middle + x * away,
        line - y * away,
        0.75 + 0.4 * away,
        times(colour, light * twinkle * (0.45 + 0.75 * away)),
        0.03,
        22,
      )
    }
  }
}

/** The boat that goes the other way, all its windows lit. */
function crossing(f: Frame, t: number, line: number): void {
  const left = 1010 - t * 34
  const rnd = chance('crossing')
  for (let deck = 0; deck < 3; deck++)
    for (let n = 0; n < 24 - deck * 3; n++) {
      const x = left + 6 + deck * 7 + n * 4.6
      const light = rnd() < 0.16 ? 0.15 : between(rnd, 0.8, 2.4)
      if (x > -20 && x < w + 20)
        lamp(f, x, line - 5 - deck * 5.4, 0.95, times(rnd() < 0.8 ? amber : tungsten, light), 0.02, 12)
    }
  lamp(f, left + 28, line - 30, 1.1, times(tungsten, 5), 0.04, 26)
  lamp(f, left - 4, line - 10, 1.3, times(red, 9), 0.05, 34)
}

/** A lighthouse on the far point: its beam comes round every five seconds. */
function beacon(f: Frame, t: number, line: number): void {
  const [x, y] = [168, line - 26]
  const turn = ((t % 5) / 5) * 2 * Math.PI
  const toUs = Math.max(0, Math.cos(turn)) ** 26
  lamp(f, x, y, 1.5, times(tungsten, 1.2 + 26 * toUs), 0.04 + 0.05 * toUs, 30 + 60 * toUs)
  const side = Math.sin(turn)
  const long = 620 * side
  if (Math.abs(side) < 0.1) return
  for (let px = 0; px < w; px++) {
    const along = (px - x) / long
    if (along <= 0 || along > 1) continue
    const half = 1.5 + along * 26
    for (let py = Math.max(0, Math.floor(y - half)); py < Math.min(h, y + half); py++) {
      const s = (py - y + along * 12) / half
      const v = (0.055 * (1 - along) ** 1.4 * Math.max(0, 1 - s * s)) / (0.25 + along * 2)
      const i = (py * w + px) * 3
      f.px[i]! += v
      f.px[i + 1]! += v * 0.78
      f.px[i + 2]! += v * 0.5
    }
  }
}
