/** A tour poster held by two clips, and an enamel pin on its card. */
import { blurredMask } from '../../blur.ts'
import { developed, type Print } from '../../film.ts'
import { drawn, hex, type Mask, mask, painted, shade, shadeMask } from '../../frame.ts'
import { printed, screened } from '../../halftone.ts'
import { clamp, cloud, dist, lerp, noise, smoothstep } from '../../noise.ts'
import { castShadow, shadeRelief, studio } from '../../relief.ts'
import { path, polygon, spots, stroke } from '../../shapes.ts'
import { bigShoulders } from '../../type/lettering.ts'
import { paper, productFilm } from './apparel.ts'

const [w, h] = [1200, 1500]

/** The sheet itself: a red moon that the sea takes apart, the ship before it, and the towns. */
async function tourSheet(pw: number, ph: number): Promise<ReturnType<typeof printed>> {
  const k = pw / 800
  const at = (body: string) => `<g transform="scale(${k})">${body}</g>`
  const [cx, cy, r] = [400, 490, 290]
  const moon: Mask = shadeMask(mask(pw, ph), (x, y) => {
    const [u, v] = [x / k, y / k]
    const d = dist(u - cx, v - cy)
    if (v < cy + 60) return (1 - smoothstep(r - 1, r + 1, d)) * clamp(0.55 + (cy + 60 - v) / 340)
    // Below the waterline it lies in strips that grow thinner.
    const row = (v - cy - 60) / 24
    const inRow = row - Math.floor(row)
    const wide =
      Math.sqrt(Math.max(0, r * r - (v - cy) ** 2)) * (1 + 0.16 * Math.sin(Math.floor(row) * 2.3)) +
      16 * Math.sin(v / 5)
    return Math.abs(u - cx) < wide && inRow < 0.72 - row * 0.05 && row < 11 ? 0.92 : 0
  })
  const dots = screened(moon, { cell: 9 * k, angle: 0.7 })
  const ship =
    path(polygon(spots('150,500 164,532 640,532 672,508 690,482 250,486 240,480'))) +
    path(polygon(spots('196,486 204,452 250,450 254,424 520,424 536,404 584,404 596,446 622,486'))) +
    path(polygon(spots('330,426 342,372 396,372 402,426'))) +
    stroke('M556 404V352M546 366h20M556 352L402 376', 3)
  const windows =
    Array.from({ length: 26 }, (_, i) => `<rect x="${264 + i * 10}" y="434" width="5.5" height="5"/>`).join('') +
    Array.from({ length: 34 }, (_, i) => `<rect x="${222 + i * 11}" y="462" width="6" height="6"/>`).join('')
  const towns = [
    'BERGEN  03.10',
    'GÖTEBORG  05.10',
    'HAMBURG  08.10',
    'ROTTERDAM  10.10',
    'LE HAVRE  13.10',
    'BREST  15.10',
    'DUBLIN  19.10',
    'LEITH  22.10',
  ]
  const list = towns
    .map((town, i) =>
      path(bigShoulders(town, { cap: 19, weight: 700, tracking: 40, x: i < 4 ? 48 : 420, y: 930 + (i % 4) * 36 }).d),
    )
    .join('')
  const name = bigShoulders('MARLOW QUAY', { cap: 100, weight: 900, x: 0, y: 0 })
  const words =
    `<g transform="translate(46 168) scale(${708 / name.width})">${path(name.d)}</g>` +
    path(bigShoulders('NIGHT FERRY TOUR 2026', { cap: 50, weight: 900, x: 48, y: 872 }).d) +
    list
  const [dark, lit] = await Promise.all([
    drawn(at(`<g transform="translate(0 20)">${ship}</g>${words}`), pw, ph),
    drawn(at(`<g transform="translate(0 20)">${windows}</g>`), pw, ph),
  ])
  const open = shadeMask(dark, (x, y, a) => a * (1 - lit.a[y * pw + x]!))
  return printed(
    pw,
    ph,
    hex('#e4dccb'),
    [
      { colour: hex('#d92c1e'), where: dots, slip: [1.5, -1], body: 0.25 },
      { colour: hex('#0e1824'), where: open, body: 0.5 },
    ],
    'tour sheet',
  )
}

