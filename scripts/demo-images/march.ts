/**
 * A small camera for solid things: rays walk along a distance function, light comes from soft lamps with shadows, and the
 * lens has an opening, so only one depth is sharp. Used where a picture lives from form: keys, strings, hammers, faders.
 */
import { chance } from './chance.ts'
import { enlarged } from './film.ts'
import { type Colour, type Frame, frame, type Mask, mask } from './frame.ts'

export type Vec = readonly [number, number, number]

export interface Surface {
  colour: [number, number, number]
  /** 0 is a mirror, 1 is chalk. */
  rough: number
  /** 1 tints what it mirrors, as metal does. */
  metal: number
  glow: [number, number, number]
}

export interface Lamp {
  at: Vec
  colour: Colour
  /** How wide the lamp is: the softness of its shadows. */
  size: number
}

export interface Solids {
  distance(x: number, y: number, z: number): number
  /** Fills in what the thing at this place is made of. */
  surface(x: number, y: number, z: number, s: Surface): void
  lamps: readonly Lamp[]
  /** What is seen where nothing stands, and what shiny things mirror. */
  sky(x: number, y: number, z: number, o: [number, number, number]): void
  ambient: Colour
  far: number
  /** Nothing stands higher than this: rays start there. */
  ceiling?: number
}

export interface Lens {
  eye: Vec
  look: Vec
  /** Focal length as a share of the picture's width. */
  focal: number
  /** Distance that is sharp. */
  focus: number
  opening: number
  roll?: number
}

export interface Shot {
  picture: Frame
  /** Where something was hit. */
  cover: Mask
}

/** Traced at `scale` of the size and enlarged: depth of field and grain leave nothing that would miss the rest. */
export function photograph(
  w: number,
  h: number,
  lens: Lens,
  solids: Solids,
  samples: number,
  scale: number,
  seed: string,
): Shot {
  const [sw, sh] = [Math.round(w * scale), Math.round(h * scale)]
  const f = frame(sw, sh)
  const cover = mask(sw, sh)
  const rnd = chance(`lens ${seed}`)
  const forward = unit(minus(lens.look, lens.eye))
  const roll = lens.roll ?? 0
  const level = unit(cross([Math.sin(roll), Math.cos(roll), 0], forward))
  const up = cross(forward, level)
  const o: [number, number, number] = [0, 0, 0]
  const tracer = makeTracer(solids)
  for (let y = 0, i = 0; y < sh; y++) {
    for (let x = 0; x < sw; x++, i++) {
      const turn = rnd() * 6.283
      let r = 0
      let g = 0
      let b = 0
      let hits = 0
      for (let s = 0; s < samples; s++) {
        const px = (x + rnd() - sw / 2) / sw / lens.focal
        const py = -(y + rnd() - sh / 2) / sw / lens.focal
        const angle = turn + s * 2.39996
        const reach = lens.opening * Math.sqrt((s + 0.5) / samples)
        const lx = Math.cos(angle) * reach
        const ly = Math.sin(angle) * reach
        // The ray leaves a point of the lens and meets the others in the plane of focus.
        const tx = px * lens.focus - lx
        const ty = py * lens.focus - ly
        const dx = forward[0] * lens.focus + level[0] * tx + up[0] * ty
        const dy = forward[1] * lens.focus + level[1] * tx + up[1] * ty
        const dz = forward[2] * lens.focus + level[2] * tx + up[2] * ty
        const long = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz)
        const hit = tracer(
          lens.eye[0] + level[0] * lx + up[0] * ly,
          lens.eye[1] + level[1] * lx + up[1] * ly,
          lens.eye[2] + level[2] * lx + up[2] * ly,
          dx * long,
          dy * long,
          dz * long,
          o,
        )
        r += Math.min(o[0], 12)
        g += Math.min(o[1], 12)
        b += Math.min(o[2], 12)
        if (hit) hits++
      }
      f.px[i * 3] = r / samples
      f.px[i * 3 + 1] = g / samples
      f.px[i * 3 + 2] = b / samples
      cover.a[i] = hits / samples
    }
  }
  if (scale === 1) return { picture: f, cover }
  return { picture: enlarged(f, w, h), cover: enlargedMask(cover, w, h) }
}

type Tracer = (
  x: number,
  y: number,
  z: number,
  dx: number,
  dy: number,
  dz: number,
  o: [number, number, number],
) => boolean

