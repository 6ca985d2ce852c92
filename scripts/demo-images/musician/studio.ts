/** Making a record: two reels turn, two needles move, and nothing else in the room is lit. */
import { blurredMask } from '../blur.ts'
import { slate } from '../colours.ts'
import { developed, type Print } from '../film.ts'
import { drawn, type Frame, frame, layLight, lerpInto, painted, shade } from '../frame.ts'
import { clamp, cloud, dist, lerp, noise, smoothstep } from '../noise.ts'
import { path, stroke } from '../shapes.ts'
import { bigShoulders } from '../type/lettering.ts'

const [w, h] = [1600, 900]

interface Reel {
  x: number
  y: number
  r: number
  /** How much tape is on it, as a share of the radius. */
  full: number
  turn: number
}

/** Brushed metal answers a lamp in two fans; between the spokes one sees the tape. */
function drawReel(f: Frame, { x, y, r, full, turn }: Reel, grain: (x: number, y: number) => number): void {
  for (let py = Math.max(0, Math.floor(y - r - 30)); py < Math.min(f.h, y + r + 30); py++) {
    for (let px = Math.max(0, Math.floor(x - r - 30)); px < Math.min(f.w, x + r + 30); px++) {
      const [dx, dy] = [px - x, py - y]
      const d = dist(dx, dy) / r
      const i = (py * f.w + px) * 3
      if (d > 1) {
        const fall = 1 - 0.8 * (1 - smoothstep(1, 1.14, dist(dx - 16, dy - 22) / r))
        for (let c = 0; c < 3; c++) f.px[i + c]! *= fall
        continue
      }
      const angle = Math.atan2(dy, dx)
      // Three windows, smeared a little by the turning.
      const third = ((((angle + turn) % 2.0944) + 2.0944) % 2.0944) - 1.0472
      const window =
        (1 - smoothstep(0.6, 0.72, Math.abs(third))) * smoothstep(0.36, 0.39, d) * (1 - smoothstep(0.88, 0.9, d))
      const hub = d < 0.3
      const fan = Math.abs(Math.sin(angle + 0.85)) ** 14 + 0.5 * Math.abs(Math.sin(angle - 0.5)) ** 22
      const brush = 0.8 + 0.35 * grain(d * 150, 2) + 0.1 * grain(angle * 3, d * 30)
      const edge = Math.exp(-(((d - 0.985) / 0.012) ** 2)) * 0.5 + Math.exp(-(((d - 0.3) / 0.012) ** 2)) * 0.4
      const metal = (0.012 + 0.34 * fan * brush + edge * (0.1 + fan)) * (hub ? 0.7 : 1)
      const tape = d < full ? 0.004 + 0.1 * fan * (0.7 + 0.5 * grain(d * 420, 7)) : 0.0018
      const tapeWarm = d < full ? 1 : 0.4
      const v = lerp(metal, tape, window)
      f.px[i] = v * lerp(1.05, 1.2 * tapeWarm, window)
      f.px[i + 1] = v * lerp(0.72, 0.52 * tapeWarm, window)
      f.px[i + 2] = v * lerp(0.5, 0.3 * tapeWarm, window)
      if (hub) {
        const cap = d < 0.12 ? 1 : 0
        const spline = d > 0.05 && d < 0.085 && Math.abs(third) < 0.2 ? 1 : 0
        const k = cap * (0.02 + 0.5 * clamp(-(dx + dy) / (r * 0.2)) ** 2) + spline * 0.1
        for (let c = 0; c < 3; c++) f.px[i + c]! += k * [1, 0.7, 0.45][c]!
      }
    }
  }
}

