/** The harbour at night: lighthouse, ferry, a lamp swung on the pier, and the wake behind a ship. */
import { haze, standInLight } from '../backlight.ts'
import { between, chance } from '../chance.ts'
import { amber, red, slate, times, tungsten } from '../colours.ts'
import { leaning, placed } from '../figures.ts'
import { developed, type Print } from '../film.ts'
import { drawn, type Frame, fill, frame, layLight, painted, sample, shade } from '../frame.ts'
import { beam, lamp } from '../light.ts'
import { clamp, cloud, dist, lerp, noise, smoothstep } from '../noise.ts'
import { curveThrough, grown, path, polygon, type Spot, spots, stroke } from '../shapes.ts'
import { floodWater } from '../water.ts'

const film = { exposure: 1.2, bloom: 0.28, vignette: 0.4, grain: 0.024, black: slate.night }

/** Fog that thickens towards a line, in the blue of the hour after dusk. */
function nightSky(f: Frame, line: number, seed: string, strength = 1): void {
  const fog = noise(`sky ${seed}`)
  shade(f, (x, y, o) => {
    const low = smoothstep(-0.3 * f.h, line, y)
    const v =
      strength * (0.004 + 0.02 * low * low) * Math.max(0.25, 0.9 + cloud(fog, (x / f.h) * 2.4, (y / f.h) * 3.4, 5))
    o[0] = v * 0.7
    o[1] = v * 0.95
    o[2] = v * 1.35
  })
}

function shoreLamps(f: Frame, line: number, count: number, seed: string, from = 0, to = f.w): void {
  const rnd = chance(`shore ${seed}`)
  for (let n = 0; n < count; n++) {
    const v = rnd() ** 2.2
    lamp(
      f,
      between(rnd, from, to),
      line - between(rnd, 2, 10),
      between(rnd, 1, 1.7),
      times(rnd() < 0.2 ? red : amber, 0.3 + 2.4 * v),
      0.03,
      24,
    )
  }
}

export async function lighthouse(): Promise<Print> {
  const [w, h] = [1067, 1600]
  const f = frame(w, h)
  const line = 1210
  nightSky(f, line, 'lighthouse', 1.1)
  const [lx, ly] = [716, 468]
  const dust = haze('lighthouse', 300)
  beam(
    f,
    {
      x: lx,
      y: ly,
      angle: Math.PI + 0.17,
      spread: 0.13,
      length: 1500,
      colour: times(tungsten, 0.55),
      start: 15,
      edge: 1.3,
      fall: 1,
    },
    dust,
  )
  beam(
    f,
    {
      x: lx,
      y: ly,
      angle: Math.PI - 0.42,
      spread: 0.05,
      length: 1300,
      colour: times(tungsten, 0.16),
      start: 12,
      edge: 1.6,
      fall: 1,
    },
    dust,
  )
  beam(
    f,
    {
      x: lx,
      y: ly,
      angle: 0.12,
      spread: 0.1,
      length: 900,
      colour: times(tungsten, 0.4),
      start: 14,
      edge: 1.4,
      fall: 1.1,
    },
    dust,
  )
  beam(
    f,
    {
      x: lx,
      y: ly,
      angle: -0.5,
      spread: 0.045,
      length: 1100,
      colour: times(tungsten, 0.14),
      start: 12,
      edge: 1.6,
      fall: 1,
    },
    dust,
  )
  shoreLamps(f, line, 14, 'lighthouse', 0, 420)
  // Rocks, tower, gallery and lantern.
  const n = noise('rocks')
  const rocks: Spot[] = [[380, line + 20]]
  for (let x = 400; x <= w + 20; x += 14)
    rocks.push([x, line - 96 * smoothstep(390, 640, x) - 26 * cloud(n, x / 90, 2, 4) - 14 * n(x / 24, 7)])
  rocks.push([w + 20, line + 20])
  const tower = polygon(spots('652,1150 672,560 760,560 780,1150'))
  const shape = await drawn(path(polygon(rocks)) + path(tower), w, h)
  const skin = frame(w, h)
  shade(skin, (x, y, o) => {
    const across = clamp((x - 652) / 128)
    const round = 0.25 + 0.75 * Math.sin(Math.PI * (0.12 + 0.55 * across))
    const band = Math.floor((y - 560) / 118) % 2 === 0
    const lit = 0.03 * Math.exp(-(y - 520) / 420) * round + 0.004
    const onTower = y < 1150 && x > 650 && x < 782
    o[0] = onTower ? lit * (band ? 1 : 1.25) : 0.0016
    o[1] = onTower ? lit * (band ? 0.16 : 1.05) : 0.0018
    o[2] = onTower ? lit * (band ? 0.12 : 0.95) : 0.0026
  })
  for (let i = 0; i < shape.a.length; i++)
    for (let c = 0; c < 3; c++) f.px[i * 3 + c] = lerp(f.px[i * 3 + c]!, skin.px[i * 3 + c]!, shape.a[i]!)
  const gallery =
    path('M650 560h132v14h-132zM668 524h96v38h-96z') +
    stroke('M652 560v-30h128v30M676 530v30M700 530v30M732 530v30M756 530v30', 3) +
    path(polygon(spots('676,420 690,386 716,366 742,386 756,420'))) +
    path('M712 340h8v30h-8z') +
    stroke('M678 420V526M754 420V526M703 420V526M729 420V526', 3) +
    path('M672 414h88v10h-88z')
  fill(f, await drawn(gallery, w, h), [0.0018, 0.0018, 0.0024])
  layLight(f, await painted(`<rect x="690" y="430" width="52" height="84" rx="20" fill="#ffd9a8"/>`, w, h), 6)
  lamp(f, lx, ly, 17, times(tungsten, 22), 0.03, 50)
  layLight(
    f,
    await painted(
      '<rect x="708" y="740" width="14" height="26" fill="#ff9a3c"/><rect x="704" y="960" width="15" height="28" fill="#ff9a3c"/>',
      w,
      h,
    ),
    0.7,
  )
  floodWater(f, { seed: 'lighthouse', line, focal: 1700, scale: 1.2, chop: 0.09, blur: 0.09, samples: 14, shine: 1.1 })
  return developed(f, { ...film, seed: 'lighthouse' })
}

