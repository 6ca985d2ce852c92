/** The three ways to own the music: a record half out of its sleeve, a jewel case, a cassette. */
import { blurredMask } from '../../blur.ts'
import { developed, type Print } from '../../film.ts'
import {
  drawn,
  type Frame,
  frame,
  hex,
  lerpInto,
  linear,
  type Mask,
  mask,
  painted,
  sample,
  shade,
} from '../../frame.ts'
import { clamp, dist, lerp, noise, smoothstep } from '../../noise.ts'
import { castShadow, shadeRelief, studio } from '../../relief.ts'
import { path, stroke } from '../../shapes.ts'
import { bigShoulders } from '../../type/lettering.ts'
import { nightFerry, saltRadio } from '../covers.ts'
import { paper, productFilm } from './apparel.ts'

const [w, h] = [1200, 1500]

function asLight({ w: pw, h: ph, rgb }: Print): Frame {
  const f = frame(pw, ph)
  for (let i = 0; i < rgb.length; i++) f.px[i] = linear(rgb[i]! / 255)
  return f
}

/** A flat picture laid into the frame, turned a little, as card under the lamp. */
function layCard(f: Frame, card: Frame, x: number, y: number, size: number, turn: number): Mask {
  const m = mask(f.w, f.h)
  const [cos, sin] = [Math.cos(-turn), Math.sin(-turn)]
  const o: [number, number, number] = [0, 0, 0]
  const half = size / 2
  for (let py = 0, i = 0; py < f.h; py++) {
    for (let px = 0; px < f.w; px++, i++) {
      const [dx, dy] = [px - x, py - y]
      const u = dx * cos - dy * sin
      const v = dx * sin + dy * cos
      const edge = Math.max(Math.abs(u), Math.abs(v)) - half
      const a = 1 - smoothstep(-0.7, 0.7, edge)
      if (a <= 0) continue
      m.a[i] = a
      sample(card, ((u + half) / size) * card.w, ((v + half) / size) * card.h, o)
      const bevel = Math.exp(-(((edge + 2) / 2.2) ** 2)) * (u + v < 0 ? 0.12 : -0.05)
      const sheen = 0.02 * smoothstep(half * 0.9, -half, u + v * 0.6)
      for (let c = 0; c < 3; c++) f.px[i * 3 + c] = lerp(f.px[i * 3 + c]!, Math.max(0, o[c]! * 0.92 + sheen + bevel), a)
    }
  }
  return m
}

/** A disc from above whose rings answer the lamp in fans. */
function layDisc(
  f: Frame,
  x: number,
  y: number,
  r: number,
  tint: (d: number, angle: number, fan: number, o: [number, number, number]) => void,
): void {
  const o: [number, number, number] = [0, 0, 0]
  for (let py = Math.max(0, Math.floor(y - r - 2)); py < Math.min(f.h, y + r + 2); py++) {
    for (let px = Math.max(0, Math.floor(x - r - 2)); px < Math.min(f.w, x + r + 2); px++) {
      const d = dist(px - x, py - y)
      const a = 1 - smoothstep(r - 1, r + 0.6, d)
      if (a <= 0) continue
      const angle = Math.atan2(py - y, px - x)
      const fan = Math.abs(Math.cos(angle + 0.82)) ** 18 + 0.45 * Math.abs(Math.cos(angle - 0.5)) ** 40
      tint(d / r, angle, fan, o)
      const i = (py * f.w + px) * 3
      for (let c = 0; c < 3; c++) f.px[i + c] = lerp(f.px[i + c]!, o[c]!, a)
    }
  }
}

const circle = (x: number, y: number, r: number) => drawn(`<circle cx="${x}" cy="${y}" r="${r}"/>`, w, h)

export async function vinyl(): Promise<Print> {
  const f = studio(w, h, paper, 'vinyl')
  const n = noise('vinyl')
  const [x, y, r] = [720, 672, 392]
  castShadow(f, await circle(x, y, r), 22, 0.6)
  layDisc(f, x, y, r, (d, angle, fan, o) => {
    if (d < 0.025) {
      o[0] = o[1] = o[2] = 0.3
      return
    }
    if (d < 0.335) {
      const lit = 0.9 + 0.25 * Math.cos(angle + 2.3)
      const ring = Math.abs(d - 0.3) < 0.004 || Math.abs(d - 0.1) < 0.003 ? 0.4 : 1
      o[0] = 0.46 * lit * ring
      o[1] = 0.022 * lit * ring
      o[2] = 0.016 * lit * ring
      return
    }
    const gap = [0.5, 0.66, 0.8].some((at) => Math.abs(d - at) < 0.006) || d < 0.4 || d > 0.975
    const groove = gap ? 0.35 : 0.75 + 0.5 * n(d * 260, 4)
    const v = 0.006 + 0.34 * fan * groove
    o[0] = v * 1.02
    o[1] = v
    o[2] = v * 0.98
  })
  const card = asLight(await nightFerry())
  const [cx, cy, size, turn] = [520, 812, 800, -0.035]
  const outline = await drawn(
    `<rect x="${cx - size / 2}" y="${cy - size / 2}" width="${size}" height="${size}" transform="rotate(${(turn * 180) / Math.PI} ${cx} ${cy})"/>`,
    w,
    h,
  )
  castShadow(f, outline, 24, 0.7)
  layCard(f, card, cx, cy, size, turn)
  return developed(f, { ...productFilm, seed: 'vinyl', exposure: 1.02 })
}

