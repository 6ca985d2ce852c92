/**
 * Opens a WOFF2 file: decompresses it and undoes its glyph transform, so that letters can be drawn as shapes and
 * no picture depends on a font being installed. Only what the site's own typefaces use is read.
 */
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { Reader } from './reader.ts'

export interface Point {
  x: number
  y: number
  on: boolean
}

export interface Part {
  glyph: number
  dx: number
  dy: number
}

/** A glyph is either contours of points, or other glyphs moved into place. */
export interface RawGlyph {
  points: Point[]
  ends: number[]
  parts: Part[]
}

export interface Tables {
  get(tag: string): Reader
  glyphs: RawGlyph[]
}

const knownTags = (
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX ' +
  'vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat ' +
  'fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
).split(' ')

export function openWoff2(path: string): Tables {
  const file = new Reader(readFileSync(path))
  file.at = 12
  const count = file.u16()
  file.at = 20
  const packedSize = file.u32()
  file.at = 48
  const entries: { tag: string; length: number }[] = []
  for (let i = 0; i < count; i++) {
    const flags = file.u8()
    const tag = (flags & 63) === 63 ? file.text(4) : knownTags[flags & 63]!
    const version = flags >> 6
    const original = file.base128()
    const transformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0
    entries.push({ tag, length: transformed ? file.base128() : original })
  }
  const body = brotliDecompressSync(file.bytes.subarray(file.at, file.at + packedSize))
  const tables = new Map<string, Uint8Array>()
  let at = 0
  for (const { tag, length } of entries) {
    tables.set(tag, body.subarray(at, at + length))
    at += length
  }
  const get = (tag: string) => {
    const bytes = tables.get(tag)
    if (!bytes) throw new Error(`${path} has no ${tag} table`)
    return new Reader(bytes)
  }
  return { get, glyphs: readGlyphs(get('glyf')) }
}

function readGlyphs(glyf: Reader): RawGlyph[] {
  glyf.at = 4
  const count = glyf.u16()
  glyf.u16()
  const sizes = Array.from({ length: 7 }, () => glyf.u32())
  const streams = sizes.map((size) => {
    const stream = new Reader(glyf.bytes.subarray(glyf.at, glyf.at + size))
    glyf.at += size
    return stream
  })
  const [contours, points, flags, data, composite] = streams as [Reader, Reader, Reader, Reader, Reader]
  return Array.from({ length: count }, () => {
    const n = contours.i16()
    if (n === 0) return { points: [], ends: [], parts: [] }
    if (n < 0) return { points: [], ends: [], parts: readParts(composite, data) }
    return readOutline(n, points, flags, data)
  })
}

function readOutline(n: number, counts: Reader, flags: Reader, data: Reader): RawGlyph {
  const ends: number[] = []
  let total = 0
  for (let i = 0; i < n; i++) {
    total += counts.u255()
    ends.push(total - 1)
  }
  const points: Point[] = []
  let x = 0
  let y = 0
  for (let i = 0; i < total; i++) {
    const flag = flags.u8()
    const [dx, dy] = readStep(flag & 127, data)
    x += dx
    y += dy
    points.push({ x, y, on: flag < 128 })
  }
  data.u255()
  return { points, ends, parts: [] }
}

/** The triplet coding of section 5.2: the flag says how many bytes carry the step and with which signs. */
function readStep(flag: number, data: Reader): [number, number] {
  const sign = (bit: number, value: number) => (bit & 1 ? value : -value)
  if (flag < 10) return [0, sign(flag, ((flag & 14) << 7) + data.u8())]
  if (flag < 20) return [sign(flag, (((flag - 10) & 14) << 7) + data.u8()), 0]
  if (flag < 84) {
    const high = flag - 20
    const low = data.u8()
    return [sign(flag, 1 + (high & 48) + (low >> 4)), sign(flag >> 1, 1 + ((high & 12) << 2) + (low & 15))]
  }
  if (flag < 120) {
    const high = flag - 84
    const dx = 1 + (Math.floor(high / 12) << 8) + data.u8()
    return [sign(flag, dx), sign(flag >> 1, 1 + (((high % 12) >> 2) << 8) + data.u8())]
  }
  if (flag < 124) {
    const first = data.u8()
    const middle = data.u8()
    return [sign(flag, (first << 4) + (middle >> 4)), sign(flag >> 1, ((middle & 15) << 8) + data.u8())]
  }
  return [sign(flag, data.u16()), sign(flag >> 1, data.u16())]
}

function readParts(composite: Reader, data: Reader): Part[] {
  const parts: Part[] = []
  let flags: number
  do {
    flags = composite.u16()
    const glyph = composite.u16()
    const wide = flags & 1
    const dx = wide ? composite.i16() : composite.i8()
    const dy = wide ? composite.i16() : composite.i8()
    composite.at += flags & 8 ? 2 : flags & 64 ? 4 : flags & 128 ? 8 : 0
    parts.push({ glyph, dx, dy })
  } while (flags & 32)
  if (flags & 256) data.u255()
  return parts
}
