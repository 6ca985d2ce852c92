/** On stage: the singer against the light, the crowd with its hands up, a festival at night. */
import { haze, hazeShafts, spot, standInLight } from '../backlight.ts'
import { between, chance } from '../chance.ts'
import { amber, red, slate, times, tungsten } from '../colours.ts'
import { listener, microphone, placed, singing } from '../figures.ts'
import { developed, type Print } from '../film.ts'
import { drawn, type Frame, fill, frame, mask, shade, shadeMask } from '../frame.ts'
import { beam, lamp, specks } from '../light.ts'
import { cloud, dist, noise, smoothstep } from '../noise.ts'
import { grown, path, stroke } from '../shapes.ts'

const film = { exposure: 1.15, bloom: 0.26, vignette: 0.4, grain: 0.024, black: slate.night }
const down = Math.PI / 2

/** Several drawings as masks, in order. */
const masks = (bodies: readonly string[], w: number, h: number, soft: number) =>
  Promise.all(bodies.map((body) => grown(body, w, h, soft)))

export async function singer(): Promise<Print> {
  const [w, h] = [1600, 1067]
  const f = frame(w, h)
  const fog = noise('singer fog')
  shade(f, (x, y, o) => {
    const d = dist((x - 640) / 900, (y - 330) / 620)
    const v = 0.16 * Math.exp(-d * d * 2.2) * Math.max(0.2, 0.85 + cloud(fog, x / 300, y / 210, 5))
    o[0] = 0.004 + v
    o[1] = 0.005 + v * 0.07
    o[2] = 0.008 + v * 0.06
  })
  const dust = haze('singer', 260)
  for (const [x, lean, k] of [
    [90, 0.5, 0.5],
    [420, 0.22, 0.9],
    [760, -0.06, 0.6],
    [1120, -0.3, 1],
    [1500, -0.55, 0.55],
  ] as const) {
    beam(
      f,
      { x, y: -60, angle: down - lean, spread: 0.11, length: 1500, colour: times(red, 0.16 * k), start: 8, fall: 0.7 },
      dust,
    )
  }
  lamp(f, 1258, 150, 11, times(tungsten, 16), 0.016, 50)
  beam(
    f,
    { x: 1258, y: 150, angle: 2.5, spread: 0.26, length: 1700, colour: times(amber, 0.12), start: 12, fall: 1.1 },
    dust,
  )
  for (const x of [420, 1120]) lamp(f, x, 18, 9, times(red, 12), 0.04, 50)

  const at = (body: string) => placed(body, 960, 1730, 1560)
  const layers = await masks(singing().map(at), w, h, 5)
  const mic = await grown(at(microphone(-142, 116, 1.05, 1000)), w, h, 1.2)
  const whole = standInLight(
    f,
    [...layers, mic],
    [
      { x: 1258, y: 150, colour: [4.2, 2.2, 0.9], width: 4, reach: 520 },
      { x: 380, y: -120, colour: [2.2, 0.12, 0.08], width: 4.5, reach: 620 },
    ],
    [0.0025, 0.0022, 0.003],
  )
  hazeShafts(f, spot(w, h, 1258, 150, 110), whole, [1258, 150], [0.5, 0.2, 0.09], 'singer', 0.9, 0.24)
  const rnd = chance('singer dust')
  specks(f, 900, rnd, (x, y) => times([1, 0.55, 0.35], 0.5 * Math.exp(-dist(x - 1000, y - 300) / 420)), [0.7, 2.6])
  return developed(f, { ...film, seed: 'singer' })
}

