/** The two older sleeves, one idea each: a sea of ruled lines, and a staff that measures the tide. */
import { blurredMask } from '../blur.ts'
import { amber, slate, times } from '../colours.ts'
import { developed, type Print } from '../film.ts'
import { drawn, fill, frame, hex, layLight, mask, painted, shade, shadeMask } from '../frame.ts'
import { proofed } from '../halftone.ts'
import { lamp } from '../light.ts'
import { clamp, cloud, lerp, noise, smoothstep } from '../noise.ts'
import { path, stroke } from '../shapes.ts'
import { bigShoulders } from '../type/lettering.ts'

const side = 1400

/** A sea drawn with a ruler: lines run to the horizon and swell where the letters are. */
export async function theLongFetch(): Promise<Print> {
  const rows = [
    { text: 'THE', y: 470, cap: 110 },
    { text: 'LONG', y: 810, cap: 270 },
    { text: 'FETCH', y: 1330, cap: 440 },
  ]
  let words = ''
  for (const { text, y, cap } of rows) {
    const set = bigShoulders(text, { cap, weight: 900, y })
    const wide = text === 'THE' ? 500 : text === 'LONG' ? 820 : 1270
    words += `<g transform="translate(${side / 2 - wide / 2} 0) scale(${wide / set.width} 1)">${path(set.d)}</g>`
  }
  const letters = blurredMask(await drawn(words, side, side), 1.2)
  const soft = blurredMask(letters, 9)
  const n = noise('fetch')
  const horizon = 300
  const swell = (x: number, depth: number) =>
    Math.sin(depth * 2.3 + 1.1 * n(x / 520, depth * 0.3) + x / 900) * 0.6 + n(x / 330, depth * 0.9) * 0.9
  const ink = mask(side, side)
  const redLine = mask(side, side)
  shadeMask(ink, (x, y) => {
    if (y < horizon) return 0
    const far = (y - horizon + 14) / 1100
    const depth = far ** 0.42 * 11
    const i = y * side + x
    const lift = swell(x, depth) * 0.75 + soft.a[i]! * 0.9
    const u = depth * 8.2 + lift * 0.95
    const across = Math.abs(u - Math.floor(u) - 0.5) * 2
    const slope = swell(x + 8, depth) - swell(x - 8, depth)
    const width = lerp(0.13 + 0.07 * clamp(0.5 + slope * 6), 0.66, letters.a[i]!)
    const softEdge = Math.min(0.5, 0.02 + 0.012 / far)
    const v = 1 - smoothstep(width - softEdge, width + softEdge, across)
    if (Math.floor(u) === 36) redLine.a[i] = v
    return v
  })
  const sun = await drawn(`<circle cx="1130" cy="${horizon - 62}" r="112"/>`, side, side)
  const sea = await drawn(`<rect y="${horizon}" width="1400" height="1100"/>`, side, side)
  const cut = shadeMask(mask(side, side), (x, y) => sun.a[y * side + x]! * (1 - sea.a[y * side + x]!))
  const small = await drawn(
    path(bigShoulders('MARLOW QUAY', { cap: 34, weight: 800, tracking: 130, x: 64, y: 98 }).d),
    side,
    side,
  )
  const f = frame(side, side)
  const grey = noise('fetch paper')
  shade(f, (x, y, o) => {
    const i = y * side + x
    const deep = smoothstep(horizon - 40, side, y)
    const tooth = 1 + 0.07 * cloud(grey, x / 300, y / 220, 4) + 0.012 * grey(x / 3, y / 3)
    const sky = y < horizon
    const base = sky ? hex('#9fb0bd') : hex('#16283a')
    const bone = hex('#e9e4d8')
    const white = Math.max(ink.a[i]! * (1 - redLine.a[i]!), 0) * (0.82 + 0.18 * deep)
    const dark = small.a[i]!
    for (let c = 0; c < 3; c++) {
      let v = base[c]! * (sky ? 1 - 0.28 * (1 - y / horizon) : 1 - 0.35 * deep)
      v = lerp(v, bone[c]!, white)
      v = lerp(v, hex('#e5301f')[c]!, Math.max(cut.a[i]!, redLine.a[i]!))
      v = lerp(v, hex('#16283a')[c]!, dark)
      o[c] = v * tooth
    }
  })
  return proofed(f, 'long fetch', 0.004)
}

