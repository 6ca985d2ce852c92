/** Things that were printed rather than photographed: crane, signal flags, a lyric card on a bad screen. */
import { blurredMask } from '../blur.ts'
import { chance } from '../chance.ts'
import { slate } from '../colours.ts'
import { developed, type Print } from '../film.ts'
import { drawn, frame, hex, type Mask, mask, sampleMask, shade, shadeMask } from '../frame.ts'
import { printed, proofed, screened } from '../halftone.ts'
import { clamp, cloud, dist, lerp, noise, smoothstep } from '../noise.ts'
import { path, polygon, type Spot, spots, stroke } from '../shapes.ts'
import { bigShoulders } from '../type/lettering.ts'

const bone = hex('#e6dfd0')
const ink = hex('#0c1622')
const signalRed = hex('#e5301f')

/** A lattice between two points: chords and the zigzag between them. */
function lattice([ax, ay]: Spot, [bx, by]: Spot, wideA: number, wideB: number, bays: number, line: number): string {
  const long = dist(bx - ax, by - ay)
  const [nx, ny] = [-(by - ay) / long, (bx - ax) / long]
  const at = (t: number, side: number): Spot => {
    const wide = lerp(wideA, wideB, t) * side
    return [lerp(ax, bx, t) + nx * wide, lerp(ay, by, t) + ny * wide]
  }
  const point = ([x, y]: Spot) => `${x.toFixed(1)} ${y.toFixed(1)}`
  let zig = `M${point(at(0, -1))}`
  for (let n = 0; n < bays; n++) zig += `L${point(at((n + 0.5) / bays, 1))}L${point(at((n + 1) / bays, -1))}`
  return (
    stroke(`M${point(at(0, -1))}L${point(at(1, -1))}M${point(at(0, 1))}L${point(at(1, 1))}`, line) +
    stroke(zig, line * 0.6)
  )
}

/** Seen from its foot, cut in two inks; the moon behind it is nothing but dots. */
export async function crane(): Promise<Print> {
  const [w, h] = [1067, 1600]
  const legs =
    lattice([210, 1640], [420, 720], 54, 30, 10, 10) +
    lattice([820, 1640], [600, 720], 54, 30, 10, 10) +
    lattice([330, 1130], [712, 1130], 20, 20, 7, 7) +
    path('M370 700h290v40h-290z') +
    path(polygon(spots('408,700 426,560 606,560 628,700')))
  const jib =
    lattice([512, 600], [1130, -40], 40, 12, 15, 10) +
    lattice([512, 600], [96, 470], 34, 24, 7, 9) +
    path(polygon(spots('40,420 150,452 132,566 20,534'))) +
    lattice([500, 580], [476, 250], 26, 8, 6, 8) +
    stroke('M476 250L1090 0M476 250L100 456M476 250L830 270', 5) +
    stroke('M930 168V820', 4) +
    path('M908 812h44l-8 52h-28z') +
    stroke('M930 864v22a16 16 0 1 1 -26 12', 10)
  const steel = await drawn(legs + jib, w, h)
  const n = noise('crane')
  const [cx, cy, r] = [640, 560, 400]
  const disc = shadeMask(mask(w, h), (x, y) => {
    const d = dist(x - cx, y - cy)
    return (
      (1 - smoothstep(r - 1, r + 1, d)) *
      clamp(1.05 - 0.9 * smoothstep(cy - r * 0.4, cy + r, y + 60 * n(x / 300, y / 200)))
    )
  })
  const fog = shadeMask(mask(w, h), (x, y) => {
    const low = smoothstep(500, 1600, y)
    return clamp(low * 0.62 + 0.5 * low * cloud(n, x / 380, y / 150, 5))
  })
  const dots = screened(disc, { cell: 22, angle: 0.78 })
  const mist = screened(fog, { cell: 17, angle: 0.3 })
  for (let i = 0; i < mist.a.length; i++) mist.a[i] = mist.a[i]! * 0.9
  const words = await drawn(path(bigShoulders('QUAY 7', { cap: 34, weight: 800, tracking: 130, x: 56, y: 90 }).d), w, h)
  const black = mask(w, h)
  for (let i = 0; i < black.a.length; i++) black.a[i] = Math.max(steel.a[i]!, words.a[i]!)
  const f = printed(
    w,
    h,
    bone,
    [
      { colour: signalRed, where: dots, slip: [3, 3], body: 0.2 },
      { colour: hex('#7d93a6'), where: mist, slip: [-2, 0], body: 0.1 },
      { colour: ink, where: black, body: 0.4 },
    ],
    'crane',
  )
  return proofed(f, 'crane', 0.006)
}