/** A ship from the side, all its windows lit, and all of them again in the water. */
export async function ferry(): Promise<Print> {
  const [w, h] = [1600, 686]
  const f = frame(w, h)
  const line = 402
  nightSky(f, line, 'ferry side', 0.9)
  shoreLamps(f, line, 60, 'ferry side')
  const hull = polygon(spots('150,300 168,402 1392,402 1450,352 1476,296 1440,300 1380,306 260,306 240,296'))
  const house = polygon(
    spots(
      '208,306 214,264 236,262 240,226 300,224 304,190 1080,190 1096,162 1220,162 1238,198 1270,230 1300,232 1330,306',
    ),
  )
  const top = polygon(spots('430,192 452,112 556,112 566,192'))
  const lines =
    stroke('M1150 162V86M1130 110H1170M1150 86L566 116M300 190V130M300 130L214 262M1150 86L1440 298', 2.2) +
    stroke('M620 190v-26h60v26M720 190v-26h60v26M820 190v-26h60v26', 5)
  const body = await drawn(path(hull) + path(house) + path(top) + lines, w, h)
  const skin = frame(w, h)
  shade(skin, (x, y, o) => {
    const funnel = x > 428 && x < 568 && y < 190
    const stripe = funnel && y > 128 && y < 168
    const deck = 0.008 * (y < 306 ? 1.4 : 0.5) + (y > 306 ? 0.012 * Math.exp(-(y - 306) / 30) : 0)
    o[0] = stripe ? 0.26 : deck * 1.1
    o[1] = stripe ? 0.012 : deck * 0.9
    o[2] = stripe ? 0.009 : deck * 0.9
  })
  for (let i = 0; i < body.a.length; i++)
    for (let c = 0; c < 3; c++) f.px[i * 3 + c] = lerp(f.px[i * 3 + c]!, skin.px[i * 3 + c]!, body.a[i]!)
  const rnd = chance('ferry side windows')
  let lit = ''
  const row = (x0: number, x1: number, y: number, step: number, tall: number) => {
    for (let x = x0; x < x1; x += step) {
      const v = rnd() < 0.14 ? 0.06 : between(rnd, 0.45, 1)
      lit += `<rect x="${x}" y="${y}" width="${step * 0.62}" height="${tall}" fill="${rnd() < 0.8 ? '#ff9e48' : '#ffd4a0'}" opacity="${v}"/>`
    }
  }
  row(318, 1060, 202, 13, 9)
  row(256, 1240, 236, 11, 10)
  row(232, 1296, 270, 16, 14)
  for (let x = 300; x < 1380; x += 34)
    lit += `<circle cx="${x}" cy="338" r="3.4" fill="#ff9e48" opacity="${rnd() < 0.3 ? 0.1 : between(rnd, 0.3, 0.9)}"/>`
  lit +=
    '<path d="M1112 172h20v10h-20zM1136 172h20v10h-20zM1160 172h20v10h-20zM1184 172h26v10h-26z" fill="#ff9e48" opacity="0.5"/>'
  layLight(f, await painted(lit, w, h), 1.7)
  lamp(f, 1150, 84, 3.6, times(tungsten, 12), 0.04, 46)
  lamp(f, 300, 128, 3, times(tungsten, 8), 0.04, 40)
  lamp(f, 1262, 226, 3.4, times(red, 20), 0.05, 60)
  for (const x of [360, 640, 900, 1040]) lamp(f, x, 188, 2.4, times(tungsten, 3), 0.04, 30)
  floodWater(f, {
    seed: 'ferry side',
    line,
    focal: 1100,
    scale: 1.9,
    chop: 0.06,
    blur: 0.07,
    sway: 0.06,
    samples: 16,
    shine: 1.25,
  })
  return developed(f, { ...film, seed: 'ferry side', exposure: 1.3 })
}