/** Rows of people from behind: far rows stand in lit haze, near ones are black, and only a few edges catch the stage. */
async function crowd(
  f: Frame,
  rows: readonly { y: number; size: number; step: number; haze: number }[],
  seed: string,
  rim: readonly [number, number, number],
  light: readonly [number, number],
): Promise<void> {
  const rnd = chance(`crowd ${seed}`)
  for (const { y, size, step, haze: veil } of rows) {
    let body = ''
    for (let x = -step; x < f.w + step; x += step * between(rnd, 0.75, 1.2)) {
      body += `<g transform="translate(${x} ${y + between(rnd, -0.1, 0.12) * size}) scale(${size / 640}) rotate(${between(rnd, -4, 4)})">${listener(rnd)}</g>`
    }
    const m = await grown(body, f.w, f.h, Math.max(1.2, size / 130))
    const edge = {
      x: light[0],
      y: light[1],
      colour: times(rim, 0.15 + veil),
      width: Math.max(1.2, size / 190),
      reach: 480,
    }
    standInLight(f, [m], [edge], [0.0018 + 0.075 * veil, 0.0016 + 0.005 * veil, 0.0022 + 0.004 * veil])
  }
}

export async function hands(): Promise<Print> {
  const [w, h] = [1280, 1600]
  const f = frame(w, h)
  const fog = noise('hands fog')
  shade(f, (x, y, o) => {
    const d = dist((x - 640) / 760, (y - 640) / 560)
    const v = 0.17 * Math.exp(-d * d * 2) * Math.max(0.2, 0.85 + cloud(fog, x / 280, y / 200, 5))
    o[0] = 0.003 + v
    o[1] = 0.004 + v * 0.06
    o[2] = 0.007 + v * 0.055
  })
  const dust = haze('hands', 200)
  const heads = [-0.62, -0.4, -0.2, 0, 0.2, 0.4, 0.62]
  heads.forEach((lean, n) => {
    const x = 640 + lean * 880
    const warm = n % 2 === 1
    beam(
      f,
      {
        x,
        y: 70,
        angle: down - lean * 0.9,
        spread: 0.075,
        length: 1750,
        colour: times(warm ? amber : red, warm ? 0.13 : 0.2),
        start: 7,
        edge: 2,
        fall: 1,
      },
      dust,
    )
    lamp(f, x, 66, 8, times(warm ? tungsten : red, 14), 0.05, 46)
  })
  const truss = await drawn(
    stroke('M-20 34H1300M-20 74H1300', 5) +
      Array.from({ length: 34 }, (_, i) => stroke(`M${i * 40 - 20} 34l20 40l20 -40`, 3)).join(''),
    w,
    h,
  )
  fill(f, truss, [0.003, 0.002, 0.003])
  lamp(f, 640, 690, 46, times(tungsten, 2.4), 0.012, 16)
  const player = await masks(
    singing().map((b) => placed(b, 660, 930, 330)),
    w,
    h,
    1.4,
  )
  const stand = await grown(placed(microphone(-142, 116, 1.05, 1000), 660, 930, 330), w, h, 0.8)
  const drums = await drawn(
    path('M250 930v-120h150v120zM262 806a66 66 0 0 1 126 0z') +
      stroke('M236 926V742M206 742H270M420 926V756M392 756H452', 4) +
      path('M900 930v-190h170v190z'),
    w,
    h,
  )
  standInLight(
    f,
    [drums, ...player, stand],
    [{ x: 640, y: 560, colour: [1.6, 0.6, 0.25], width: 1.6, reach: 420 }],
    [0.004, 0.002, 0.003],
  )
  hazeShafts(f, spot(w, h, 640, 660, 150), player[0]!, [640, 660], [0.24, 0.06, 0.03], 'hands', 0.9, 0.24)
  await crowd(
    f,
    [
      { y: 940, size: 170, step: 54, haze: 1 },
      { y: 1000, size: 240, step: 78, haze: 0.6 },
      { y: 1090, size: 340, step: 118, haze: 0.28 },
      { y: 1230, size: 520, step: 196, haze: 0.08 },
      { y: 1440, size: 800, step: 330, haze: 0 },
    ],
    'hands b',
    [1.5, 0.5, 0.3],
    [640, 300],
  )
  specks(
    f,
    700,
    chance('hands dust'),
    (x, y) => times([1, 0.5, 0.3], 0.4 * Math.exp(-dist(x - 640, y - 500) / 420)),
    [0.8, 3],
  )
  return developed(f, { ...film, seed: 'hands', exposure: 1.1 })
}

