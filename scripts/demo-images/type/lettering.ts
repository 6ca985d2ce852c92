/**
 * Sets a line of text in one of the site's typefaces as an SVG path, at any weight the variable font reaches.
 * Display lines are short, so kerning is a list of pairs given by hand where an eye asks for it.
 */
import { fileURLToPath } from 'node:url'
import { normalised, readAxes, varied } from './variation.ts'
import { openWoff2, type Point, type Tables } from './woff2.ts'

export interface Line {
  d: string
  width: number
}

export interface Setting {
  /** Height of the capitals in user units. */
  cap: number
  weight?: number
  width?: number
  /** Extra space between letters, in thousandths of the cap height. */
  tracking?: number
  x?: number
  /** The baseline. */
  y?: number
  align?: 'left' | 'centre' | 'right'
  /** Stretches letters upwards without touching their width. */
  tall?: number
  kern?: Record<string, number>
}

export type Typeface = (text: string, setting: Setting) => Line

const fontFile = (path: string) =>
  fileURLToPath(new URL(`../../../node_modules/@fontsource-variable/${path}`, import.meta.url))

export const bigShoulders = typeface(fontFile('big-shoulders/files/big-shoulders-latin-wght-normal.woff2'))
export const instrumentSans = typeface(fontFile('instrument-sans/files/instrument-sans-latin-standard-normal.woff2'))

function typeface(path: string): Typeface {
  let opened: ReturnType<typeof open> | null = null
  return (text, setting) => {
    opened ??= open(path)
    return opened(text, setting)
  }
}

function open(path: string): Typeface {
  const tables = openWoff2(path)
  const axes = readAxes(tables)
  const glyphOf = readCmap(tables)
  const advances = readAdvances(tables)
  const capHeight = capHeightOf(tables, glyphOf)

  function outline(glyph: number, place: number[]): { contours: Point[][]; advance: number } {
    const raw = tables.glyphs[glyph]!
    const phantoms = [0, advances[glyph]!, 0, 0].map((x) => ({ x, y: 0, on: true }))
    const own = raw.parts.length > 0 ? raw.parts.map(({ dx, dy }) => ({ x: dx, y: dy, on: true })) : raw.points
    const ends = raw.parts.length > 0 ? raw.parts.map((_, i) => i) : raw.ends
    const points = varied(tables, glyph, [...own, ...phantoms], ends, place)
    const advance = points[own.length + 1]!.x - points[own.length]!.x
    if (raw.parts.length > 0) {
      const contours = raw.parts.flatMap((part, i) =>
        outline(part.glyph, place).contours.map((c) =>
          c.map((p) => ({ ...p, x: p.x + points[i]!.x, y: p.y + points[i]!.y })),
        ),
      )
      return { contours, advance }
    }
    let first = 0
    const contours = raw.ends.map((last) => {
      const contour = points.slice(first, last + 1)
      first = last + 1
      return contour
    })
    return { contours, advance }
  }

  return (
    text,
    { cap, weight = 700, width = 100, tracking = 0, x = 0, y = 0, align = 'left', tall = 1, kern = {} },
  ) => {
    const place = normalised(tables, axes, { wght: weight, wdth: width })
    const unit = cap / capHeight
    let pen = 0
    const set = [...text].map((letter, i) => {
      const { contours, advance } = outline(glyphOf(letter.codePointAt(0)!), place)
      const at = pen
      pen += advance * unit + (tracking / 1000) * cap + ((kern[text.slice(i, i + 2)] ?? 0) / 1000) * cap
      return { contours, at }
    })
    const total = pen - (tracking / 1000) * cap
    const left = align === 'left' ? x : align === 'centre' ? x - total / 2 : x - total
    const d = set.flatMap(({ contours, at }) => contours.map((c) => contourPath(c, unit, left + at, y, tall))).join('')
    return { d, width: total }
  }
}

/** Quadratic curves; two neighbouring control points imply a point halfway between them. */
function contourPath(contour: Point[], unit: number, x: number, y: number, tall: number): string {
  const fix = (n: number) => String(Math.round(n * 100) / 100)
  const px = (p: { x: number }) => fix(x + p.x * unit)
  const py = (p: { y: number }) => fix(y - p.y * unit * tall)
  const halfway = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, on: true })
  const firstOn = contour.findIndex((p) => p.on)
  const start = firstOn < 0 ? halfway(contour[0]!, contour.at(-1)!) : contour[firstOn]!
  const rest = firstOn < 0 ? contour : [...contour.slice(firstOn + 1), ...contour.slice(0, firstOn)]
  let d = `M${px(start)} ${py(start)}`
  rest.forEach((p, i) => {
    if (p.on) {
      d += `L${px(p)} ${py(p)}`
      return
    }
    const next = rest[i + 1] ?? start
    const end = next.on ? next : halfway(p, next)
    d += `Q${px(p)} ${py(p)} ${px(end)} ${py(end)}`
  })
  return `${d.replace(/(Q[^LQ]+ ([-\d.]+ [-\d.]+))L\2(?=[LQ]|$)/g, '$1')}Z`
}

function readCmap(tables: Tables): (code: number) => number {
  const cmap = tables.get('cmap')
  cmap.at = 2
  const subtables = Array.from({ length: cmap.u16() }, () => ({ platform: cmap.u32(), offset: cmap.u32() }))
  for (const { offset } of subtables) {
    cmap.at = offset
    if (cmap.u16() !== 4) continue
    cmap.at = offset + 6
    const n = cmap.u16() / 2
    const endAt = offset + 14
    return (code) => {
      for (let i = 0; i < n; i++) {
        cmap.at = endAt + i * 2
        if (cmap.u16() < code) continue
        cmap.at = endAt + 2 + n * 2 + i * 2
        const start = cmap.u16()
        if (start > code) return 0
        cmap.at = endAt + 2 + n * 4 + i * 2
        const delta = cmap.u16()
        const rangeAt = endAt + 2 + n * 6 + i * 2
        cmap.at = rangeAt
        const range = cmap.u16()
        if (range === 0) return (code + delta) & 0xffff
        cmap.at = rangeAt + range + (code - start) * 2
        return (cmap.u16() + delta) & 0xffff
      }
      return 0
    }
  }
  throw new Error('no usable character map')
}

function readAdvances(tables: Tables): number[] {
  const hhea = tables.get('hhea')
  hhea.at = 34
  const count = hhea.u16()
  const hmtx = tables.get('hmtx')
  const glyphs = tables.glyphs.length
  const whole = hmtx.bytes.length === count * 4 + (glyphs - count) * 2
  if (!whole) hmtx.at = 1
  const advances = Array.from({ length: count }, () => {
    const advance = hmtx.u16()
    if (whole) hmtx.i16()
    return advance
  })
  while (advances.length < glyphs) advances.push(advances.at(-1)!)
  return advances
}

function capHeightOf(tables: Tables, glyphOf: (code: number) => number): number {
  return Math.max(...tables.glyphs[glyphOf(72)]!.points.map((p) => p.y))
}