/** Thirty seconds of a lamp on a string: a globe of threads, sparks on the planks, and both again in the water. */
export async function orb(): Promise<Print> {
  const [w, h] = [1600, 900]
  const f = frame(w, h)
  const line = 640
  nightSky(f, line, 'orb', 1)
  shoreLamps(f, line - 6, 40, 'orb')
  const rnd = chance('orb threads')
  const [cx, cy, r] = [1010, 418, 206]
  const pier = await drawn(
    path(`M620 ${line - 14}H1600V${line + 2}H620Z`) +
      [680, 830, 980, 1130, 1280, 1430, 1570].map((x) => path(`M${x} ${line - 14}h16v30h-16z`)).join(''),
    w,
    h,
  )
  fill(f, pier, [0.002, 0.002, 0.003])
  let threads = ''
  for (let n = 0; n < 74; n++) {
    const turn = (n / 74) * Math.PI + between(rnd, -0.02, 0.02)
    const rx = Math.abs(Math.cos(turn)) * r
    const size = r * between(rnd, 0.985, 1.02)
    const hot = rnd()
    threads += `<ellipse cx="${cx + between(rnd, -2, 2)}" cy="${cy}" rx="${rx}" ry="${size}" fill="none" stroke="${hot < 0.6 ? '#ff2a14' : hot < 0.9 ? '#ff8a30' : '#ffd9a0'}" stroke-width="${between(rnd, 0.7, 2)}" opacity="${between(rnd, 0.25, 0.95)}" transform="rotate(${between(rnd, -1.6, 1.6)} ${cx} ${cy})"/>`
  }
  layLight(f, await painted(threads, w, h), 1.5)
  let sparks = ''
  for (let n = 0; n < 360; n++) {
    const a = rnd() * Math.PI * 2
    const from: Spot = [cx + Math.cos(a) * r, cy + Math.sin(a) * r]
    const speed = between(rnd, 40, 190) * rnd()
    const turn = a + 1.35
    const to: Spot = [from[0] + Math.cos(turn) * speed, from[1] + Math.sin(turn) * speed + speed * 0.22]
    if (to[1] > line - 12) continue
    sparks += `<path d="M${from[0]} ${from[1]}Q${(from[0] + to[0]) / 2} ${(from[1] + to[1]) / 2 - speed * 0.05} ${to[0]} ${to[1]}" fill="none" stroke="${rnd() < 0.6 ? '#ff9a3c' : '#ffcf94'}" stroke-width="${between(rnd, 0.5, 1.5)}" opacity="${between(rnd, 0.3, 1)}"/>`
  }
  layLight(f, await painted(sparks, w, h), 1.6)
  shade(f, (x, y, o) => {
    const d = dist(x - cx, y - cy)
    const v = 0.1 * Math.exp(-Math.max(0, d - r * 0.4) / 150)
    const plank = y > line - 15 && y < line ? 0.5 * Math.exp(-Math.abs(x - cx) / 150) : 0
    o[0] += v + plank
    o[1] += v * 0.13 + plank * 0.2
    o[2] += v * 0.06 + plank * 0.08
  })
  const person = await grown(placed(leaning(), cx, line - 10, 196), w, h, 1)
  standInLight(
    f,
    [person],
    [{ x: cx, y: cy - 260, colour: [2, 0.6, 0.2], width: 1.6, reach: 300 }],
    [0.004, 0.002, 0.002],
  )
  floodWater(f, {
    seed: 'orb',
    line: line + 2,
    focal: 1300,
    scale: 1.6,
    chop: 0.07,
    blur: 0.055,
    sway: 0.08,
    samples: 14,
    shine: 1.25,
  })
  return developed(f, { ...film, seed: 'orb', bloom: 0.34 })
}