export async function disc(): Promise<Print> {
  const f = studio(w, h, hex('#9aa3ab'), 'cd')
  const [x, y, r] = [712, 560, 330]
  castShadow(f, await circle(x, y, r), 16, 0.6)
  layDisc(f, x, y, r, (d, angle, fan, o) => {
    if (d < 0.125) {
      const clear = d < 0.07 ? 0.34 : 0.42 + 0.2 * fan
      o[0] = clear
      o[1] = clear * 1.02
      o[2] = clear * 1.04
      return
    }
    // A play side: the lamp comes apart into colours along the fans.
    const hue = angle * 3.2 + d * 7
    const spread = fan * smoothstep(0.12, 0.3, d)
    const silver = 0.2 + 0.22 * Math.cos(angle * 2 + 1.2) ** 2 + 0.5 * fan
    o[0] = silver + 0.35 * spread * Math.max(0, Math.sin(hue))
    o[1] = silver + 0.3 * spread * Math.max(0, Math.sin(hue + 2.1))
    o[2] = silver + 0.4 * spread * Math.max(0, Math.sin(hue + 4.2))
    if (d > 0.97 || (d > 0.3 && d < 0.315)) for (let c = 0; c < 3; c++) o[c]! *= 0.55
  })
  const [left, top, wide, tall] = [168, 500, 800, 706]
  const box = await drawn(`<rect x="${left}" y="${top}" width="${wide}" height="${tall}" rx="8"/>`, w, h)
  castShadow(f, box, 28, 0.7)
  shade(f, (px, py, o) => lerpInto(o, [0.028, 0.03, 0.034], box.a[py * w + px]!))
  const card = asLight(await saltRadio())
  const size = 682
  layCard(f, card, left + wide - size / 2 - 12, top + tall / 2, size, 0)
  // The hinge: ribbed black tray behind clear plastic.
  shade(f, (px, py, o) => {
    if (px < left + 6 || px > left + 102 || py < top + 6 || py > top + tall - 6) return
    const rib = Math.abs(((py - top) / 9) % 1) < 0.5 ? 0.012 : 0.05
    const groove = px > left + 46 && px < left + 60 ? 0.1 : 0
    for (let c = 0; c < 3; c++) o[c] = rib + groove + 0.02
  })
  const lines = blurredMask(
    await drawn(
      `<rect x="${left + 3}" y="${top + 3}" width="${wide - 6}" height="${tall - 6}" rx="6" fill="none" stroke="#000" stroke-width="5"/>` +
        stroke(`M${left + 104} ${top}V${top + tall}`, 4) +
        [0.2, 0.8].map((t) => stroke(`M${left + wide - 16} ${top + tall * t - 34}h-18v68h18`, 4)).join(''),
      w,
      h,
    ),
    1,
  )
  shade(f, (px, py, o) => {
    const i = py * w + px
    const a = box.a[i]!
    if (a === 0) return
    const edge = lines.a[i]!
    // A window mirrored in the lid.
    const slant = px + py * 0.55
    const pane =
      smoothstep(560, 566, slant) * (1 - smoothstep(730, 736, slant)) +
      0.6 * smoothstep(760, 766, slant) * (1 - smoothstep(800, 806, slant))
    const fade = clamp(1.2 - (py - top) / tall)
    for (let c = 0; c < 3; c++)
      o[c]! += a * (edge * (px + py < left + top + 720 ? 0.5 : 0.16) + pane * 0.055 * fade + 0.008)
  })
  return developed(f, { ...productFilm, seed: 'cd', exposure: 1.02 })
}

