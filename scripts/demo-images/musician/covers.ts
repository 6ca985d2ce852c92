/** The two newer sleeves, one idea each: lit letters as a ship, and two transmitters as rings. */
import { between, chance } from '../chance.ts'
import { amber, red, slate, times, tungsten } from '../colours.ts'
import { developed, type Print } from '../film.ts'
import { drawn, fill, frame, hex, layLight, mask, painted, shade, shadeMask } from '../frame.ts'
import { printed, proofed } from '../halftone.ts'
import { lamp } from '../light.ts'
import { cloud, dist, noise, smoothstep } from '../noise.ts'
import { path, polygon, stroke } from '../shapes.ts'
import { bigShoulders } from '../type/lettering.ts'
import { floodWater } from '../water.ts'

const side = 1400

/** The title is the ship: its letters are lit decks, and the harbour pulls their light down to the edge of the sleeve. */
export async function nightFerry(): Promise<Print> {
  const f = frame(side, side)
  const line = 610
  const fog = noise('night ferry fog')
  shade(f, (x, y, o) => {
    const low = smoothstep(-200, line, y)
    const v = (0.003 + 0.012 * low * low) * (0.8 + 0.9 * cloud(fog, x / 420, y / 300, 5))
    o[0] = v * 0.75
    o[1] = v * 0.95
    o[2] = v * 1.3
  })
  const letters = { cap: 186, weight: 900, y: line - 74, tall: 1.18 }
  const night = bigShoulders('NIGHT', letters)
  const ferry = bigShoulders('FERRY', letters)
  const gap = 40
  const left = (side - night.width - gap - ferry.width) / 2 - 10
  const right = left + night.width + gap
  const ends = right + ferry.width
  const hull = polygon([
    [left - 96, line - 92],
    [left - 30, line - 70],
    [ends + 40, line - 70],
    [ends + 54, line - 40],
    [ends + 30, line],
    [left - 20, line],
    [left - 70, line - 40],
  ])
  const top = line - 74 - 186 * 1.18
  const above = [
    path(
      polygon([
        [right - 20, top],
        [right - 4, top - 92],
        [right + 112, top - 92],
        [right + 118, top],
      ]),
    ),
    path(
      polygon([
        [left - 8, line - 70],
        [left - 8, top - 10],
        [ends + 14, top - 10],
        [ends + 14, line - 70],
      ]),
    ),
    path(
      polygon([
        [left + 20, top - 8],
        [left + 34, top - 56],
        [left + 230, top - 56],
        [left + 240, top - 8],
      ]),
    ),
    stroke(
      `M${left + 120} ${top - 50}V${top - 190}M${left + 96} ${top - 140}H${left + 144}M${left + 120} ${top - 190}L${left - 90} ${line - 90}M${left + 120} ${top - 190}L${right} ${top - 90}`,
      3.4,
    ),
    stroke(`M${ends - 60} ${top}V${top - 120}M${ends - 60} ${top - 120}L${ends + 46} ${line - 70}`, 3.4),
  ].join('')
  fill(f, await drawn(path(hull) + above, side, side), [0.0016, 0.0019, 0.0026], 0.96)
  const at = (d: string, x: number, colour: string) => `<g transform="translate(${x} 0)">${path(d, colour)}</g>`
  layLight(f, await painted(at(night.d, left, '#ffc684'), side, side), 2.2)
  layLight(f, await painted(at(ferry.d, right, '#ff1c12'), side, side), 3)
  // Bulkheads: the decks behind the letters are not evenly lit.
  shade(f, (x, y, o) => {
    if (y < top || y > line - 70) return
    const cabin = 0.72 + 0.5 * noiseCabin(x, y)
    for (let c = 0; c < 3; c++) o[c]! *= cabin
  })
  for (let x = left - 30; x < ends + 10; x += 44) lamp(f, x, line - 52, 2.2, times(amber, 1.6), 0.03, 20)
  lamp(f, left + 120, top - 190, 5, times(red, 26), 0.05, 70)
  lamp(f, ends - 60, top - 120, 4, times(tungsten, 10), 0.04, 50)
  const rnd = chance('night ferry shore')
  for (let n = 0; n < 40; n++)
    lamp(f, rnd() * side, line - between(rnd, 1, 7), 1.2, times(rnd() < 0.2 ? red : amber, 0.2 + rnd()), 0.03, 18)
  floodWater(f, {
    seed: 'night ferry',
    line,
    focal: 1500,
    scale: 1.5,
    chop: 0.1,
    blur: 0.11,
    sway: 0.05,
    samples: 18,
    shine: 1.7,
  })
  const small = bigShoulders('MARLOW QUAY', { cap: 34, weight: 800, tracking: 130, x: 64, y: 1336 })
  layLight(f, await painted(path(small.d, '#e9e4d8'), side, side), 0.8)
  return developed(f, {
    seed: 'night ferry',
    exposure: 1.25,
    bloom: 0.34,
    vignette: 0.3,
    grain: 0.017,
    black: slate.night,
  })
}

