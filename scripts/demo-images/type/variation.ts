/** Moves a variable font's points to a chosen weight (and width), as the gvar table says. */
import type { Reader } from './reader.ts'
import type { Point, Tables } from './woff2.ts'

export interface Axis {
  tag: string
  min: number
  normal: number
  max: number
}

export function readAxes(tables: Tables): Axis[] {
  const fvar = tables.get('fvar')
  fvar.at = 4
  const offset = fvar.u16()
  fvar.u16()
  const count = fvar.u16()
  const size = fvar.u16()
  return Array.from({ length: count }, (_, i) => {
    fvar.at = offset + i * size
    const tag = fvar.text(4)
    const fixed = () => fvar.u32() / 65536
    return { tag, min: fixed(), normal: fixed(), max: fixed() }
  })
}

/** Where a design position lies between -1 and 1, after the avar table has bent the scale. */
export function normalised(tables: Tables, axes: Axis[], wanted: Record<string, number>): number[] {
  const straight = axes.map(({ tag, min, normal, max }) => {
    const value = Math.min(max, Math.max(min, wanted[tag] ?? normal))
    if (value === normal) return 0
    return value < normal ? (value - normal) / (normal - min) : (value - normal) / (max - normal)
  })
  let avar: Reader
  try {
    avar = tables.get('avar')
  } catch {
    return straight
  }
  avar.at = 8
  return straight.map((value) => {
    const pairs = Array.from({ length: avar.u16() }, () => [avar.f2dot14(), avar.f2dot14()] as const)
    const i = pairs.findIndex(([from]) => from >= value)
    if (i <= 0) return i === 0 ? pairs[0]![1] : value
    const [a, b] = [pairs[i - 1]!, pairs[i]!]
    return a[1] + ((value - a[0]) / (b[0] - a[0])) * (b[1] - a[1])
  })
}

/** The points after variation; the last four are the phantom points, of which the second is the advance width. */
export function varied(tables: Tables, glyph: number, points: Point[], ends: number[], place: number[]): Point[] {
  const gvar = tables.get('gvar')
  gvar.at = 4
  const axisCount = gvar.u16()
  const sharedCount = gvar.u16()
  const sharedAt = gvar.u32()
  gvar.u16()
  const long = gvar.u16() & 1
  const dataAt = gvar.u32()
  gvar.at += glyph * (long ? 4 : 2)
  const from = long ? gvar.u32() : gvar.u16() * 2
  const to = long ? gvar.u32() : gvar.u16() * 2
  if (from === to) return points
  const start = dataAt + from
  gvar.at = start
  const head = gvar.u16()
  let serialAt = start + gvar.u16()
  let headAt = gvar.at
  let sharedPoints: number[] | null = null
  if (head & 0x8000) {
    gvar.at = serialAt
    sharedPoints = readPointNumbers(gvar, points.length)
    serialAt = gvar.at
  }
  const moved = points.map((p) => ({ ...p }))
  for (let t = 0; t < (head & 0x0fff); t++) {
    gvar.at = headAt
    const size = gvar.u16()
    const index = gvar.u16()
    const tuple = () => Array.from({ length: axisCount }, () => gvar.f2dot14())
    let peak: number[]
    if (index & 0x8000) peak = tuple()
    else {
      const back = gvar.at
      gvar.at = sharedAt + (index & 0x0fff) * axisCount * 2
      if ((index & 0x0fff) >= sharedCount) throw new Error('shared tuple out of range')
      peak = tuple()
      gvar.at = back
    }
    const [low, high] = index & 0x4000 ? [tuple(), tuple()] : [null, null]
    headAt = gvar.at
    const scale = weightOf(place, peak, low, high)
    if (scale !== 0) {
      gvar.at = serialAt
      const numbers = index & 0x2000 ? readPointNumbers(gvar, points.length) : (sharedPoints ?? [])
      const xs = readDeltas(gvar, numbers.length)
      const ys = readDeltas(gvar, numbers.length)
      applyDeltas(points, moved, ends, numbers, xs, ys, scale)
    }
    serialAt += size
  }
  return moved
}

function weightOf(place: number[], peak: number[], low: number[] | null, high: number[] | null): number {
  let scale = 1
  for (let i = 0; i < peak.length; i++) {
    const p = peak[i]!
    const v = place[i]!
    if (p === 0) continue
    const a = low ? low[i]! : Math.min(0, p)
    const b = high ? high[i]! : Math.max(0, p)
    if (v === p) continue
    if (v <= a || v >= b) return 0
    scale *= v < p ? (v - a) / (p - a) : (b - v) / (b - p)
  }
  return scale
}

function readPointNumbers(r: Reader, all: number): number[] {
  const first = r.u8()
  if (first === 0) return Array.from({ length: all }, (_, i) => i)
  const count = first & 128 ? ((first & 127) << 8) | r.u8() : first
  const numbers: number[] = []
  let at = 0
  while (numbers.length < count) {
    const control = r.u8()
    for (let i = 0; i <= (control & 127); i++) {
      at += control & 128 ? r.u16() : r.u8()
      numbers.push(at)
    }
  }
  return numbers
}

function readDeltas(r: Reader, count: number): number[] {
  const deltas: number[] = []
  while (deltas.length < count) {
    const control = r.u8()
    for (let i = 0; i <= (control & 63); i++) deltas.push(control & 128 ? 0 : control & 64 ? r.i16() : r.i8())
  }
  return deltas
}

/** Named points move by their delta; those between them on a contour are carried along in proportion. */
function applyDeltas(
  points: Point[],
  moved: Point[],
  ends: number[],
  numbers: number[],
  xs: number[],
  ys: number[],
  scale: number,
): void {
  const dx = new Array<number | null>(points.length).fill(null)
  const dy = new Array<number | null>(points.length).fill(null)
  numbers.forEach((n, i) => {
    dx[n] = xs[i]! * scale
    dy[n] = ys[i]! * scale
  })
  let first = 0
  for (const last of ends) {
    const touched: number[] = []
    for (let i = first; i <= last; i++) if (dx[i] !== null) touched.push(i)
    if (touched.length > 0) {
      for (let i = first; i <= last; i++) {
        if (dx[i] !== null) continue
        const after = touched.find((n) => n > i) ?? touched[0]!
        const before = touched.findLast((n) => n < i) ?? touched.at(-1)!
        moved[i]!.x += carried(points[i]!.x, points[before]!.x, points[after]!.x, dx[before]!, dx[after]!)
        moved[i]!.y += carried(points[i]!.y, points[before]!.y, points[after]!.y, dy[before]!, dy[after]!)
      }
    }
    first = last + 1
  }
  for (const n of numbers) {
    if (!moved[n]) continue
    moved[n].x += dx[n]!
    moved[n].y += dy[n]!
  }
}

function carried(v: number, a: number, b: number, da: number, db: number): number {
  if (a === b) return da === db ? da : 0
  if (v <= Math.min(a, b)) return a < b ? da : db
  if (v >= Math.max(a, b)) return a < b ? db : da
  return da + ((v - a) / (b - a)) * (db - da)
}
