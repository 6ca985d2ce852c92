/** Close to things: a record under one lamp, the dial of an old receiver. */
import { blurredMask } from '../blur.ts'
import { slate } from '../colours.ts'
import { developed, type Print } from '../film.ts'
import { drawn, frame, sampleMask, shade } from '../frame.ts'
import { clamp, cloud, dist, lerp, noise, smoothstep } from '../noise.ts'
import { path, stroke } from '../shapes.ts'
import { bigShoulders } from '../type/lettering.ts'

const film = { exposure: 1.2, bloom: 0.26, vignette: 0.45, grain: 0.022, black: slate.night }

/** Letters around a circle, each turned to its place. */
function around(text: string, cap: number, radius: number, start: number, spacing: number): string {
  let angle = start
  return [...text]
    .map((letter) => {
      const { d, width } = bigShoulders(letter, { cap, weight: 800, align: 'centre' })
      const half = (width + spacing) / 2 / radius
      angle += half
      const turn = (angle * 180) / Math.PI
      angle += half
      return `<g transform="rotate(${turn}) translate(0 ${-radius})">${path(d)}</g>`
    })
    .join('')
}

/** The record lies flat and turns; grooves throw the lamp back as two fans of light. */
export async function record(): Promise<Print> {
  const s = 1600
  const f = frame(s, s)
  const n = noise('record')
  const size = 800
  const print =
    `<g transform="translate(400 400)">${around('MARLOW QUAY', 58, 236, -1.02, 16)}${around('NIGHT FERRY', 32, 120, -0.95, 10)}<g transform="rotate(180)">${around('SIDE A  33 RPM', 30, 250, -0.76, 10)}</g>` +
    `<circle r="300" fill="none" stroke="#000" stroke-width="5"/><circle r="64" fill="none" stroke="#000" stroke-width="3"/></g>`
  const label = await drawn(print, size, size)
  const soft = blurredMask(label, 5)
  // A camera low over the disc, looking along it; the label is at (0, 0), its radius 1.
  const [ey, ez] = [1.55, -2.75]
  const tilt = 0.56
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)]
  const light = { x: -3.2, y: 2.1, z: 4.6 }
  const aa = 2
  shade(f, (px, py, o) => {
    let [r, g, b] = [0, 0, 0]
    for (let sub = 0; sub < aa * aa; sub++) {
      const dx = (px + (sub % aa) / aa - 920) / 1180
      const dy = -(py + Math.floor(sub / aa) / aa - 640) / 1180
      const rx = dx
      const ry = dy * cos - sin
      const rz = dy * sin + cos
      if (ry >= -0.01) continue
      const t = -ey / ry
      const x = rx * t
      const z = ez + rz * t
      const d = dist(x, z)
      const focus = clamp(Math.abs(z + 0.75) / 3.2)
      if (d > 3.02) {
        const mat = 0.004 + 0.01 * Math.exp(-d / 3) * (1 + 0.5 * n(x * 40, z * 40) * (1 - focus))
        r += mat * 0.8
        g += mat * 0.9
        b += mat * 1.1
        continue
      }
      const long = Math.sqrt(rx * rx + ry * ry + rz * rz)
      let [lx, ly, lz] = [light.x - x, light.y, light.z - z]
      const ld = Math.sqrt(lx * lx + ly * ly + lz * lz)
      lx /= ld
      ly /= ld
      lz /= ld
      const [vx, vy, vz] = [-rx / long, -ry / long, -rz / long]
      const [hx, hy, hz] = [lx + vx, ly + vy, lz + vz]
      const hl = Math.sqrt(hx * hx + hy * hy + hz * hz)
      if (d < 1.02) {
        if (d < 0.055) continue
        const u = 400 + x * 300
        const v = 400 - z * 300
        const ink = lerp(sampleMask(label, u, v), sampleMask(soft, u, v), clamp(focus * 1.7))
        const paper = 1 + 0.06 * n(x * 60, z * 60)
        const sheen = 0.5 * (hy / hl) ** 60
        const lit = (0.12 + 1.1 * ly * (6 / ld ** 1.4)) * paper
        r += lerp(0.62, 0.006, ink) * lit + sheen
        g += lerp(0.02, 0.007, ink) * lit + sheen * 0.7
        b += lerp(0.014, 0.01, ink) * lit + sheen * 0.5
        continue
      }
      // Anisotropic: along the groove the highlight is narrow, across it very wide.
      const along = (hx * -z + hz * x) / d / hl
      const groove = n(d * 160, 3) * 0.6 + n(d * 47, 9) * 0.5
      const gap = [1.5, 1.86, 2.3, 2.62].some((at) => Math.abs(d - at) < 0.012) || d < 1.24 || d > 2.94
      const fan = Math.exp(-((along / (gap ? 0.03 : 0.07)) ** 2))
      const wobble = 0.75 + 0.5 * n(d * 9, Math.atan2(z, x) * 0.6 + 8)
      const line = gap ? 0.55 : 0.5 + 0.6 * lerp(groove, 0, clamp(focus * 1.3)) + 0.25 * wobble
      const v = fan * line * (5.2 / ld) * 0.7
      const coldAlong = (hx * z * 0.3 + hz * x) / d / hl
      const cold = 0.02 * Math.exp(-(((coldAlong - 0.35) / 0.2) ** 2))
      const dust = n(x * 210, z * 210) > 0.62 && focus < 0.3 ? 0.05 * fan : 0
      r += 0.0035 + v * 1.05 + cold * 0.6 + dust
      g += 0.004 + v * 0.56 + cold * 0.9 + dust
      b += 0.0055 + v * 0.3 + cold * 1.3 + dust
    }
    o[0] = r / (aa * aa)
    o[1] = g / (aa * aa)
    o[2] = b / (aa * aa)
  })
  // The arm comes in from the right, too near to be sharp.
  const arm = blurredMask(
    await drawn(stroke('M1660 610C1400 640 1250 760 1130 1010', 46) + path('M1172 930l60 36l-66 150l-84 -44z'), s, s),
    7,
  )
  const edge = blurredMask(arm, 12)
  for (let y = 0, i = 0; y < s; y++)
    for (let x = 0; x < s; x++, i++) {
      const a = arm.a[i]!
      if (a < 0.004) continue
      const up = clamp(arm.a[i]! - edge.a[Math.max(0, i - 14 * s - 6)]! + 0.02) * 0.9
      const v = 0.006 + up * 0.4
      f.px[i * 3] = lerp(f.px[i * 3]!, v * 1.1, a)
      f.px[i * 3 + 1] = lerp(f.px[i * 3 + 1]!, v * 0.8, a)
      f.px[i * 3 + 2] = lerp(f.px[i * 3 + 2]!, v * 0.62, a)
    }
  return developed(f, { ...film, seed: 'record', exposure: 1.15 })
}