export async function poster(): Promise<Print> {
  const f = studio(w, h, hex('#aab0b4'), 'poster product')
  const [left, top, pw, ph] = [200, 190, 800, 1110]
  const sheet = await tourSheet(pw, ph)
  const shape = await drawn(
    path(
      `M${left} ${top}H${left + pw}Q${left + pw - 6} ${top + ph / 2} ${left + pw + 4} ${top + ph}Q${left + pw / 2} ${top + ph - 12} ${left - 4} ${top + ph}Q${left + 6} ${top + ph / 2} ${left} ${top}Z`,
    ),
    w,
    h,
  )
  castShadow(f, shape, 26, 0.55)
  const n = noise('sheet')
  const height = shadeMask(mask(w, h), (x, y) => {
    const [u, v] = [(x - left) / pw, (y - top) / ph]
    return (
      26 * Math.sin(v * 3.1 + 0.4 * Math.sin(u * 3)) * (0.4 + 0.6 * v) +
      16 * (2 * u - 1) ** 2 * v +
      8 * cloud(n, x / 300, y / 400, 3)
    )
  })
  shadeRelief(f, {
    where: shape,
    height,
    gloss: 0.02,
    colour: (x, y, o) => {
      const [sx, sy] = [clamp(x - left, 0, pw - 1) | 0, clamp(y - top, 0, ph - 1) | 0]
      for (let c = 0; c < 3; c++) o[c] = sheet.px[(sy * pw + sx) * 3 + c]! * 0.94
    },
  })
  const clip = (x: number) =>
    `<path d="M${x - 44} 172h88l-8 62h-72z" fill="#15181c"/><path d="M${x - 26} 176q-8 -66 26 -66t26 66" fill="none" stroke="#8d9296" stroke-width="7"/>`
  const clips = await painted(clip(left + 170) + clip(left + pw - 170), w, h)
  castShadow(f, clips.cover, 9, 0.6)
  const bump = blurredMask(clips.cover, 4)
  for (let i = 0; i < bump.a.length; i++) bump.a[i]! *= 16
  shadeRelief(f, {
    where: clips.cover,
    height: bump,
    gloss: 0.25,
    hard: 20,
    colour: (x, y, o) => {
      for (let c = 0; c < 3; c++) o[c] = clips.colour.px[(y * w + x) * 3 + c]!
    },
  })
  return developed(f, { ...productFilm, seed: 'poster product', exposure: 1.02 })
}