export async function cassette(): Promise<Print> {
  const f = studio(w, h, hex('#a7adb2'), 'cassette')
  const turn = 'rotate(-7 600 760)'
  const g = (body: string) => `<g transform="${turn}">${body}</g>`
  const [left, top, wide, tall] = [110, 445, 980, 630]
  const shell = `<rect x="${left}" y="${top}" width="${wide}" height="${tall}" rx="26"/>`
  const foot = path(
    `M${left + 190} ${top + tall - 4}L${left + 230} ${top + tall - 128}H${left + wide - 230}L${left + wide - 190} ${top + tall - 4}Z`,
  )
  const whole = await drawn(g(shell), w, h)
  castShadow(f, whole, 30, 0.72)
  const [label, window, lower] = await Promise.all([
    drawn(g(`<rect x="${left + 62}" y="${top + 46}" width="${wide - 124}" height="${tall - 208}" rx="14"/>`), w, h),
    drawn(g(`<rect x="${left + 290}" y="${top + 230}" width="${wide - 580}" height="128" rx="60"/>`), w, h),
    drawn(g(foot), w, h),
  ])
  const screws = [
    [left + 34, top + 34],
    [left + wide - 34, top + 34],
    [left + 34, top + tall - 34],
    [left + wide - 34, top + tall - 34],
    [left + wide / 2, top + tall - 70],
  ]
  const holes = await drawn(
    g(
      screws.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="15"/>`).join('') +
        [0.29, 0.4, 0.6, 0.71]
          .map((t) => `<circle cx="${left + wide * t}" cy="${top + tall - 46}" r="${t > 0.35 && t < 0.65 ? 13 : 18}"/>`)
          .join(''),
    ),
    w,
    h,
  )
  const height = blurredMask(whole, 5)
  const raised = blurredMask(lower, 3)
  const sunk = blurredMask(holes, 2)
  const pit = blurredMask(window, 3)
  const card = blurredMask(label, 1)
  for (let i = 0; i < height.a.length; i++)
    height.a[i] = height.a[i]! * 22 + raised.a[i]! * 12 - sunk.a[i]! * 12 - pit.a[i]! * 10 + card.a[i]! * 2
  const title = bigShoulders('LOW WATER', { cap: 74, weight: 900, x: left + 96, y: top + 148 })
  const artist = bigShoulders('MARLOW QUAY', {
    cap: 24,
    weight: 800,
    tracking: 110,
    x: left + wide - 96,
    y: top + 104,
    align: 'right',
  })
  const side = bigShoulders('EP  2018  SIDE A', {
    cap: 24,
    weight: 800,
    tracking: 110,
    x: left + wide - 96,
    y: top + 146,
    align: 'right',
  })
  const bands = [0, 1, 2, 3, 4]
    .map(
      (k) =>
        `<rect x="${left + 62}" y="${top + 226 + k * 30}" width="${wide - 124}" height="${22 - k * 3.4}" fill="${k < 2 ? '#c8261c' : '#d98f33'}"/>`,
    )
    .join('')
  const art = await painted(
    g(
      `<rect x="${left + 62}" y="${top + 46}" width="${wide - 124}" height="${tall - 208}" rx="14" fill="#e6dfd0"/>${bands}${path(title.d, '#131a24')}${path(artist.d, '#131a24')}${path(side.d, '#131a24')}`,
    ),
    w,
    h,
  )
  const n = noise('cassette')
  shadeRelief(f, {
    where: whole,
    height,
    gloss: 0.05,
    hard: 24,
    colour: (x, y, o) => {
      const i = y * w + x
      const speck = 1 + 0.1 * n(x / 1.8, y / 1.8)
      const ink = art.cover.a[i]!
      const hole = holes.a[i]!
      for (let c = 0; c < 3; c++)
        o[c] = lerp([0.042, 0.052, 0.064][c]! * speck, art.colour.px[i * 3 + c]! * 0.86, ink) * (1 - 0.8 * hole)
    },
  })
  // The window: tape packs, hubs with their teeth, smoked plastic.
  const [cos, sin] = [Math.cos(0.1222), Math.sin(0.1222)]
  const packs = [
    { x: left + 352, full: 150 },
    { x: left + wide - 352, full: 96 },
  ]
  shade(f, (px, py, o) => {
    const a = window.a[py * w + px]!
    if (a === 0) return
    const [dx, dy] = [px - 600, py - 760]
    const [x, y] = [600 + dx * cos - dy * sin, 760 + dx * sin + dy * cos]
    let [r, g2, b] = [0.02, 0.018, 0.017]
    for (const pack of packs) {
      const [ex, ey] = [x - pack.x, y - (top + 294)]
      const d = dist(ex, ey)
      if (d > pack.full) continue
      const angle = Math.atan2(ey, ex)
      const fan = Math.abs(Math.cos(angle + 0.8)) ** 14
      const tooth = d > 24 && d < 38 && Math.abs((((angle * 6) / 6.2832) % 1) - 0.5) < 0.14
      if (d < 46) {
        const v = d < 24 ? 0.004 : tooth ? 0.72 : d < 38 ? 0.006 : 0.66 + 0.1 * fan
        ;[r, g2, b] = [v, v * 0.97, v * 0.9]
      } else {
        const v = 0.02 + 0.1 * fan + 0.01 * n(d, 3)
        ;[r, g2, b] = [v * 1.3, v * 0.8, v * 0.55]
      }
    }
    const glare = 0.05 * smoothstep(500, 520, x + y * 0.7 - 420) * (1 - smoothstep(620, 640, x + y * 0.7 - 420))
    const top2 = 1 - 0.45 * Math.exp(-(((y - top - 230) / 20) ** 2))
    lerpInto(o, [r * top2 + glare, g2 * top2 + glare, b * top2 + glare], a)
  })
  return developed(f, { ...productFilm, seed: 'cassette', exposure: 1.05 })
}
