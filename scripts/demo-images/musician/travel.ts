/** Between two towns: the road through a wet windscreen, and a train window with the passenger in it. */
import { standInLight } from '../backlight.ts'
import { blurred, blurredMask } from '../blur.ts'
import { between, type Chance, chance } from '../chance.ts'
import { amber, moon, red, slate, times, tungsten } from '../colours.ts'
import { profile } from '../figures.ts'
import { developed, type Print } from '../film.ts'
import { add, drawn, type Frame, fill, frame, layLight, painted, sample, shade } from '../frame.ts'
import { disc, lamp } from '../light.ts'
import { clamp, cloud, dist, noise, smoothstep } from '../noise.ts'
import { curveThrough, grown, path, spots, stroke } from '../shapes.ts'

const [w, h] = [1600, 900]
const film = { exposure: 1.2, bloom: 0.26, vignette: 0.45, grain: 0.024, black: slate.night }

/** Drops on glass: each shows the world behind it small and upside down. */
function rainOnGlass(
  f: Frame,
  world: Frame,
  drops: readonly { x: number; y: number; r: number; tall: number }[],
): void {
  const o: [number, number, number] = [0, 0, 0]
  for (const { x, y, r, tall } of drops) {
    for (let py = Math.max(0, Math.floor(y - r * tall)); py <= Math.min(f.h - 1, y + r * tall); py++) {
      for (let px = Math.max(0, Math.floor(x - r)); px <= Math.min(f.w - 1, x + r); px++) {
        const [u, v] = [(px - x) / r, (py - y) / (r * tall)]
        const d = u * u + v * v
        if (d > 1) continue
        const bend = 1 + d * 1.4
        sample(world, x - u * 190 * bend, y - v * 170 * bend, o)
        const i = (py * f.w + px) * 3
        const edge = smoothstep(1, 0.72, d)
        const dark = 1 - 0.8 * smoothstep(0.35, 1, d)
        const spark = 0.35 * Math.exp(-((u + 0.3) ** 2 + (v + 0.42) ** 2) * 26)
        for (let c = 0; c < 3; c++) f.px[i + c] = f.px[i + c]! * (1 - edge) + (o[c]! * 1.5 * dark + spark) * edge
      }
    }
  }
}