/** Names of stations behind warm glass; the red needle stands between two of them. */
export async function dial(): Promise<Print> {
  const [w, h] = [1600, 1067]
  const [dw, dh] = [2400, 900]
  const rows = [
    { y: 210, names: ['NORTH', 'HARBOUR', 'LIGHT', 'SHIPPING', 'BREMEN', 'TIDE'], from: 53, step: 7 },
    { y: 470, names: ['SALT', 'DOGGER', 'OSLO', 'FISHER', 'QUAY', 'DOVER'], from: 150, step: 30 },
    { y: 730, names: ['NIGHT', 'LONG', 'BERGEN', 'FERRY', 'FETCH', 'UTSIRA'], from: 6, step: 2 },
  ]
  let art = ''
  for (const { y, names, from, step } of rows) {
    art += stroke(`M120 ${y}H2280`, 4)
    for (let k = 0; k <= 72; k++)
      art += stroke(`M${120 + k * 30} ${y}v${k % 6 ? (k % 3 ? -14 : -22) : -34}`, k % 6 ? 2.5 : 4)
    names.forEach((name, k) => {
      const x = 210 + k * 360
      art += path(bigShoulders(name, { cap: 44, weight: 700, tracking: 60, x, y: y + 74, align: 'left' }).d)
      art += path(bigShoulders(String(from + k * step), { cap: 38, weight: 800, x: x - 80, y: y - 56 }).d)
    })
  }
  const sharp = await drawn(art, dw, dh)
  const blur = [sharp, blurredMask(sharp, 4), blurredMask(sharp, 10), blurredMask(sharp, 24)]
  const n = noise('dial')
  const f = frame(w, h)
  // Glass seen from the left: the scale runs away to the right and out of focus on both sides.
  shade(f, (x, y, o) => {
    const t = (x - 120) / w
    const depth = 1 / (1 - 0.52 * t)
    const u = 160 + ((x + 40) * depth * dw * 0.5) / w
    const v = dh / 2 + (y - h * 0.52) * depth * 0.83
    const focus = Math.abs(u - 930) / 620
    const level = clamp(focus * 2.1, 0, 2.99)
    const k = Math.floor(level)
    const ink = lerp(sampleMask(blur[k]!, u, v), sampleMask(blur[k + 1]!, u, v), level - k)
    const inside = smoothstep(20, 60, v) * smoothstep(dh - 20, dh - 60, v) * (u < dw - 10 ? 1 : 0)
    // Two bulbs behind the glass.
    const back =
      0.12 +
      1.15 * Math.exp(-(dist((u - 640) / 560, (v - 430) / 420) ** 2)) +
      0.8 * Math.exp(-(dist((u - 1700) / 460, (v - 520) / 420) ** 2))
    const old = 1 + 0.16 * cloud(n, u / 240, v / 200, 5)
    const glowing = back * old * inside
    const needle = Math.abs(u - 1010 - (v - 450) * 0.006)
    const needleSoft = 3.4 + 2 * focus
    const red = (1 - smoothstep(needleSoft, needleSoft + 3, needle)) * inside
    const shadow = 1 - 0.5 * (1 - smoothstep(8, 30, Math.abs(u - 1024))) * inside
    const dark = lerp(1, 0.012, ink) * shadow
    o[0] = lerp(0.003 + glowing * 0.78 * dark, 1.5 * (0.4 + back), red)
    o[1] = lerp(0.003 + glowing * 0.25 * dark, 0.05, red)
    o[2] = lerp(0.004 + glowing * 0.052 * dark, 0.03, red)
    if (inside < 1) {
      const wood =
        (0.012 + 0.02 * Math.exp(-Math.abs(v < 450 ? v - 40 : v - dh + 40) / 60)) *
        (0.7 + 0.5 * cloud(n, u / 400, v / 8, 4)) *
        (1 - inside)
      o[0] += wood * 1.1
      o[1] += wood * 0.5
      o[2] += wood * 0.25
    }
    // The room in the glass: one cold window, slanted.
    const pane = smoothstep(0, 60, x - 1010 - (h - y) * 0.34) * smoothstep(270, 200, x - 1010 - (h - y) * 0.34)
    o[0] += pane * 0.012
    o[1] += pane * 0.017
    o[2] += pane * 0.024
  })
  // A knob in the foreground, all blur and edge light.
  const [kx, ky, kr] = [1420, 1010, 300]
  shade(f, (x, y, o) => {
    const d = dist(x - kx, y - ky)
    const a = 1 - smoothstep(kr - 16, kr + 16, d)
    if (a <= 0) return
    const angle = Math.atan2(y - ky, x - kx)
    const ridge = smoothstep(kr - 64, kr - 40, d) * (0.5 + 0.5 * Math.cos(angle * 60))
    const face = Math.exp(-(((angle + 2.3) / 0.5) ** 2)) * 0.5 + Math.exp(-(((angle - 0.9) / 0.4) ** 2)) * 0.2
    const v = 0.01 + 0.1 * face * (d < kr - 50 ? 1 : 0.6) + 0.06 * ridge * Math.exp(-(((angle + 2.2) / 0.9) ** 2))
    o[0] = lerp(o[0], v * 1.3, a)
    o[1] = lerp(o[1], v * 0.72, a)
    o[2] = lerp(o[2], v * 0.36, a)
  })
  return developed(f, { ...film, seed: 'dial', exposure: 1.1, bloom: 0.3 })
}
