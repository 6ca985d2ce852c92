/** Lamps behind glass: a porthole in the rain, and the lens of a harbour light. */
import { blurredMask } from '../blur.ts'
import { between, chance } from '../chance.ts'
import { amber, moon, red, slate, times } from '../colours.ts'
import { developed, type Print } from '../film.ts'
import { drawn, type Frame, frame, sample, shade } from '../frame.ts'
import { disc, lamp } from '../light.ts'
import { clamp, cloud, dist, lerp, noise, smoothstep } from '../noise.ts'
import { stroke } from '../shapes.ts'

const film = { exposure: 1.2, bloom: 0.28, vignette: 0.4, grain: 0.024, black: slate.night }

/** Brass, a wet pane, and a harbour that is only lamps. */
export async function porthole(): Promise<Print> {
  const s = 1600
  const f = frame(s, s)
  const n = noise('porthole')
  const rnd = chance('porthole')
  const [c, inner, outer] = [800, 468, 640]
  const view = frame(s, s)
  shade(view, (_x, y, o) => {
    const v = 0.012 + 0.03 * Math.exp(-(((y - 880) / 170) ** 2))
    o[0] = v * 0.7
    o[1] = v * 0.95
    o[2] = v * 1.4
  })
  for (let k = 0; k < 46; k++) {
    const y = 850 + (rnd() - 0.5) * 220 * rnd()
    disc(
      view,
      between(rnd, 300, 1300),
      y,
      between(rnd, 16, 40),
      times(rnd() < 0.26 ? red : rnd() < 0.8 ? amber : moon, between(rnd, 0.12, 0.7)),
      0.45,
    )
  }
  for (let k = 0; k < 16; k++)
    disc(
      view,
      between(rnd, 330, 1270),
      between(rnd, 1010, 1240),
      between(rnd, 20, 46),
      times(rnd() < 0.4 ? red : amber, between(rnd, 0.05, 0.22)),
      0.3,
    )
  const drops = Array.from({ length: 240 }, () => {
    const a = rnd() * Math.PI * 2
    const d = Math.sqrt(rnd()) * inner
    return { x: c + Math.cos(a) * d, y: c + Math.sin(a) * d, r: 3 + 17 * rnd() ** 3 }
  })
  const o3: [number, number, number] = [0, 0, 0]
  shade(f, (x, y, o) => {
    const dx = x - c
    const dy = y - c
    const d = dist(dx, dy)
    if (d < inner) {
      sample(view, x + 3 * n(x / 60, y / 60), y + 3 * n(x / 60 + 9, y / 60), o3)
      const shadow = smoothstep(inner, inner - 60, d) * 0.6 + 0.4
      o[0] = o3[0] * shadow
      o[1] = o3[1] * shadow
      o[2] = o3[2] * shadow
      return
    }
    const light = (nx: number, ny: number, nz: number, hard: number) => {
      // A warm lamp up left, a cold one far right.
      const warm = clamp(nx * -0.6 + ny * -0.55 + nz * 0.58)
      const cold = clamp(nx * 0.9 + ny * 0.1 + nz * 0.3)
      return [warm ** hard, cold ** hard] as const
    }
    if (d < outer) {
      const t = (d - (inner + outer) / 2) / ((outer - inner) / 2)
      const step = d < inner + 38 ? -0.75 + (d - inner) / 60 : d > outer - 20 ? 0.85 : t * 0.55
      const [nx, ny] = [(dx / d) * step, (dy / d) * step]
      const nz = Math.sqrt(Math.max(0.05, 1 - nx * nx - ny * ny))
      const wear = 1 + 0.25 * cloud(n, x / 60, y / 60, 4) + 0.1 * n(d / 1.4, Math.atan2(dy, dx) * 6)
      const [warm, cold] = light(nx, ny, nz, 1)
      const [shineWarm, shineCold] = light(nx, ny, nz, 16)
      o[0] = (0.03 + 0.19 * warm + 0.9 * shineWarm + 0.02 * cold + 0.1 * shineCold) * wear
      o[1] = (0.018 + 0.1 * warm + 0.56 * shineWarm + 0.022 * cold + 0.12 * shineCold) * wear
      o[2] = (0.008 + 0.03 * warm + 0.22 * shineWarm + 0.028 * cold + 0.17 * shineCold) * wear
      return
    }
    // The wall: old paint, lit from the left, the ring's shadow to the right.
    const paint = 1 + 0.22 * cloud(n, x / 240, y / 240, 5) + 0.08 * n(x / 9, y / 9)
    const shade2 = 1 - 0.75 * (1 - smoothstep(outer, outer + 90, dist(dx - 34, dy - 40)))
    const v = (0.012 + 0.075 * Math.exp(-dist(x - 60, y - 120) / 900)) * paint * shade2
    o[0] = v * 1.05
    o[1] = v * 0.82
    o[2] = v * 0.72
  })
  for (const drop of drops) {
    const [x0, x1, y0, y1] = [drop.x - drop.r, drop.x + drop.r, drop.y - drop.r, drop.y + drop.r].map(Math.round) as [
      number,
      number,
      number,
      number,
    ]
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const [u, v] = [(x - drop.x) / drop.r, (y - drop.y) / drop.r]
        const d = u * u + v * v
        if (d > 1 || dist(x - c, y - c) > inner - 3) continue
        sample(view, drop.x - u * 260, drop.y - v * 240 + 40, o3)
        const i = (y * s + x) * 3
        const rim = 1 - 0.75 * d ** 3
        const spark = Math.exp(-((u + 0.35) ** 2 + (v + 0.4) ** 2) * 30) * 0.5
        for (let k = 0; k < 3; k++) f.px[i + k] = o3[k]! * 1.15 * rim + spark
      }
    }
  }
  for (let k = 0; k < 8; k++) {
    const a = (k / 8) * Math.PI * 2 + 0.39
    const [bx, by] = [c + Math.cos(a) * 574, c + Math.sin(a) * 574]
    shadeRound(f, bx, by, 27, n)
  }
  return developed(f, { ...film, seed: 'porthole', exposure: 1.45 })
}

