/** Two portraits that do not show a face: a profile before a red lamp, and a poster of someone bent over a guitar. */
import { hazeShafts, standInLight } from '../backlight.ts'
import { blurredMask } from '../blur.ts'
import { slate } from '../colours.ts'
import { microphone, placed, profile, seated } from '../figures.ts'
import { developed, type Print } from '../film.ts'
import { drawn, frame, hex, luma, mask, shade, shadeMask } from '../frame.ts'
import { printed, proofed, screened } from '../halftone.ts'
import { clamp, cloud, dist, noise, smoothstep } from '../noise.ts'
import { curveThrough, grown, path, polygon, spots } from '../shapes.ts'
import { bigShoulders } from '../type/lettering.ts'

const [w, h] = [1200, 1500]

/** Head and shoulders, looking left over the water; a lamp the size of a moon stands behind the face. */
export async function beforeTheLamp(): Promise<Print> {
  const f = frame(w, h)
  const fog = noise('portrait fog')
  const [cx, cy, r] = [440, 560, 352]
  shade(f, (x, y, o) => {
    const d = dist(x - cx, y - cy)
    const drift = Math.max(0.2, 0.85 + 1.1 * cloud(fog, x / 330, y / 240, 5))
    const halo = 0.2 * Math.exp(-Math.max(0, d - r) / 150) * drift + 0.03 * Math.exp(-Math.max(0, d - r) / 480) * drift
    const disc = 1 - smoothstep(r - 4, r + 5, d)
    const bank = 1 - 0.55 * smoothstep(0.05, 0.5, cloud(fog, x / 520 + 4, y / 70, 5)) * smoothstep(cy - 100, cy + r, y)
    const v = disc * (1.15 + 0.3 * (1 - d / r)) * bank + halo
    o[0] = 0.004 + v * 1.1
    o[1] = 0.006 + v * (0.055 + 0.05 * disc * (1 - d / r))
    o[2] = 0.01 + v * 0.04
  })
  const coat = spots(
    '560,960 520,1010 470,1080 380,1150 290,1230 240,1330 220,1520 1180,1520 1160,1340 1100,1200 1010,1090 900,1010 850,960 800,900',
  )
  const collar = spots('520,1060 548,930 610,1000 690,1050 760,990 842,856 884,960 900,1080 720,1180 560,1160')
  const head = await grown(
    profile(690, 600, 4.6, 4) + path(polygon(spots('600,800 580,1010 850,1010 860,800'))),
    w,
    h,
    3,
  )
  const body = await grown(path(curveThrough(coat, true, 0.9)), w, h, 6)
  const neck = await grown(path(curveThrough(collar, true, 0.7)), w, h, 3)
  const whole = standInLight(
    f,
    [head, body, neck],
    [
      { x: cx - 120, y: cy, colour: [2.4, 0.16, 0.1], width: 6, reach: 520 },
      { x: 1500, y: 60, colour: [1.5, 0.85, 0.45], width: 7, reach: 760 },
    ],
    [0.003, 0.003, 0.0042],
    0.12,
  )
  const lampMask = shadeMask(mask(w, h), (x, y) => 1 - smoothstep(r - 8, r + 8, dist(x - cx, y - cy)))
  hazeShafts(f, lampMask, whole, [cx, cy], [0.07, 0.006, 0.004], 'portrait', 0.75, 0.3)
  // Breath in cold air, lit by the lamp it drifts across.
  shade(f, (x, y, o) => {
    const u = (430 - x) / 260
    if (u < 0 || u > 1.4) return
    const middle = 722 - u * 70
    const spread = 24 + u * 92
    const curl = cloud(fog, x / 70 + 3, y / 60, 5)
    const v =
      0.3 *
      Math.exp(-(((y - middle) / spread) ** 2)) *
      smoothstep(0, 0.12, u) *
      (1 - smoothstep(0.4, 1.3, u)) *
      clamp(0.35 + 1.8 * curl)
    o[0] += v * 0.9
    o[1] += v * 0.34
    o[2] += v * 0.26
  })
  return developed(f, {
    seed: 'portrait',
    exposure: 1.15,
    bloom: 0.22,
    vignette: 0.4,
    grain: 0.026,
    black: slate.night,
  })
}

/** A poster: bone paper, a red disc in coarse dots, the figure in slate lines and solid. */
export async function poster(): Promise<Print> {
  const f = frame(w, h)
  const at = (b: string) => placed(b, 640, 1440, 1260)
  const layers = await Promise.all(
    [...seated().map(at), at(microphone(-130, 318, 1, 1000))].map((b) => grown(b, w, h, 4)),
  )
  const whole = standInLight(
    f,
    layers,
    [
      { x: 1500, y: 100, colour: [1.5, 1.5, 1.5], width: 34, reach: 1500 },
      { x: 100, y: 700, colour: [0.5, 0.5, 0.5], width: 16, reach: 900 },
    ],
    [0.02, 0.02, 0.02],
    0.8,
  )
  const shadow = shadeMask(mask(w, h), (x, y) => {
    const i = y * w + x
    const bright = luma(f.px[i * 3]!, f.px[i * 3 + 1]!, f.px[i * 3 + 2]!)
    return whole.a[i]! * clamp(1 - 0.82 * Math.sqrt(clamp(bright)))
  })
  const [cx, cy, r] = [560, 600, 452]
  const sun = shadeMask(mask(w, h), (x, y) => {
    const d = dist(x - cx, y - cy)
    return (1 - smoothstep(r - 1, r + 1, d)) * clamp(1.02 - 0.85 * smoothstep(cy - r * 0.5, cy + r * 1.05, y))
  })
  const dots = screened(sun, { cell: 17, angle: 0.7 })
  const lines = screened(shadow, { cell: 9, angle: 0.32, shape: 'line' })
  const solid = blurredMask(shadow, 1)
  for (let i = 0; i < lines.a.length; i++) lines.a[i] = Math.max(lines.a[i]!, smoothstep(0.74, 0.84, solid.a[i]!))
  const words = await drawn(
    path(bigShoulders('MARLOW', { cap: 168, weight: 900, x: 56, y: 232 }).d) +
      path(bigShoulders('SOLO', { cap: 30, weight: 800, tracking: 120, x: w - 60, y: 94, align: 'right' }).d) +
      path(bigShoulders('AT THE', { cap: 30, weight: 800, tracking: 120, x: w - 60, y: 140, align: 'right' }).d) +
      path(bigShoulders('PIER', { cap: 30, weight: 800, tracking: 120, x: w - 60, y: 186, align: 'right' }).d),
    w,
    h,
  )
  const ink = mask(w, h)
  for (let i = 0; i < ink.a.length; i++) ink.a[i] = Math.max(lines.a[i]!, words.a[i]!)
  const sheet = printed(
    w,
    h,
    hex('#e6dfd0'),
    [
      { colour: hex('#e5301f'), where: dots, slip: [-3, 2], body: 0.2 },
      { colour: hex('#0c1622'), where: ink, body: 0.4 },
    ],
    'poster',
  )
  return proofed(sheet, 'poster', 0.006)
}