export async function festival(): Promise<Print> {
  const [w, h] = [1600, 900]
  const f = frame(w, h)
  const sky = noise('festival sky')
  shade(f, (x, y, o) => {
    const v = 0.012 * Math.max(0.3, 1 + cloud(sky, x / 420, y / 240, 5)) * (0.4 + y / h)
    o[0] = v * 0.8
    o[1] = v
    o[2] = v * 1.5
  })
  // A wall of lamps shows one red disc, dot by dot.
  const [cx, cy, r] = [800, 372, 262]
  shade(f, (x, y, o) => {
    if (x < 330 || x > 1270 || y < 96 || y > 640) return
    const [gx, gy] = [Math.floor(x / 9) * 9 + 4.5, Math.floor(y / 9) * 9 + 4.5]
    const d = dist(gx - cx, gy - cy)
    const inside = 1 - smoothstep(r - 5, r + 5, d)
    const wave = 1 - 0.8 * smoothstep(cy - r * 0.3, cy + r, gy)
    const dot = 1 - smoothstep(1.2 + 2.2 * wave, 2.2 + 2.4 * wave, dist(x - gx, y - gy))
    const v = (inside * (0.35 + 0.5 * wave) + 0.004) * (0.14 + dot)
    o[0] = 0.003 + v * 1.7
    o[1] = 0.003 + v * 0.09
    o[2] = 0.005 + v * 0.08
  })
  const dust = haze('festival', 210)
  for (let n = 0; n < 8; n++) {
    const left = n < 4
    const x = left ? 120 + n * 62 : 1480 - (n - 4) * 62
    const lean = (left ? 1 : -1) * (0.75 - (n % 4) * 0.22)
    beam(
      f,
      {
        x,
        y: 84,
        angle: -down + lean + Math.PI,
        spread: 0.03,
        length: 1200,
        colour: times(tungsten, 0.1),
        start: 5,
        fall: 1,
      },
      dust,
    )
    lamp(f, x, 84, 6, times(tungsten, 10), 0.05, 40)
  }
  const frameWork = await drawn(
    stroke('M60 80H1540M60 104H1540', 5) +
      Array.from({ length: 37 }, (_, i) => stroke(`M${60 + i * 40} 80l20 24l20 -24`, 3)).join('') +
      stroke('M78 80V760M104 80V760M1496 80V760M1522 80V760', 5) +
      Array.from({ length: 17 }, (_, i) => stroke(`M78 ${90 + i * 40}l26 40M1496 ${90 + i * 40}l26 40`, 3)).join('') +
      path('M0 700h1600v200h-1600z') +
      path('M150 330h86v240h-86zM1364 330h86v240h-86z'),
    w,
    h,
  )
  fill(f, frameWork, [0.0026, 0.002, 0.003])
  const person = await masks(
    singing().map((b) => placed(b, 826, 704, 300)),
    w,
    h,
    1.3,
  )
  const stand = await grown(placed(microphone(-142, 116, 1.05, 1000), 826, 704, 300), w, h, 0.8)
  const rest = await drawn(
    path('M520 704v-66h88v66zM1010 704v-120h120v120z') + stroke('M470 704v-130M446 574h48', 4),
    w,
    h,
  )
  const whole = standInLight(
    f,
    [rest, ...person, stand],
    [{ x: cx, y: cy, colour: [1.6, 0.2, 0.12], width: 1.5, reach: 360 }],
    [0.003, 0.0018, 0.002],
  )
  const glowing = shadeMask(mask(w, h), (x, y) => 1 - smoothstep(r - 20, r + 20, dist(x - cx, y - cy)))
  hazeShafts(f, glowing, whole, [cx, cy], [0.13, 0.012, 0.008], 'festival', 0.9, 0.25)
  await crowd(
    f,
    [
      { y: 690, size: 110, step: 34, haze: 1 },
      { y: 722, size: 160, step: 52, haze: 0.5 },
      { y: 770, size: 240, step: 84, haze: 0.15 },
      { y: 838, size: 350, step: 132, haze: 0 },
    ],
    'festival',
    [1.3, 0.3, 0.2],
    [cx, 300],
  )
  return developed(f, { ...film, seed: 'festival' })
}
