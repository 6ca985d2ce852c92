/** A grand with its lid off, from the hoist above it: black curve, gold iron, the fan of strings, low sun across all of it. */
import { blurredMask } from '../blur.ts'
import { times } from '../colours.ts'
import { developed, type Print } from '../film.ts'
import { type Colour, drawn, type Frame, fill, frame, hex, type Mask, mask, shade } from '../frame.ts'
import { cloud, lerp, noise, smoothstep } from '../noise.ts'
import { curveThrough, path, type Spot, spots, stroke } from '../shapes.ts'
import { feltGreen, lowSun } from './colours.ts'
import { lightUp } from './relief.ts'

const side = 1600
const rim = spots(
  '-470,640 -470,200 -470,-300 -466,-560 -440,-720 -360,-840 -230,-890 -110,-850 -30,-740 20,-590 70,-430 150,-270 270,-130 390,0 450,140 468,300 470,640',
)
const inward = (points: readonly Spot[], by: number) =>
  points.map(([x, y]): Spot => {
    const l = Math.hypot(x + 60, y + 100)
    return [x - ((x + 60) / l) * by, y - ((y + 100) / l) * by]
  })
const closed = (points: readonly Spot[]) => `${curveThrough(points, false, 0.9)}Z`

const turned = (body: string) => `<g transform="translate(830 850) rotate(-24) scale(0.86)">${body}</g>`

/** Strings fan out from the pins; the bass ones cross over the rest. */
function strings(bass: boolean): string {
  let d = ''
  const n = bass ? 24 : 62
  for (let i = 0; i < n; i++) {
    const t = i / (n - 1)
    if (bass) d += `M${lerp(-400, -210, t)} 300L${lerp(-150, -60, t) - 40} ${lerp(-720, -640, t)}`
    else d += `M${lerp(-180, 410, t)} 300L${lerp(-400, 395, t ** 0.72)} ${lerp(-600, 120, t ** 0.8)}`
  }
  return d
}

const holes = [
  '-330,-640 -260,-760 -190,-700 -240,-560',
  '-60,-560 -20,-640 10,-520 -20,-430',
  '40,-370 80,-400 120,-280 70,-250',
].map((h) => closed([...spots(h), spots(h)[0]!]))

/** Keys: one slab with its gaps cut out, and the sharps on it. */
function keys(): { naturals: string; sharps: string } {
  let naturals = ''
  let sharps = ''
  const pitch = 860 / 52
  for (let i = 0; i < 52; i++) {
    naturals += path(`M${-430 + i * pitch} 480h${pitch - 1.6}v150h${-pitch + 1.6}z`)
    if ([true, false, true, true, false, true, true][i % 7] && i < 51)
      sharps += path(`M${-430 + (i + 1) * pitch - 4.6} 480h9.2v96h-9.2z`)
  }
  return { naturals, sharps }
}