/** Leaving: the wake runs back to where the lights are, red from the stern lamp. */
export async function wake(): Promise<Print> {
  const [w, h] = [1600, 900]
  const f = frame(w, h)
  const line = 316
  nightSky(f, line, 'wake', 0.9)
  shoreLamps(f, line, 70, 'wake', 380, 1250)
  const n = noise('wake')
  const skyAt: [number, number, number] = [0, 0, 0]
  const scene = { ...f, px: f.px.slice() }
  shade(f, (x, y, o) => {
    if (y < line) return
    const down = y - line + 1
    const z = 620 / down
    const px = ((x - 800) * z) / 620
    const from = Math.abs(px) / (0.5 + z * 0.012)
    // The two arms that every ship draws behind it.
    const arm = Math.exp(-(((Math.abs(px) - 0.55 - z * 0.2) / (0.05 + z * 0.012)) ** 2)) * Math.exp(-z / 9)
    const churn = cloud(n, px * 5, z * 2.6, 5)
    const streak = cloud(n, px * 12 + 20, z * 1.1, 4)
    const inside = 1 - smoothstep(0.75, 1.15, from + churn * 0.5)
    const edge = Math.exp(-(((from - 1) / 0.16) ** 2))
    const foam = clamp(inside * (0.42 + 1.5 * streak + churn) + edge * (0.5 + 1.6 * churn) + arm * (0.3 + 1.4 * churn))
    const slope = n(px * 9, z * 9) * 0.5 + churn
    sample(scene, x + slope * 40, line - down * 0.4 - Math.abs(slope) * 140, skyAt)
    const lampLight = 1.5 / (1 + z * z * 3.2)
    const moonLight = 0.05
    const v = foam ** 1.4
    o[0] = skyAt[0] * 0.7 + v * (lampLight + moonLight * 0.8) + 0.05 * lampLight * clamp(slope)
    o[1] = skyAt[1] * 0.7 + v * (lampLight * 0.075 + moonLight * 0.95) + 0.004 * lampLight
    o[2] = skyAt[2] * 0.7 + v * (lampLight * 0.05 + moonLight * 1.2) + 0.004 * lampLight
  })
  const rail =
    stroke('M-20 792H1620M-20 846H1620', 9) +
    stroke('M-20 742H1620', 16) +
    [60, 330, 600, 870, 1140, 1410].map((x) => stroke(`M${x} 742V920`, 13)).join('')
  const ring = `<circle cx="470" cy="820" r="66" fill="none" stroke="#000" stroke-width="34"/>`
  const person = await grown(placed(leaning(), 1190, 1196, 800), w, h, 3.4)
  const things = await drawn(rail + ring, w, h)
  standInLight(
    f,
    [things, person],
    [{ x: 830, y: 300, colour: [1.5, 0.3, 0.2], width: 3, reach: 420 }],
    [0.002, 0.0018, 0.0024],
  )
  lamp(f, 800, 690, 9, times(red, 20), 0.03, 60)
  const post = await drawn(
    path('M792 700h16v60h-16z') + path(curveThrough(spots('786,700 786,682 800,672 814,682 814,700'), true, 0.6)),
    w,
    h,
  )
  fill(f, post, [0.2, 0.01, 0.008])
  return developed(f, { ...film, seed: 'wake', exposure: 1.3 })
}
