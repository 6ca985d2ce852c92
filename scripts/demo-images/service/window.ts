/** The tall window of the old cooperage: a grand with its lid up, someone bent over the strings, dust in the light. */
import { hazeShafts, standInLight } from '../backlight.ts'
import { blurred } from '../blur.ts'
import { chance } from '../chance.ts'
import { times } from '../colours.ts'
import { developed, type Print } from '../film.ts'
import { drawn, frame, hex, mask, shade, shadeMask } from '../frame.ts'
import { specks } from '../light.ts'
import { cloud, dist, noise, smoothstep } from '../noise.ts'
import { curveThrough, grown, limb, limbs, path, polygon, spots, stroke } from '../shapes.ts'
import { floodWater } from '../water.ts'

export async function northWindow(): Promise<Print> {
  const [w, h] = [1600, 900]
  const f = frame(w, h)
  const floor = 726
  const mist = noise('outside')
  const brick = noise('bricks')
  const [x0, x1, y0, y1] = [430, 1210, 40, 640]
  const inside = (x: number, y: number) => {
    const arch =
      y < y0 + 120 ? (((x - (x0 + x1) / 2) / ((x1 - x0) / 2)) ** 2 + ((y - y0 - 120) / 120) ** 2 < 1 ? 1 : 0) : 1
    return x > x0 && x < x1 && y > y0 && y < y1 ? arch : 0
  }
  const glass = shadeMask(mask(w, h), (x, y) => inside(x, y))
  const bars = await drawn(
    stroke(
      [1, 2, 3, 4].map((n) => `M${x0 + (n * (x1 - x0)) / 5} ${y0}V${y1}`).join('') +
        [1, 2, 3, 4, 5].map((n) => `M${x0} ${y0 + (n * (y1 - y0)) / 6}H${x1}`).join(''),
      7,
    ) + stroke(`M${x0} ${y1}V${y0 + 120}A${(x1 - x0) / 2} 120 0 0 1 ${x1} ${y0 + 120}V${y1}Z`, 16),
    w,
    h,
  )
  const open = shadeMask(mask(w, h), (x, y) => glass.a[y * w + x]! * (1 - bars.a[y * w + x]!))
  const outside = frame(w, h)
  shade(outside, (x, y, o) => {
    const sky = 0.9 + 0.5 * cloud(mist, x / 260, y / 200, 4)
    const roofs = smoothstep(-8, 8, y - 470 + 46 * Math.abs(((x / 130) % 2) - 1) + (x % 173 < 22 ? 64 : 0))
    const v =
      0.62 * sky * (1 - 0.66 * roofs) * (0.55 + 0.75 * smoothstep(640, 60, y)) * (0.7 + 0.5 * smoothstep(420, 1100, x))
    o[0] = v * 1.04
    o[1] = v * 0.98
    o[2] = v * 0.8
  })
  const far = blurred(outside, 5)
  shade(f, (x, y, o) => {
    const i = (y * w + x) * 3
    const a = open.a[i / 3]!
    const row = Math.floor(y / 26)
    const joint = y % 26 < 2.4 || (x + (row % 2) * 34) % 68 < 2.4 ? 0.55 : 1
    const near = Math.exp(-Math.max(0, dist(Math.max(0, x0 - x, x - x1), Math.max(0, y0 - y, y - y1))) / 90)
    const wall =
      (0.004 + 0.02 * near) * joint * (0.9 + 0.4 * brick(Math.floor((x + (row % 2) * 34) / 68) * 3.3, row * 5.7))
    const v = y > floor ? 0 : wall
    for (let c = 0; c < 3; c++) o[c] = far.px[i + c]! * a + v * [1.15, 0.9, 0.68][c]! * (1 - a)
  })
  // The grand from the side: lid on its prop, three legs, pedals; a hoist chain hangs before the window.
  const piano =
    path(polygon(spots('520,560 1150,560 1196,572 1200,640 1180,652 520,652 500,640 500,574'))) +
    path(polygon(spots('470,588 530,578 530,650 470,650'))) +
    path(
      curveThrough(
        spots(
          '610,556 640,540 700,480 800,386 900,306 1010,250 1100,226 1176,226 1190,236 1130,262 1020,330 900,420 780,520 720,560',
        ),
        true,
        0.6,
      ),
    ) +
    stroke('M840 560L930 402', 7) +
    path('M556 650h40l-8 150h-24zM1100 650h40l-8 150h-24zM800 650h34l-6 120h-22z') +
    stroke('M690 652V760M724 652V760M676 766H740', 6) +
    path('M1250 700h150v16h-150z') +
    stroke('M1262 714L1254 800M1390 714L1398 800', 8)
  const person =
    path(limb([352, 316], 38, [366, 352], 32)) +
    path(limb([352, 372], 28, [330, 420], 40)) +
    path(
      curveThrough(
        spots('340,372 396,390 410,430 372,520 350,600 348,650 232,650 226,560 236,470 268,400'),
        true,
        0.85,
      ),
    ) +
    path(limbs('370,430,30 452,506,23 470,514,21 556,540,15 586,548,13')) +
    path(limbs('290,640,44 284,730,34 276,800,26')) +
    path(limbs('320,640,42 336,730,33 344,800,25')) +
    path(limb([270, 806], 16, [318, 810], 13)) +
    path(limb([340, 806], 16, [390, 810], 13)) +
    path(limb([560, 540], 12, [600, 556], 9)) +
    path(limb([334, 300], 32, [318, 318], 26))
  const chain =
    stroke('M1130 0V170', 5, '#000', 'stroke-dasharray="11 8"') + stroke('M1130 170q-20 24 0 38q22 4 18 -18', 7)
  const layers = [
    await grown(chain, w, h, 0.7),
    await grown(`<g transform="translate(96 0)">${piano}</g>`, w, h, 1),
    await grown(`<g transform="translate(176 0)">${person}</g>`, w, h, 2.6),
  ]
  const cool = hex('#fff0d8')
  const whole = standInLight(
    f,
    layers,
    [
      { x: 860, y: 240, colour: times(cool, 0.5), width: 3, reach: 260 },
      { x: 1000, y: 60, colour: times(cool, 0.16), width: 2.4, reach: 500 },
    ],
    [0.0035, 0.0028, 0.0022],
  )
  hazeShafts(f, open, whole, [900, 120], [0.055, 0.05, 0.038], 'north window', 0.8, 0.3)
  floodWater(f, {
    seed: 'north floor',
    line: floor + 74,
    focal: 900,
    scale: 4,
    chop: 0.01,
    blur: 0.07,
    sway: 0.3,
    samples: 14,
    shine: 0.85,
    body: [0.004, 0.003, 0.002],
  })
  specks(
    f,
    1300,
    chance('window dust'),
    (x, y) => times(cool, 0.5 * Math.exp(-dist((x - 820) / 1.2, y - 420) / 240)),
    [0.6, 2.4],
  )
  return developed(f, {
    seed: 'north window',
    exposure: 1.3,
    bloom: 0.26,
    vignette: 0.4,
    grain: 0.024,
    saturation: 1.2,
    black: hex('#0b0906'),
  })
}