/** A domed bolt head with its shadow. */
function shadeRound(f: Frame, x: number, y: number, r: number, n: (x: number, y: number) => number): void {
  for (let py = Math.round(y - r * 1.8); py < y + r * 1.8; py++) {
    for (let px = Math.round(x - r * 1.8); px < x + r * 1.8; px++) {
      const i = (py * f.w + px) * 3
      const [u, v] = [(px - x) / r, (py - y) / r]
      const d = dist(u, v)
      if (d > 1) {
        const fall = 1 - 0.7 * (1 - smoothstep(0.9, 1.35, dist(u - 0.2, v - 0.24)))
        for (let c = 0; c < 3; c++) f.px[i + c]! *= fall
        continue
      }
      const z = Math.sqrt(1 - d * d * 0.9)
      const warm = clamp(u * -0.6 + v * -0.55 + z * 0.58)
      const wear = 1 + 0.3 * n(px / 7, py / 7)
      const slot = Math.abs(u * 0.5 + v * 0.86) < 0.1 && d < 0.8 ? 0.25 : 1
      f.px[i] = (0.02 + 0.16 * warm + 0.8 * warm ** 18) * wear * slot
      f.px[i + 1] = (0.012 + 0.085 * warm + 0.5 * warm ** 18) * wear * slot
      f.px[i + 2] = (0.006 + 0.028 * warm + 0.2 * warm ** 18) * wear * slot
    }
  }
}