function makeTracer({ distance, surface, lamps, sky, ambient, far, ceiling = 1e9 }: Solids): Tracer {
  const s: Surface = { colour: [1, 1, 1], rough: 0.5, metal: 0, glow: [0, 0, 0] }
  const seen: [number, number, number] = [0, 0, 0]

  const shadow = (x: number, y: number, z: number, dx: number, dy: number, dz: number, reach: number, size: number) => {
    let open = 1
    let t = 0.03
    for (let n = 0; n < 26 && t < reach; n++) {
      const d = distance(x + dx * t, y + dy * t, z + dz * t)
      if (d < 0.001) return 0
      open = Math.min(open, (d * reach) / (size * t))
      t += Math.max(0.02, d)
    }
    return open * open * (3 - 2 * open)
  }

  return (x, y, z, dx, dy, dz, o) => {
    let t = y > ceiling ? (dy < 0 ? (ceiling - y) / dy : far + 1) : 0
    let near = 0
    for (let n = 0; n < 140; n++) {
      near = distance(x + dx * t, y + dy * t, z + dz * t)
      if (near < 0.0007 * (1 + t) || t > far) break
      t += near * 0.92
    }
    if (t > far || near > 0.02 * (1 + t)) {
      sky(dx, dy, dz, o)
      return false
    }
    const px = x + dx * t
    const py = y + dy * t
    const pz = z + dz * t
    const e = 0.0012 * (1 + t * 0.3)
    const a = distance(px + e, py - e, pz - e)
    const b = distance(px - e, py - e, pz + e)
    const c = distance(px - e, py + e, pz - e)
    const d = distance(px + e, py + e, pz + e)
    let nx = a - b - c + d
    let ny = -a - b + c + d
    let nz = -a + b - c + d
    const nl = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz || 1)
    nx *= nl
    ny *= nl
    nz *= nl
    s.colour[0] = s.colour[1] = s.colour[2] = 0.5
    s.rough = 0.5
    s.metal = 0
    s.glow[0] = s.glow[1] = s.glow[2] = 0
    surface(px, py, pz, s)
    const facing = Math.max(0.02, -(nx * dx + ny * dy + nz * dz))
    // Corners see less of the sky.
    const open = Math.min(1, Math.max(0, 0.25 + 2.4 * distance(px + nx * 0.3, py + ny * 0.3, pz + nz * 0.3)))
    let dr = ambient[0] * open
    let dg = ambient[1] * open
    let db = ambient[2] * open
    let gr = 0
    let gg = 0
    let gb = 0
    const sharp = 2 / Math.max(0.0004, s.rough ** 4) - 2
    for (let n = 0; n < lamps.length; n++) {
      const lamp = lamps[n]!
      let lx = lamp.at[0] - px
      let ly = lamp.at[1] - py
      let lz = lamp.at[2] - pz
      const reach = Math.sqrt(lx * lx + ly * ly + lz * lz)
      lx /= reach
      ly /= reach
      lz /= reach
      const incoming = nx * lx + ny * ly + nz * lz
      if (incoming <= 0) continue
      const lit = shadow(px + nx * 0.012, py + ny * 0.012, pz + nz * 0.012, lx, ly, lz, reach, lamp.size)
      if (lit <= 0.003) continue
      let hx = lx - dx
      let hy = ly - dy
      let hz = lz - dz
      const hl = 1 / Math.sqrt(hx * hx + hy * hy + hz * hz)
      hx *= hl
      hy *= hl
      hz *= hl
      const half = Math.max(0, nx * hx + ny * hy + nz * hz)
      const glint = ((sharp + 2) / 8) * half ** sharp * incoming * lit
      const soft = incoming * lit
      dr += lamp.colour[0] * soft
      dg += lamp.colour[1] * soft
      db += lamp.colour[2] * soft
      gr += lamp.colour[0] * glint
      gg += lamp.colour[1] * glint
      gb += lamp.colour[2] * glint
    }
    const edge = (1 - facing) ** 5
    const base = 0.04 + 0.96 * edge * (1 - s.rough * 0.85)
    const k = 2 * (nx * dx + ny * dy + nz * dz)
    sky(dx - k * nx, dy - k * ny, dz - k * nz, seen)
    const gloss = (1 - s.rough) ** 2 * open
    const matt = 1 - s.metal
    const plain = matt * base
    const r = s.colour[0]
    const g = s.colour[1]
    const bl = s.colour[2]
    o[0] = s.glow[0] + dr * r * matt + (s.metal * r + plain) * (gr + seen[0] * gloss)
    o[1] = s.glow[1] + dg * g * matt + (s.metal * g + plain) * (gg + seen[1] * gloss)
    o[2] = s.glow[2] + db * bl * matt + (s.metal * bl + plain) * (gb + seen[2] * gloss)
    return true
  }
}

const minus = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const cross = (a: Vec, b: Vec): Vec => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
function unit(v: Vec): Vec {
  const long = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
  return [v[0] / long, v[1] / long, v[2] / long]
}

function enlargedMask(m: Mask, w: number, h: number): Mask {
  const f = frame(m.w, m.h)
  for (let i = 0; i < m.a.length; i++) f.px[i * 3] = m.a[i]!
  const big = enlarged(f, w, h)
  const out = mask(w, h)
  for (let i = 0; i < out.a.length; i++) out.a[i] = big.px[i * 3]!
  return out
}

/** A box with half sizes and rounded edges. These run a hundred million times: no arrays are made here. */
export function box(x: number, y: number, z: number, hx: number, hy: number, hz: number, round: number): number {
  const qx = Math.abs(x) - hx + round
  const qy = Math.abs(y) - hy + round
  const qz = Math.abs(z) - hz + round
  const ox = Math.max(qx, 0)
  const oy = Math.max(qy, 0)
  const oz = Math.max(qz, 0)
  return Math.sqrt(ox * ox + oy * oy + oz * oz) + Math.min(0, Math.max(qx, qy, qz)) - round
}

/** A rod with round ends between two points. */
export function rod(x: number, y: number, z: number, a: Vec, b: Vec, ra: number, rb = ra): number {
  const ux = b[0] - a[0]
  const uy = b[1] - a[1]
  const uz = b[2] - a[2]
  const vx = x - a[0]
  const vy = y - a[1]
  const vz = z - a[2]
  let t = (ux * vx + uy * vy + uz * vz) / (ux * ux + uy * uy + uz * uz)
  t = Math.max(0, Math.min(1, t))
  const wx = vx - ux * t
  const wy = vy - uy * t
  const wz = vz - uz * t
  return Math.sqrt(wx * wx + wy * wy + wz * wz) - (ra + (rb - ra) * t)
}

/** Two forms that flow into each other. */
export function melt(a: number, b: number, k: number): number {
  let h = 0.5 + (0.5 * (b - a)) / k
  h = Math.max(0, Math.min(1, h))
  return b + (a - b) * h - k * h * (1 - h)
}
