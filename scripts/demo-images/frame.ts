/**
 * A frame holds linear light, three floats a pixel and no upper limit, so that lamps may be a hundred times brighter
 * than walls and only the film (film.ts) decides what becomes white. A mask holds how much of a pixel is covered.
 */
import sharp from 'sharp'
import { clamp } from './noise.ts'

export type Colour = readonly [number, number, number]

export interface Frame {
  w: number
  h: number
  px: Float32Array
}

export interface Mask {
  w: number
  h: number
  a: Float32Array
}

export function frame(w: number, h: number, colour: Colour = [0, 0, 0]): Frame {
  const px = new Float32Array(w * h * 3)
  if (colour.some((c) => c !== 0)) for (let i = 0; i < px.length; i++) px[i] = colour[i % 3]!
  return { w, h, px }
}

export const mask = (w: number, h: number): Mask => ({ w, h, a: new Float32Array(w * h) })

export const copy = (f: Frame): Frame => ({ w: f.w, h: f.h, px: f.px.slice() })

/** Calls the shader for each pixel with its present light in `o`; what the shader leaves in `o` is kept. */
export function shade(f: Frame, shader: (x: number, y: number, o: [number, number, number]) => void): Frame {
  const o: [number, number, number] = [0, 0, 0]
  for (let y = 0, i = 0; y < f.h; y++) {
    for (let x = 0; x < f.w; x++, i += 3) {
      o[0] = f.px[i]!
      o[1] = f.px[i + 1]!
      o[2] = f.px[i + 2]!
      shader(x, y, o)
      f.px[i] = o[0]
      f.px[i + 1] = o[1]
      f.px[i + 2] = o[2]
    }
  }
  return f
}

export function shadeMask(m: Mask, shader: (x: number, y: number, a: number) => number): Mask {
  for (let y = 0, i = 0; y < m.h; y++) for (let x = 0; x < m.w; x++, i++) m.a[i] = shader(x, y, m.a[i]!)
  return m
}

const linearOf = new Float32Array(256)
for (let i = 0; i < 256; i++) linearOf[i] = linear(i / 255)

export function linear(s: number): number {
  return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4
}

export function encoded(l: number): number {
  return l <= 0.0031308 ? l * 12.92 : 1.055 * l ** (1 / 2.4) - 0.055
}

/** Linear light of a `#rrggbb` colour, times a gain. */
export function hex(code: string, gain = 1): Colour {
  const part = (i: number) => linear(Number.parseInt(code.slice(i, i + 2), 16) / 255) * gain
  return [part(1), part(3), part(5)]
}

export const luma = (r: number, g: number, b: number) => 0.2126 * r + 0.7152 * g + 0.0722 * b

async function pixels(body: string, w: number, h: number, view: string): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="${view}" preserveAspectRatio="none">${body}</svg>`
  return sharp(Buffer.from(svg), { unlimited: true }).ensureAlpha().raw().toBuffer()
}

/** How far an SVG drawing covers each pixel; its colours do not matter. */
export async function drawn(body: string, w: number, h: number, view = `0 0 ${w} ${h}`): Promise<Mask> {
  const raw = await pixels(body, w, h, view)
  const m = mask(w, h)
  for (let i = 0; i < m.a.length; i++) m.a[i] = raw[i * 4 + 3]! / 255
  return m
}

export interface Drawing {
  colour: Frame
  cover: Mask
}

/** An SVG drawing with its own colours as linear light. */
export async function painted(body: string, w: number, h: number, view = `0 0 ${w} ${h}`): Promise<Drawing> {
  const raw = await pixels(body, w, h, view)
  const colour = frame(w, h)
  const cover = mask(w, h)
  for (let i = 0; i < w * h; i++) {
    cover.a[i] = raw[i * 4 + 3]! / 255
    for (let c = 0; c < 3; c++) colour.px[i * 3 + c] = linearOf[raw[i * 4 + c]!]!
  }
  return { colour, cover }
}

/** Lays a drawing over the frame; `gain` lets painted lamps shine brighter than paper white. */
export function layOver(f: Frame, { colour, cover }: Drawing, gain = 1): Frame {
  for (let i = 0; i < cover.a.length; i++) {
    const a = cover.a[i]!
    if (a === 0) continue
    for (let c = 0; c < 3; c++) f.px[i * 3 + c] = f.px[i * 3 + c]! * (1 - a) + colour.px[i * 3 + c]! * gain * a
  }
  return f
}

/** Adds a drawing's light without hiding what is behind it. */
export function layLight(f: Frame, { colour, cover }: Drawing, gain = 1): Frame {
  for (let i = 0; i < cover.a.length; i++) {
    const a = cover.a[i]! * gain
    if (a === 0) continue
    for (let c = 0; c < 3; c++) f.px[i * 3 + c]! += colour.px[i * 3 + c]! * a
  }
  return f
}

/** Covers the masked part with one colour. */
export function fill(f: Frame, m: Mask, colour: Colour, strength = 1): Frame {
  for (let i = 0; i < m.a.length; i++) {
    const a = m.a[i]! * strength
    if (a === 0) continue
    for (let c = 0; c < 3; c++) f.px[i * 3 + c] = f.px[i * 3 + c]! * (1 - a) + colour[c]! * a
  }
  return f
}

/** Adds `other`, tinted. */
export function add(f: Frame, other: Frame, tint: number | Colour = 1): Frame {
  const t = typeof tint === 'number' ? [tint, tint, tint] : tint
  for (let i = 0; i < f.px.length; i++) f.px[i]! += other.px[i]! * t[i % 3]!
  return f
}

/** Lays `other` over the frame where the mask is. */
export function mixFrames(f: Frame, other: Frame, m: Mask): Frame {
  for (let i = 0; i < m.a.length; i++) {
    const a = m.a[i]!
    for (let c = 0; c < 3; c++) f.px[i * 3 + c] = f.px[i * 3 + c]! * (1 - a) + other.px[i * 3 + c]! * a
  }
  return f
}

/** Moves a colour towards another, in place. */
export function lerpInto(o: [number, number, number], to: Colour, t: number): void {
  o[0] += (to[0] - o[0]) * t
  o[1] += (to[1] - o[1]) * t
  o[2] += (to[2] - o[2]) * t
}

/** Light at a place between pixels; beyond the edge the edge goes on. */
export function sample(f: Frame, x: number, y: number, o: [number, number, number]): void {
  const cx = clamp(x, 0, f.w - 1.001)
  const cy = clamp(y, 0, f.h - 1.001)
  const x0 = cx | 0
  const y0 = cy | 0
  const u = cx - x0
  const v = cy - y0
  const i = (y0 * f.w + x0) * 3
  const j = i + f.w * 3
  const { px } = f
  for (let c = 0; c < 3; c++) {
    const top = px[i + c]! + (px[i + c + 3]! - px[i + c]!) * u
    const low = px[j + c]! + (px[j + c + 3]! - px[j + c]!) * u
    o[c] = top + (low - top) * v
  }
}

export function sampleMask(m: Mask, x: number, y: number): number {
  const cx = clamp(x, 0, m.w - 1.001)
  const cy = clamp(y, 0, m.h - 1.001)
  const x0 = cx | 0
  const y0 = cy | 0
  const i = y0 * m.w + x0
  const top = m.a[i]! + (m.a[i + 1]! - m.a[i]!) * (cx - x0)
  const low = m.a[i + m.w]! + (m.a[i + m.w + 1]! - m.a[i + m.w]!) * (cx - x0)
  return top + (low - top) * (cy - y0)
}