/** Q, U, A and Y of the signal code, four flags on one sheet, in the colours of the house. */
export async function flags(): Promise<Print> {
  const s = 1600
  const [gap, m] = [40, 64]
  const side = (s - 2 * m - gap) / 2
  const [x0, x1] = [m, m + side + gap]
  const square = (x: number, y: number, wide: number, tall: number) => path(`M${x} ${y}h${wide}v${tall}h${-wide}z`)
  let diagonals = ''
  for (let n = -6; n < 6; n++) {
    if (n % 2 === 0) continue
    const step = side / 5
    diagonals += path(
      polygon([
        [x1 + n * step, x1 + side],
        [x1 + (n + 1) * step, x1 + side],
        [x1 + (n + 1) * step + side, x1],
        [x1 + n * step + side, x1],
      ]),
    )
  }
  const clip = `<clipPath id="y"><rect x="${x1}" y="${x1}" width="${side}" height="${side}"/></clipPath>`
  const notch = side * 0.26
  const reds =
    `<defs>${clip}</defs>` +
    square(x1, x0, side / 2, side / 2) +
    square(x1 + side / 2, x0 + side / 2, side / 2, side / 2) +
    `<g clip-path="url(#y)">${diagonals}</g>`
  const ambers = square(x0, x0, side, side) + square(x1, x1, side, side)
  const blues = path(
    polygon([
      [x0 + side / 2, x1],
      [x0 + side, x1],
      [x0 + side - notch, x1 + side / 2],
      [x0 + side, x1 + side],
      [x0 + side / 2, x1 + side],
    ]),
  )
  const [r, a, b] = (await Promise.all([reds, ambers, blues].map((body) => drawn(body, s, s)))) as [Mask, Mask, Mask]
  // Cloth: folds that the flag's own wind would make, printed as a screen over all inks.
  const n = noise('flags')
  const cloth = shadeMask(mask(s, s), (x, y) => {
    const inside =
      x > x0 && x < x1 + side && y > x0 && y < x1 + side && !(x > x0 + side && x < x1) && !(y > x0 + side && y < x1)
    if (!inside) return 0
    const wave =
      Math.sin(x / 74 + 2.4 * n(x / 500, y / 420) + y / 420) + 0.4 * Math.sin(x / 31 + 3 * n(x / 300 + 4, y / 300))
    return clamp(0.24 - 0.34 * wave) * (x < x0 + side && y > x1 && x > x0 + side - 4 ? 0 : 1)
  })
  const outside = shadeMask(mask(s, s), (x, y) => {
    // The bare paper behind the notch of A is not cloth.
    if (x < x0 + side - notch || x > x0 + side || y < x1 || y > x1 + side) return 1
    const t = Math.abs(y - (x1 + side / 2)) / (side / 2)
    return x > x0 + side - notch * (1 - t) ? 0 : 1
  })
  for (let i = 0; i < cloth.a.length; i++) cloth.a[i]! *= outside.a[i]!
  const folds = screened(cloth, { cell: 17, angle: 0.52 })
  const frameLine = await drawn(`<rect x="${x0}" y="${x1}" width="${side * 0.5}" height="${side}" fill="none"/>`, s, s)
  for (let i = 0; i < folds.a.length; i++) folds.a[i] = folds.a[i]! * 0.8 + frameLine.a[i]!
  const f = printed(
    s,
    s,
    hex('#eee8da'),
    [
      { colour: hex('#f2a531'), where: a, slip: [2, -2], body: 0.3 },
      { colour: signalRed, where: r, slip: [-2, 2], body: 0.6 },
      { colour: hex('#1f3a56'), where: b, body: 0.6 },
      { colour: ink, where: folds, body: 0.2 },
    ],
    'flags',
  )
  return proofed(f, 'flags', 0.004)
}

/** One line of a song on a screen that hardly holds it: scan lines, a torn band, snow. */
export async function lyric(): Promise<Print> {
  const [w, h] = [1600, 900]
  const lines = ['LEAVE THE', 'RADIO ON', 'TILL MORNING']
  const body = lines
    .map((text, n) => path(bigShoulders(text, { cap: 196, weight: 900, x: 92, y: 312 + n * 238, tracking: -4 }).d))
    .join('')
  const words = await drawn(body, w, h)
  const soft = blurredMask(words, 5, 1)
  const f = frame(w, h)
  const n = noise('lyric')
  const rnd = chance('lyric')
  const tear = Array.from({ length: h }, (_, y) => {
    const slow = n(3.3, y / 60) * 10
    const band = Math.exp(-(((y - 470) / 34) ** 2)) * 150 + Math.exp(-(((y - 690) / 12) ** 2)) * -70
    return slow + band * (0.6 + 0.5 * n(9, y / 3)) + (rnd() - 0.5) * (2 + Math.abs(band) * 0.12)
  })
  shade(f, (x, y, o) => {
    const at = (shift: number) =>
      sampleMask(soft, x - tear[y]! - shift, y) * 0.65 + sampleMask(words, x - tear[y]! - shift, y) * 0.35
    const [r, g, b] = [at(-9), at(1), at(9)]
    const scan = 0.55 + 0.45 * Math.sin(y * 2.1)
    const roll = 0.75 + 0.35 * Math.exp(-(((y - 210) / 240) ** 2))
    const snow =
      rnd() ** 6 * (0.012 + 0.5 * Math.exp(-(((y - 470) / 50) ** 2)) + 0.35 * Math.exp(-(((y - 690) / 18) ** 2)))
    const tube = 0.003 + 0.006 * roll
    const glowing = 1 - 0.6 * dist((x - w / 2) / w, (y - h / 2) / h)
    o[0] = (r * 0.95 * scan * roll + tube * 0.8 + snow) * glowing
    o[1] = (g * 0.1 + r * 0.02) * scan * roll + (tube + snow) * glowing
    o[2] = b * 0.1 * scan * roll + (tube * 1.5 + snow * 1.1) * glowing
  })
  return developed(f, { seed: 'lyric', exposure: 1.2, bloom: 0.34, vignette: 0.55, grain: 0.02, black: slate.night })
}
