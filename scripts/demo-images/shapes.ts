/** Drawing with numbers: smooth outlines through points, limbs that taper, and silhouettes grown together from them. */
import { blurredMask } from './blur.ts'
import { drawn, type Mask } from './frame.ts'
import { smoothstep } from './noise.ts'

export type Spot = readonly [number, number]

/** Points written as `x,y x,y`, the way SVG does: long outlines stay readable. */
export const spots = (text: string): Spot[] =>
  text
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const [x, y] = pair.split(',')
      return [Number(x), Number(y)] as const
    })

/** The same with a third number for thickness. */
export const joints = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .map((triple) => {
      const [x, y, r] = triple.split(',')
      return [Number(x), Number(y), Number(r)] as const
    })

const fix = (n: number) => String(Math.round(n * 100) / 100)

/** A closed (or open) curve through all points, without corners. */
export function curveThrough(points: readonly Spot[], closed = true, tension = 1): string {
  const n = points.length
  const at = (i: number) => (closed ? points[(i + n) % n]! : points[Math.min(n - 1, Math.max(0, i))]!)
  let d = `M${fix(at(0)[0])} ${fix(at(0)[1])}`
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [a, b, c, e] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    const k = tension / 6
    d += `C${fix(b[0] + (c[0] - a[0]) * k)} ${fix(b[1] + (c[1] - a[1]) * k)} ${fix(c[0] - (e[0] - b[0]) * k)} ${fix(
      c[1] - (e[1] - b[1]) * k,
    )} ${fix(c[0])} ${fix(c[1])}`
  }
  return closed ? `${d}Z` : d
}

export const polygon = (points: readonly Spot[]) => `M${points.map(([x, y]) => `${fix(x)} ${fix(y)}`).join('L')}Z`

/** A limb: a round end of one size at `a`, of another at `b`, and straight flanks between. */
export function limb(a: Spot, ra: number, b: Spot, rb: number): string {
  const circle = ([x, y]: Spot, r: number) =>
    `M${fix(x - r)} ${fix(y)}a${fix(r)} ${fix(r)} 0 1 1 ${fix(2 * r)} 0a${fix(r)} ${fix(r)} 0 1 1 ${fix(-2 * r)} 0Z`
  const dx = b[0] - a[0]
  const dy = b[1] - a[1]
  const long = Math.hypot(dx, dy)
  if (long <= Math.abs(ra - rb)) return circle(ra > rb ? a : b, Math.max(ra, rb))
  const base = Math.atan2(dy, dx)
  const turn = Math.acos((ra - rb) / long)
  const on = ([x, y]: Spot, r: number, angle: number): Spot => [x + r * Math.cos(angle), y + r * Math.sin(angle)]
  // Wound the same way as the circles, so that overlaps stay filled.
  const flanks = polygon([
    on(a, ra, base - turn),
    on(b, rb, base - turn),
    on(b, rb, base + turn),
    on(a, ra, base + turn),
  ])
  return `${circle(a, ra)}${circle(b, rb)}${flanks}`
}

/** Several limbs in a row. */
export function limbs(text: string): string {
  const chain = joints(text)
  return chain
    .slice(1)
    .map((to, i) => {
      const from = chain[i]!
      return limb([from[0], from[1]], from[2], [to[0], to[1]], to[2])
    })
    .join('')
}

export const path = (d: string, fill = '#000') => `<path d="${d}" fill="${fill}"/>`

export const stroke = (d: string, width: number, colour = '#000', extra = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`

/** A drawing whose parts have grown together: corners where limbs meet become soft, as cloth and skin are. */
export async function grown(body: string, w: number, h: number, softness: number, view?: string): Promise<Mask> {
  const m = blurredMask(await drawn(body, w, h, view), softness)
  const band = Math.min(0.45, 0.36 / softness)
  for (let i = 0; i < m.a.length; i++) m.a[i] = smoothstep(0.5 - band, 0.5 + band, m.a[i]!)
  return m
}