async function drawMeter(f: Frame, x: number, y: number, wide: number, level: number): Promise<void> {
  const tall = wide * 0.56
  const [px, py] = [x + wide / 2, y + tall * 1.14]
  const long = wide * 0.52
  const tip = (t: number, r = long) => {
    const a = -Math.PI / 2 + (t - 0.5) * 1.36
    return [px + Math.cos(a) * r, py + Math.sin(a) * r] as const
  }
  const arc = (from: number, to: number, r: number) => {
    const [a, b] = [tip(from, r), tip(to, r)]
    return `M${a[0]} ${a[1]}A${r} ${r} 0 0 1 ${b[0]} ${b[1]}`
  }
  const face = await drawn(`<rect x="${x}" y="${y}" width="${wide}" height="${tall}" rx="10"/>`, w, h)
  shade(f, (sx, sy, o) => {
    const a = face.a[sy * w + sx]!
    if (a === 0) return
    const glow = 0.18 + 0.95 * Math.exp(-(dist((sx - px) / (wide * 0.42), (sy - y - tall * 0.86) / (tall * 0.62)) ** 2))
    const top = smoothstep(y, y + 26, sy)
    lerpInto(o, [glow * 0.95 * top, glow * 0.38 * top, glow * 0.075 * top], a)
  })
  const marks = [0, 0.16, 0.3, 0.42, 0.53, 0.63, 0.72, 0.82, 0.91, 1]
  const labels = ['20', '10', '7', '5', '3', '2', '1', '0', '2', '3']
  let ink = stroke(arc(0, 0.82, long), 3)
  let redInk = stroke(arc(0.82, 1, long), 9, '#c01008')
  marks.forEach((t, n) => {
    const [a, b] = [tip(t, long), tip(t, long + 15)]
    const line = stroke(`M${a[0]} ${a[1]}L${b[0]} ${b[1]}`, n > 6 ? 4 : 3, n > 7 ? '#c01008' : '#000')
    const at = tip(t, long + 23)
    const text = path(
      bigShoulders(labels[n]!, { cap: 17, weight: 800, align: 'centre', x: at[0], y: at[1] + 3 }).d,
      n > 7 ? '#c01008' : '#000',
    )
    if (n > 7) redInk += line + text
    else ink += line + text
  })
  ink += path(bigShoulders('VU', { cap: 26, weight: 800, align: 'centre', x: px, y: y + tall * 0.72 }).d)
  const [tx, ty] = tip(level, long + 8)
  ink += stroke(`M${px} ${py}L${tx} ${ty}`, 4)
  const clip = `<defs><clipPath id="m"><rect x="${x}" y="${y}" width="${wide}" height="${tall}" rx="10"/></clipPath></defs>`
  const print = await painted(
    `${clip}<g clip-path="url(#m)">${stroke(`M${px + 8} ${py}L${tx + 10} ${ty + 8}`, 6, '#000', 'opacity="0.25"')}${ink}${redInk}</g>`,
    w,
    h,
  )
  for (let i = 0; i < print.cover.a.length; i++) {
    const a = print.cover.a[i]!
    if (a === 0) continue
    for (let c = 0; c < 3; c++) f.px[i * 3 + c] = lerp(f.px[i * 3 + c]!, print.colour.px[i * 3 + c]! * 0.4 + 0.004, a)
  }
  const frameLine = await drawn(
    `<rect x="${x}" y="${y}" width="${wide}" height="${tall}" rx="10" fill="none" stroke="#000" stroke-width="9"/>`,
    w,
    h,
  )
  const soft = blurredMask(frameLine, 2)
  shade(f, (sx, sy, o) => lerpInto(o, [0.005, 0.004, 0.004], soft.a[sy * w + sx]!))
}

export async function reels(): Promise<Print> {
  const f = frame(w, h)
  const n = noise('reels')
  shade(f, (x, y, o) => {
    const brush = 1 + 0.25 * n(x / 500, y / 1.6) + 0.2 * cloud(n, x / 300, y / 300, 3)
    const v = (0.006 + 0.024 * Math.exp(-dist((x - 800) / 700, (y - 760) / 330))) * brush
    o[0] = v * 1.1
    o[1] = v * 0.74
    o[2] = v * 0.6
  })
  drawReel(f, { x: 370, y: 250, r: 356, full: 0.84, turn: 0.4 }, n)
  drawReel(f, { x: 1236, y: 250, r: 356, full: 0.56, turn: 1.5 }, n)
  const tape = await drawn(stroke('M120 486L236 660H560M1450 530L1376 660H1046', 5), w, h)
  shade(f, (x, y, o) => lerpInto(o, [0.05, 0.024, 0.012], tape.a[y * w + x]! * 0.9))
  await drawMeter(f, 590, 610, 204, 0.66)
  await drawMeter(f, 812, 610, 204, 0.78)
  layLight(f, await painted('<circle cx="1140" cy="756" r="13" fill="#ff2414"/>', w, h), 5)
  const words =
    path(bigShoulders('REC', { cap: 17, weight: 800, tracking: 90, x: 1166, y: 764 }).d, '#c9b79a') +
    path(bigShoulders('LOW WATER  TAKE 4', { cap: 17, weight: 800, tracking: 90, x: 250, y: 764 }).d, '#c9b79a')
  layLight(f, await painted(words, w, h), 0.24)
  return developed(f, { seed: 'reels', exposure: 1.25, bloom: 0.3, vignette: 0.45, grain: 0.022, black: slate.night })
}