/** Mud flats in the last light, and the staff that measures how much sea is missing. */
export async function lowWater(): Promise<Print> {
  const f = frame(side, side)
  const horizon = 520
  const n = noise('low water')
  const sky = (y: number): [number, number, number] => {
    const t = clamp(y / horizon)
    const warm = Math.exp(-((1 - t) * 5.5))
    return [0.012 + 0.03 * t + 1.25 * warm, 0.018 + 0.036 * t + 0.5 * warm, 0.03 + 0.05 * t + 0.14 * warm]
  }
  const height = (x: number, z: number) => {
    const bend = n(x * 0.9, z * 0.9) * 7 + n(x * 3.1 + 7, z * 2.6) * 2.2
    const wave = z * 17 + bend + x * 0.7
    const s = Math.sin(wave)
    return (
      0.03 * (s + 0.3 * Math.sin(2 * wave + 0.7)) * (0.75 + 0.4 * n(x * 0.4, z * 0.9 + 30)) +
      0.13 * cloud(n, x * 0.5 + 50, z * 0.4, 3)
    )
  }
  shade(f, (x, y, o) => {
    if (y < horizon) {
      const [r, g, b] = sky(y)
      const bank = cloud(n, x / 520 + 3, y / 60, 4)
      const k = 1 - 0.5 * clamp(bank * 2.2 + 0.1) * smoothstep(60, 380, y)
      o[0] = r * k
      o[1] = g * k
      o[2] = b * k
      return
    }
    const z = 520 / (y - horizon + 4)
    const px = ((x - 560) * z) / 520
    const e = 0.004 * (1 + z)
    const h = height(px, z)
    const sx = (height(px + e, z) - h) / e
    const sz = (height(px, z + e) - h) / e
    const pool = smoothstep(-0.016, -0.026, h)
    const [nx, nz] = [-sx * (1 - pool), -sz * (1 - pool)]
    const long = Math.sqrt(nx * nx + 1 + nz * nz)
    // The light stands low on the horizon, left of the middle.
    const lx = -0.3 - (x - 560) / 2600
    const diffuse = clamp((nx * lx + 0.16 + nz * 0.92) / long)
    const down = (y - horizon) / 900
    const reflectY = horizon - (y - horizon) * 0.4 - (nz / long) * 260
    const [r, g, b] = sky(clamp(reflectY, 0, horizon - 1))
    const shine = pool > 0.5 ? 0.85 : 0.13 + 0.3 * clamp(nz)
    const glint = Math.exp(-(((x - 470) / (160 + 420 * down)) ** 2))
    const near = 1 / (1 + down * 1.6)
    const grit = 1 + 0.25 * n(px * 60, z * 60)
    const warm = diffuse * 0.36 * (0.35 + 0.9 * glint) * near * grit
    o[0] = 0.004 + r * shine * (0.25 + 0.75 * glint) + warm
    o[1] = 0.006 + g * shine * (0.25 + 0.75 * glint) + warm * 0.42
    o[2] = 0.01 + b * shine * (0.35 + 0.65 * glint) + warm * 0.14
  })
  const boat = `<g transform="rotate(-9 300 512)">${path('M232 516l-40 -38l6 -3l150 8l44 -22l-10 34l-24 24z')}${stroke('M290 486l34 -158M324 328l64 134M324 328l-118 146', 3.2)}</g>`
  fill(
    f,
    blurredMask(await drawn(boat + path(`M0 522V506L180 512L520 516L900 508L1400 514V522Z`), side, side), 0.7),
    [0.003, 0.003, 0.004],
  )
  lamp(f, 296, 328, 3, times(amber, 10), 0.05, 50)
  await tideStaff(f)
  const small = bigShoulders('MARLOW QUAY', { cap: 34, weight: 800, tracking: 130, x: 64, y: 98 })
  const title = bigShoulders('LOW WATER', { cap: 96, weight: 900, x: 62, y: 1336, tracking: 10 })
  layLight(f, await painted(path(small.d, '#e9e4d8') + path(title.d, '#e9e4d8'), side, side), 0.72)
  return developed(f, {
    seed: 'low water',
    exposure: 1.05,
    bloom: 0.26,
    vignette: 0.4,
    grain: 0.028,
    black: slate.night,
  })
}

/** Red and white metres on a post, seen from its foot; the lowest numbers are dry. */
async function tideStaff(f: ReturnType<typeof frame>): Promise<void> {
  const x = 1010
  const wide = 190
  const metre = 232
  let body = ''
  for (let m = 0; m < 7; m++) {
    const y = 1400 - m * metre - 30
    body += `<rect x="${x}" y="${y - metre}" width="${wide}" height="${metre}" fill="${m % 2 ? '#e9e4d8' : '#d8241a'}"/>`
    const numeral = bigShoulders(String(m), { cap: 128, weight: 900, x: x + wide - 22, y: y - 26, align: 'right' })
    const ink = m % 2 ? '#10161f' : '#e9e4d8'
    body += path(numeral.d, ink)
    for (let t = 0; t < 10; t++)
      body += `<rect x="${x}" y="${y - t * (metre / 10) - 5}" width="${t % 5 ? 30 : 58}" height="9" fill="${ink}"/>`
  }
  const staff = await painted(body, side, side)
  const wear = noise('staff')
  for (let y = 0, i = 0; y < side; y++) {
    for (let px = 0; px < side; px++, i++) {
      if (staff.cover.a[i] === 0) continue
      const across = (px - x) / wide
      const lit = 0.06 + 0.5 * Math.exp(-across * 3.2) + 0.1 * (1 - y / side)
      const weed = smoothstep(700, 1400, y + 190 * cloud(wear, px / 40, y / 90, 4))
      const rust = smoothstep(0.2, 0.5, cloud(wear, px / 70, y / 220 + 9, 5))
      for (let c = 0; c < 3; c++) {
        const paint = staff.colour.px[i * 3 + c]!
        const worn = lerp(paint, [0.06, 0.05, 0.02][c]!, weed * 0.8 + rust * 0.35)
        staff.colour.px[i * 3 + c] = worn * lit * [1.25, 0.95, 0.72][c]!
      }
    }
  }
  fill(f, staff.cover, [0, 0, 0])
  layLight(f, staff, 1.15)
}