export async function windscreen(): Promise<Print> {
  const rnd = chance('windscreen')
  const n = noise('windscreen')
  const world = frame(w, h)
  const [vx, vy] = [830, 396]
  shade(world, (x, y, o) => {
    const glow = 0.05 * Math.exp(-(((y - vy) / 130) ** 2)) * Math.exp(-(((x - vx) / 700) ** 2))
    const road = y > vy ? 0.006 * smoothstep(vy, h, y) : 0
    o[0] = 0.004 + glow * 0.9 + road
    o[1] = 0.006 + glow * 0.62 + road
    o[2] = 0.011 + glow * 0.6 + road * 1.2
  })
  const points: { x: number; y: number; colour: readonly [number, number, number]; r: number; wet: boolean }[] = []
  for (let k = 0; k < 15; k++) {
    const t = 0.05 + 0.95 * (k / 15) ** 2.1
    const r = 15 + 17 * t
    const wide = 13 + 74 * t
    const [ox, oy] = [vx - 60 - 640 * t, vy + 18 + 190 * t]
    if (rnd() < 0.8)
      for (const s of [-1, 1])
        points.push({ x: ox + s * wide, y: oy, colour: times(k % 3 ? tungsten : moon, 0.35 + 0.5 * t), r, wet: true })
    const [tx, ty] = [vx + 30 + 460 * t + between(rnd, -16, 16), vy + 16 + 205 * t]
    for (const s of [-1, 1])
      points.push({ x: tx + s * wide * 0.9, y: ty, colour: times(red, 0.6 + 0.6 * t), r: r * 0.94, wet: true })
    for (const s of [-1, 1])
      points.push({
        x: vx + s * (70 + 980 * t),
        y: vy - 30 - 420 * t,
        colour: times(amber, 0.35 + 0.4 * t),
        r: 13 + 24 * t,
        wet: false,
      })
  }
  for (let k = 0; k < 60; k++)
    points.push({
      x: between(rnd, 0, w),
      y: vy + between(rnd, -50, 16),
      colour: times(rnd() < 0.3 ? red : rnd() < 0.8 ? amber : moon, between(rnd, 0.06, 0.3)),
      r: between(rnd, 11, 19),
      wet: rnd() < 0.5,
    })
  const puddles = frame(w, h)
  for (const p of points) {
    disc(world, p.x, p.y, p.r, p.colour, 0.5)
    if (p.wet) disc(puddles, p.x, p.y + (p.y - vy) * 1.1 + 30, p.r, times(p.colour, 0.5), 0.2)
  }
  add(world, blurred(puddles, 5, 60))
  const f = frame(w, h)
  f.px.set(world.px)
  // The wiper has just been: fewer and finer drops inside its sweep.
  const drops = Array.from({ length: 1250 }, () => {
    const [x, y] = [rnd() * w, rnd() * 760]
    const swept = dist(x - 560, y - 1010) < 800 && dist(x - 560, y - 1010) > 190
    const r = swept ? 1.6 + 3.6 * rnd() ** 2 : 2.4 + 12 * rnd() ** 4
    return { x, y, r, tall: between(rnd, 1, 1.25) }
  })
  rainOnGlass(f, world, drops)
  shade(f, (x, y, o) => {
    const film2 = 0.012 * Math.max(0, cloud(n, x / 160 + y / 300, y / 60, 4)) * Math.exp(-(((y - 380) / 260) ** 2))
    o[0] += film2 * 0.9
    o[1] += film2 * 0.8
    o[2] += film2
  })
  const inside =
    path('M-10 910V770C180 716 420 690 700 694C1040 700 1380 724 1610 790V910Z') +
    path('M-10 -10H120C60 240 20 520 -10 700Z') +
    path('M1610 -10H1500C1550 220 1590 500 1610 690Z') +
    path('M-10 -10H1610V24C1100 8 500 8 -10 24Z') +
    path(curveThrough(spots('640,44 646,30 780,24 960,26 1014,34 1018,96 1006,112 800,118 656,108'), true, 0.6)) +
    path('M818 10h26v24h-26z')
  const dark = await drawn(inside, w, h)
  fill(f, blurredMask(dark, 5), [0.0018, 0.0018, 0.0024])
  const wheel = await drawn(
    stroke('M60 930C110 700 330 604 480 640C640 676 700 800 712 930', 40) +
      path('M300 910C320 840 470 830 520 910Z') +
      stroke('M388 940L372 870', 46),
    w,
    h,
  )
  const rim = blurredMask(wheel, 8)
  fill(f, blurredMask(wheel, 3), [0.0015, 0.0014, 0.002])
  for (let y = 0, i = 0; y < h; y++)
    for (let x = 0; x < w; x++, i++) {
      const a = wheel.a[i]! * clamp(1 - (rim.a[Math.max(0, i - 5 * w)] ?? 1)) * 0.05
      f.px[i * 3]! += a
      f.px[i * 3 + 1]! += a * 0.45
      f.px[i * 3 + 2]! += a * 0.25
    }
  const gauges =
    stroke('M300 868A92 92 0 0 1 470 842', 4, '#ff9a3c') +
    stroke('M1000 800h190', 3, '#ff9a3c', 'opacity="0.8"') +
    stroke('M1092 790v20', 3, '#ff2c1c') +
    Array.from({ length: 14 }, (_, i) =>
      stroke(`M${1004 + i * 14} 790v${i % 4 ? 6 : 11}`, 1.6, '#ff9a3c', 'opacity="0.7"'),
    ).join('')
  layLight(f, await painted(gauges, w, h), 1.2)
  const back = await drawn(
    path(curveThrough(spots('654,50 780,38 960,40 1004,48 1006,92 996,100 800,106 664,98'), true, 0.6)),
    w,
    h,
  )
  const behind = frame(w, h)
  for (let k = 0; k < 12; k++)
    disc(
      behind,
      between(rnd, 680, 990),
      between(rnd, 58, 88),
      between(rnd, 6, 13),
      times(k % 3 ? tungsten : red, between(rnd, 0.1, 0.5)),
      0.3,
    )
  for (let i = 0; i < back.a.length; i++)
    for (let c = 0; c < 3; c++) f.px[i * 3 + c]! += behind.px[i * 3 + c]! * back.a[i]!
  return developed(f, { ...film, seed: 'windscreen' })
}

/** One lamp passed at speed. */
function streak(rnd: Chance, y: number, long: number, thick: number, colour: string, strength: number): string {
  const x = between(rnd, -200, w + 100)
  const slope = between(rnd, -2, 2)
  return `<path d="M${x} ${y}l${long} ${slope}" stroke="${colour}" stroke-width="${thick}" stroke-linecap="round" opacity="${strength}"/>`
}