export async function pin(): Promise<Print> {
  const f = studio(w, h, paper, 'pin')
  // The card it is sold on.
  const [left, top, cw, ch] = [190, 170, 820, 1150]
  const card = await drawn(`<rect x="${left}" y="${top}" width="${cw}" height="${ch}" rx="16"/>`, w, h)
  castShadow(f, card, 24, 0.6)
  const words =
    path(
      bigShoulders('MARLOW QUAY', { cap: 62, weight: 880, align: 'centre', x: 600, y: 1180, tracking: 20 }).d,
      '#e9e0cc',
    ) +
    path(
      bigShoulders('HARD ENAMEL  35 MM', { cap: 22, weight: 700, align: 'centre', x: 600, y: 1240, tracking: 140 }).d,
      '#9fa8b0',
    ) +
    `<circle cx="600" cy="232" r="20" fill="#b9bec4"/>`
  const print = await painted(words, w, h)
  const edge = blurredMask(card, 3)
  for (let i = 0; i < edge.a.length; i++) edge.a[i]! *= 7
  const n = noise('pin card')
  shadeRelief(f, {
    where: card,
    height: edge,
    colour: (x, y, o) => {
      const i = y * w + x
      const fibre = 1 + 0.07 * n(x / 3, y / 3) + 0.08 * cloud(n, x / 200, y / 200, 3)
      for (let c = 0; c < 3; c++)
        o[c] = lerp([0.018, 0.025, 0.036][c]! * fibre, print.colour.px[i * 3 + c]!, print.cover.a[i]!)
    },
  })
  // The pin: a lighthouse in a round window. Metal lines stand up, enamel lies a little lower.
  const [cx, cy, r] = [600, 650, 300]
  const whole = await drawn(`<circle cx="${cx}" cy="${cy}" r="${r}"/>`, w, h)
  castShadow(f, whole, 20, 0.75)
  const clip = `<defs><clipPath id="r"><circle cx="${cx}" cy="${cy}" r="${r - 22}"/></clipPath></defs>`
  const beamLeft = polygon([
    [566, 508],
    [280, 380],
    [280, 620],
    [566, 532],
  ])
  const beamRight = polygon([
    [634, 508],
    [920, 400],
    [920, 600],
    [634, 532],
  ])
  const tower = polygon(spots('556,848 572,566 628,566 644,848'))
  const sea = `M280 848Q340 826 400 848T520 848T640 848T760 848T880 848T960 848V1000H280Z`
  const enamel = `${clip}<g clip-path="url(#r)"><circle cx="${cx}" cy="${cy}" r="${r}" fill="#16263a"/>${path(beamLeft, '#e3a23a')}${path(beamRight, '#e3a23a')}${path(sea, '#8fa3b3')}${path(tower, '#ece4d2')}${path('M569 620h62l5 62h-72zM561 750h78l4 58h-86z', '#cc241b')}<circle cx="600" cy="520" r="34" fill="#f5d9a0"/>${path(polygon(spots('560,486 600,446 640,486')), '#cc241b')}</g>`
  const lines = `${clip}<g clip-path="url(#r)">${[beamLeft, beamRight, tower, polygon(spots('560,486 600,446 640,486')), sea].map((d) => stroke(d, 9)).join('')}${stroke('M569 620h62M564 682h72M561 750h78M557 808h86M552 566h96', 9)}${stroke('M566 486V552H634V486', 9)}${stroke('M300 900Q350 884 400 900T500 900T600 900T700 900T800 900T900 900', 8)}</g><circle cx="${cx}" cy="${cy}" r="${r - 12}" fill="none" stroke="#000" stroke-width="24"/>`
  const [colours, metal] = [await painted(enamel, w, h), await drawn(lines, w, h)]
  const ridge = blurredMask(metal, 2.2)
  const dome = shadeMask(mask(w, h), (x, y) => 26 * (1 - clamp(dist(x - cx, y - cy) / r) ** 4))
  const height: Mask = { w, h, a: dome.a.map((v, i) => v + 11 * ridge.a[i]!) }
  shadeRelief(f, {
    where: whole,
    height: dome,
    gloss: 0.34,
    hard: 90,
    colour: (x, y, o) => {
      for (let c = 0; c < 3; c++) o[c] = colours.colour.px[(y * w + x) * 3 + c]! * 0.95
    },
  })
  const onPin: Mask = { w, h, a: metal.a.map((a, i) => a * whole.a[i]!) }
  shadeRelief(f, {
    where: onPin,
    height,
    gloss: 1,
    hard: 7,
    metal: true,
    colour: (x, y, o) => {
      const turn = 0.8 + 0.3 * Math.sin(Math.atan2(y - cy, x - cx) * 2 + 0.6)
      o[0] = 0.52 * turn
      o[1] = 0.36 * turn
      o[2] = 0.17 * turn
    },
  })
  // One long reflection over the enamel.
  shade(f, (x, y, o) => {
    const i = y * w + x
    if (whole.a[i]! < 0.5 || metal.a[i]! > 0.5) return
    const d = dist(x - cx + 90, y - cy + 110)
    const arc = smoothstep(196, 204, d) * (1 - smoothstep(236, 246, d)) * clamp((-(x - cx) - (y - cy)) / 320)
    for (let c = 0; c < 3; c++) o[c]! += arc * 0.2
  })
  return developed(f, { ...productFilm, seed: 'pin', exposure: 1.05 })
}