export async function grandFromAbove(): Promise<Print> {
  const f = frame(side, side)
  const height = mask(side, side)
  const polish = mask(side, side)
  const floorWood = noise('workshop floor')
  const board = noise('soundboard')
  shade(f, (x, y, o) => {
    const plank = Math.floor((x + y * 0.12) / 118)
    const within = x + y * 0.12 - plank * 118
    const g =
      0.6 + 0.35 * cloud(floorWood, plank * 9 + x / 46, y / 380, 4) + 0.12 * floorWood(x / 3 + plank * 17, y / 140)
    const k = (within < 3 ? 0.3 : 1) * g * 0.2
    o[0] = k * 1.05
    o[1] = k * 0.72
    o[2] = k * 0.46
  })
  const lay = (m: Mask, colour: Colour, up: number, shine = 0) => {
    fill(f, m, colour)
    for (let i = 0; i < m.a.length; i++) {
      const a = m.a[i]!
      height.a[i] = lerp(height.a[i]!, up, a)
      polish.a[i] = lerp(polish.a[i]!, shine, a)
    }
  }
  const shape = (body: string) => drawn(turned(body), side, side)
  const stool = `<g transform="rotate(9 0 860)"><rect x="-150" y="790" width="300" height="150" rx="14"/></g>`
  lay(blurredMask(await shape(stool), 1.5), hex('#17100c'), 44, 0.3)
  lay(await shape(path(closed(rim)) + path('M-480 440h960v230h-960z')), hex('#0c0a0a'), 92, 0.9)
  lay(await shape(path(closed(inward(rim, 26)))), hex('#a8713a'), 52)
  await grainUp(f, await shape(path(closed(inward(rim, 26)))), board)
  const plate = await shape(
    `<path fill-rule="evenodd" d="${closed(inward(rim, 46))}${holes.join('')}M-300 -480L-210 -560L-130 120L-330 120ZM-170 -380L-90 -420L30 110L-110 130ZM-10 -260L60 -210L180 100L60 120ZM110 -140L170 -90L320 110L210 110Z"/>`,
  )
  lay(blurredMask(plate, 1.6), hex('#9a6a1f'), 62, 0.5)
  lay(
    blurredMask(await shape(stroke('M-250 -520L-270 300M-128 -440L-60 300M20 -250L150 300M150 -110L300 300', 15)), 1.4),
    hex('#a3712a'),
    72,
    0.6,
  )
  lay(await shape(path('M-430 320h860v96h-860z')), hex('#8c5f1d'), 64, 0.4)
  lay(await shape(path('M-425 262h850v26h-850z')), feltGreen, 68)
  lay(await shape(stroke(strings(false), 1.5)), hex('#d8d4c8'), 71, 1)
  lay(await shape(stroke(strings(true), 3)), hex('#b9713a'), 76, 1)
  let pins = ''
  for (let i = 0; i < 78; i++)
    for (let r = 0; r < 3; r++) pins += `<circle cx="${-420 + i * 10.9 + r * 3.4}" cy="${338 + r * 24}" r="3.4"/>`
  lay(await shape(pins), hex('#8d939b'), 78, 1)
  let dampers = ''
  for (let i = 0; i < 66; i++) dampers += path(`M${-408 + i * 11.4} ${196 - (i > 22 ? (i - 22) * 0.9 : 0)}h7v42h-7z`)
  lay(await shape(dampers), hex('#15110f'), 84, 0.3)
  lay(await shape(path('M-440 424h880v46h-880z')), hex('#0b0909'), 96, 0.9)
  lay(await shape(path('M-436 470h872v9h-872z')), hex('#6d1a19'), 66)
  const { naturals, sharps } = keys()
  lay(await shape(path('M-436 478h872v156h-872z')), hex('#120d0a'), 56)
  lay(await shape(naturals), hex('#e6dcc6'), 64, 0.25)
  lay(await shape(sharps), hex('#0d0b0b'), 74, 0.5)
  const soft = blurredMask(height, 0.8)
  lightUp(
    f,
    soft,
    {
      from: [900, -520, 560],
      colour: times(lowSun, 2.6),
      rest: [0.1, 0.12, 0.15],
      reach: 260,
    },
    polish,
  )
  // The sun comes through the big door: one leaf of light, the rest of the floor keeps the dark.
  const haze = noise('door')
  shade(f, (x, y, o) => {
    const across = x * 0.5 + y * 0.87
    const k = 0.1 + 0.9 * smoothstep(250, 300, across + 14 * haze(x / 200, y / 200)) * smoothstep(1660, 1560, across)
    for (let c = 0; c < 3; c++) o[c]! *= k
  })
  return developed(f, {
    seed: 'grand',
    exposure: 1,
    bloom: 0.14,
    vignette: 0.34,
    grain: 0.02,
    saturation: 0.88,
    black: hex('#090705'),
  })
}

async function grainUp(f: Frame, where: Mask, board: (x: number, y: number) => number): Promise<void> {
  for (let y = 0, i = 0; y < f.h; y++) {
    for (let x = 0; x < f.w; x++, i++) {
      if (where.a[i]! < 0.5) continue
      const k = 0.85 + 0.22 * board((x * 0.6 - y * 0.8) / 3.4, (x * 0.8 + y * 0.6) / 220)
      for (let c = 0; c < 3; c++) f.px[i * 3 + c]! *= k
    }
  }
}