export async function trainWindow(): Promise<Print> {
  const rnd = chance('train')
  const n = noise('train')
  const world = frame(w, h)
  shade(world, (_x, y, o) => {
    const v = 0.006 + 0.03 * Math.exp(-(((y - 430) / 120) ** 2))
    o[0] = v * 0.75
    o[1] = v * 0.95
    o[2] = v * 1.4
  })
  let far = ''
  for (let k = 0; k < 90; k++)
    far += streak(
      rnd,
      430 + between(rnd, -60, 40),
      between(rnd, 60, 260),
      between(rnd, 1.5, 4),
      rnd() < 0.25 ? '#ff2c1c' : rnd() < 0.85 ? '#ff9a3c' : '#cfe0f2',
      between(rnd, 0.2, 0.8),
    )
  let near = ''
  for (let k = 0; k < 26; k++)
    near += streak(
      rnd,
      430 + between(rnd, -330, 250),
      between(rnd, 700, 1700),
      between(rnd, 4, 15),
      rnd() < 0.35 ? '#ff2c1c' : rnd() < 0.85 ? '#ffb060' : '#cfe0f2',
      between(rnd, 0.15, 0.7),
    )
  const layer = frame(w, h)
  layLight(layer, await painted(far, w, h), 0.9)
  add(world, blurred(layer, 9, 1.2))
  const close = frame(w, h)
  layLight(close, await painted(near, w, h), 1.6)
  add(world, blurred(close, 40, 2))
  // Wires and trees that the light catches for a moment.
  shade(world, (x, y, o) => {
    const trees =
      smoothstep(0.02, 0.2, cloud(n, x / 900, y / 50, 4) + (430 - y) / 900) *
      smoothstep(470, 430, y) *
      smoothstep(230, 330, y)
    for (let c = 0; c < 3; c++) o[c]! *= 1 - 0.6 * trees
  })
  const f = frame(w, h)
  f.px.set(world.px)
  // The carriage's own lamps, faint in the glass.
  shade(f, (x, y, o) => {
    const v = 0.05 * Math.exp(-dist((x - 1500) / 420, (y - 90) / 260)) + 0.008
    o[0] += v
    o[1] += v * 0.5
    o[2] += v * 0.28
  })
  lamp(f, 1500, 96, 26, times(tungsten, 1.6), 0.03, 14)
  lamp(f, 1340, 60, 16, times(tungsten, 0.9), 0.03, 14)
  const drops = Array.from({ length: 330 }, () => ({ x: rnd() * w, y: rnd() * h, r: 1.6 + 6 * rnd() ** 4, tall: 1 }))
  rainOnGlass(f, world, drops)
  let runs = ''
  for (let k = 0; k < 26; k++) {
    const [x, y] = [rnd() * w, rnd() * h * 0.8]
    runs += stroke(
      `M${x} ${y}q${between(rnd, 40, 90)} ${between(rnd, 4, 16)} ${between(rnd, 120, 260)} ${between(rnd, 24, 60)}`,
      between(rnd, 0.8, 2),
      '#ffd9b0',
      `opacity="${between(rnd, 0.05, 0.22)}"`,
    )
  }
  layLight(f, await painted(runs, w, h), 0.5)
  const wall = await drawn(
    `<path fill-rule="evenodd" d="M-10 -10H1610V910H-10ZM96 70Q60 70 60 106V744Q60 790 106 790H1494Q1540 790 1540 744V106Q1540 70 1504 70Z"/>`,
    w,
    h,
  )
  const soft = blurredMask(wall, 16)
  for (let i = 0; i < wall.a.length; i++) {
    const a = wall.a[i]!
    const edge = 1 - 0.6 * soft.a[i]! * (1 - a)
    const v = 0.012 + 0.02 * clamp(1 - soft.a[i]!) * a
    f.px[i * 3] = f.px[i * 3]! * edge * (1 - a) + v * a
    f.px[i * 3 + 1] = f.px[i * 3 + 1]! * edge * (1 - a) + v * 0.78 * a
    f.px[i * 3 + 2] = f.px[i * 3 + 2]! * edge * (1 - a) + v * 0.66 * a
  }
  const head = await grown(profile(1130, 440, 3.5, 3), w, h, 3)
  const coat = await grown(
    path(
      curveThrough(
        spots('1040,700 960,770 850,840 790,960 1640,960 1600,830 1450,740 1300,690 1270,560 1040,600'),
        true,
        0.9,
      ),
    ),
    w,
    h,
    4,
  )
  standInLight(
    f,
    [coat, head],
    [
      { x: 1560, y: 40, colour: [1.3, 0.66, 0.3], width: 4, reach: 520 },
      { x: 300, y: 420, colour: [0.9, 0.3, 0.16], width: 3, reach: 700 },
    ],
    [0.003, 0.0026, 0.003],
  )
  return developed(f, { ...film, seed: 'train', exposure: 1.25 })
}