const cabins = noise('cabins')
const noiseCabin = (x: number, y: number) => cabins(Math.floor(x / 38) * 0.9, Math.floor(y / 66) * 1.7)

/** Two stations on one frequency: rings of red and slate that interfere, and salt where the signal breaks up. */
export async function saltRadio(): Promise<Print> {
  const n = noise('salt')
  const fine = noise('salt fine')
  const rings = (cx: number, cy: number, pitch: number, from: number, to: number, broken: number) =>
    shadeMask(mask(side, side), (x, y) => {
      const angle = Math.atan2(y - cy, x - cx)
      const wobble = 5 * n(Math.cos(angle) * 2 + 9, Math.sin(angle) * 2, 3)
      const d = dist(x - cx, y - cy) + wobble
      if (d < from || d > to) return 0
      const u = d / pitch
      const across = Math.abs(u - Math.floor(u) - 0.5) * 2
      const fade = smoothstep(to, to * 0.4, d)
      const width = 0.2 + 0.42 * fade
      const snow = cloud(fine, x / 40, y / 5, 2) + 0.5 * n(x / 130, y / 90)
      const lost = smoothstep(broken, broken + 0.12, snow + 0.5 * (1 - fade))
      return (1 - smoothstep(width - 0.11, width + 0.11, across)) * (1 - lost)
    })
  const first = rings(470, 545, 38, 118, 900, 0.5)
  const second = rings(905, 690, 39.4, 40, 1000, 0.62)
  const core = await drawn(`<circle cx="470" cy="545" r="104"/>`, side, side)
  const rnd = chance('salt grains')
  let grains = ''
  for (let g = 0; g < 1500; g++) {
    const a = rnd() * Math.PI * 2
    const d = 120 + rnd() ** 0.6 * 820
    const s = between(rnd, 1.5, 6.5) * (1 - d / 1200)
    grains += `<rect x="${905 + Math.cos(a) * d}" y="${690 + Math.sin(a) * d}" width="${s}" height="${s}" transform="rotate(${rnd() * 90} ${905 + Math.cos(a) * d} ${690 + Math.sin(a) * d})"/>`
  }
  const title = bigShoulders('SALT RADIO', { cap: 214, weight: 900, x: 62, y: 1336, tracking: -6 })
  const fit = (side - 124) / title.width
  const type =
    `<g transform="translate(62 1336) scale(${fit}) translate(-62 -1336)">${path(title.d)}</g>` +
    path(bigShoulders('MARLOW QUAY', { cap: 34, weight: 800, tracking: 130, x: 64, y: 98 }).d) +
    path(bigShoulders('MW 1017 KHZ', { cap: 34, weight: 800, tracking: 130, x: side - 64, y: 98, align: 'right' }).d)
  const [salt, words] = [await drawn(grains, side, side), await drawn(type, side, side)]
  // Nothing is printed behind the words.
  const ground = await drawn(
    `<rect x="0" y="1090" width="1400" height="310"/><rect width="1400" height="128"/>`,
    side,
    side,
  )
  const open = (m: typeof first) => shadeMask(m, (x, y, a) => a * (1 - ground.a[y * side + x]!))
  const slateInk = open(first)
  for (let i = 0; i < slateInk.a.length; i++)
    slateInk.a[i] = Math.max(slateInk.a[i]!, salt.a[i]! * (1 - ground.a[i]!), words.a[i]!)
  const redInk = open(second)
  for (let i = 0; i < redInk.a.length; i++) redInk.a[i] = Math.max(redInk.a[i]!, core.a[i]!)
  const f = printed(
    side,
    side,
    hex('#e6dfd0'),
    [
      { colour: hex('#e5301f'), where: redInk, slip: [3, -2], body: 0.25 },
      { colour: hex('#0c1622'), where: slateInk, body: 0.3 },
    ],
    'salt radio',
  )
  return proofed(f, 'salt radio', 0.004)
}