/** The lens of a harbour light from two steps away: rings of red glass, each holding its own small flame. */
export async function lens(): Promise<Print> {
  const [w, h] = [1067, 1600]
  const f = frame(w, h)
  const n = noise('lens')
  const [cx, cy] = [533, 770]
  shade(f, (x, y, o) => {
    const [dx, dy] = [(x - cx) / 1, (y - cy) / 1.12]
    const d = dist(dx, dy)
    const angle = Math.atan2(dy, dx)
    const barrel = Math.abs(x - cx) < 418 && Math.abs(y - cy) < 690 - 90 * (Math.abs(x - cx) / 418) ** 2
    if (!barrel) {
      const v = 0.01 * Math.exp(-Math.max(0, d - 480) / 160)
      o[0] = 0.002 + v
      o[1] = 0.0025 + v * 0.1
      o[2] = 0.004 + v * 0.08
      return
    }
    const ring = d < 132 ? 0 : 1 + Math.floor((d - 132) / (52 - d * 0.02))
    const size = 52 - d * 0.02
    const t = d < 132 ? d / 132 : (d - 132) / size - Math.floor((d - 132) / size)
    const wobble = 0.06 * n(Math.cos(angle) * 3 + ring, Math.sin(angle) * 3)
    const glass = n(x / 90, y / 90) * 0.1
    // Each prism gathers the lamp into a band; dark joints lie between.
    const gather = Math.exp(-(((t - 0.42 - wobble) / 0.15) ** 2))
    const joint = ring === 0 ? 1 : smoothstep(0, 0.07, t) * smoothstep(1, 0.93, t)
    const far = Math.exp(-d / 330)
    const sweep = 0.5 + 0.5 * Math.cos(angle * 2 + ring * 0.3 + 0.6) * Math.cos(angle * 3 - ring * 0.2)
    const star = ring === 0 ? Math.exp(-t * t * 5) * 6 : 0
    const body = (0.03 + 1.35 * gather * sweep) * (0.25 + 1.6 * far) * joint + glass * 0.05
    const hot = gather ** 6 * sweep ** 2 * far * 2.2 * joint + star
    o[0] = 0.004 + body * 1.15 + hot
    o[1] = 0.003 + body * 0.05 + hot * 0.5
    o[2] = 0.004 + body * 0.045 + hot * 0.24
  })
  const brass = await drawn(
    stroke(`M115 ${cy - 600}Q${cx} ${cy - 800} 951 ${cy - 600}V${cy + 600}Q${cx} ${cy + 800} 115 ${cy + 600}Z`, 34) +
      stroke(`M115 ${cy}H401M665 ${cy}H951`, 9) +
      stroke(`M${cx} 80V${cy - 150}M${cx} ${cy + 150}V1460`, 9),
    w,
    h,
  )
  const soft = blurredMask(brass, 7)
  for (let y = 0, i = 0; y < h; y++) {
    for (let x = 0; x < w; x++, i++) {
      const a = brass.a[i]!
      if (a < 0.01) continue
      const bevel = soft.a[Math.min(w * h - 1, i + 6 * w + 6)]! - soft.a[Math.max(0, i - 6 * w - 6)]!
      const v = 0.03 + 0.3 * clamp(bevel) + 0.03 * n(x / 30, y / 200)
      f.px[i * 3] = lerp(f.px[i * 3]!, v * 1.1, a)
      f.px[i * 3 + 1] = lerp(f.px[i * 3 + 1]!, v * 0.55, a)
      f.px[i * 3 + 2] = lerp(f.px[i * 3 + 2]!, v * 0.2, a)
    }
  }
  lamp(f, cx, cy, 30, [14, 6, 2.2], 0.02, 26)
  // The streak a wide lens adds to anything this bright.
  shade(f, (x, y, o) => {
    const v = 0.55 * Math.exp(-(((y - cy) / 5) ** 2)) * Math.exp(-Math.abs(x - cx) / 260)
    o[0] += v
    o[1] += v * 0.3
    o[2] += v * 0.16
  })
  return developed(f, { ...film, seed: 'lens', exposure: 1.05, bloom: 0.34 })
}
