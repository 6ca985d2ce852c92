/** Smooth seeded noise: fog, water, cloth, paper and wood are all made of it. Values lie between -1 and 1. */
import { chance } from './chance.ts'

export type Noise = (x: number, y: number, z?: number) => number

export function noise(seed: string): Noise {
  const rnd = chance(seed)
  const order = Array.from({ length: 256 }, (_, i) => i)
  for (let i = 255; i > 0; i--) {
    const j = Math.floor(rnd() * (i + 1))
    const held = order[i]!
    order[i] = order[j]!
    order[j] = held
  }
  const perm = new Uint8Array(512)
  for (let i = 0; i < 512; i++) perm[i] = order[i & 255]!

  const flat = (hash: number, x: number, y: number) => {
    const h = hash & 7
    const u = h < 4 ? x : y
    const v = h < 4 ? y : x
    return (h & 1 ? -u : u) + (h & 2 ? -0.5 * v : 0.5 * v)
  }
  const solid = (hash: number, x: number, y: number, z: number) => {
    const h = hash & 15
    const u = h < 8 ? x : y
    const v = h < 4 ? y : h === 12 || h === 14 ? x : z
    return (h & 1 ? -u : u) + (h & 2 ? -v : v)
  }

  return (x, y, z) => {
    const fx = Math.floor(x)
    const fy = Math.floor(y)
    const xi = fx & 255
    const yi = fy & 255
    const dx = x - fx
    const dy = y - fy
    const u = dx * dx * dx * (dx * (dx * 6 - 15) + 10)
    const v = dy * dy * dy * (dy * (dy * 6 - 15) + 10)
    const a = perm[xi]! + yi
    const b = perm[xi + 1]! + yi
    if (z === undefined) {
      const low = lerp(flat(perm[a]!, dx, dy), flat(perm[b]!, dx - 1, dy), u)
      const high = lerp(flat(perm[a + 1]!, dx, dy - 1), flat(perm[b + 1]!, dx - 1, dy - 1), u)
      return lerp(low, high, v)
    }
    const fz = Math.floor(z)
    const zi = fz & 255
    const dz = z - fz
    const w = dz * dz * dz * (dz * (dz * 6 - 15) + 10)
    const aa = perm[a]! + zi
    const ab = perm[a + 1]! + zi
    const ba = perm[b]! + zi
    const bb = perm[b + 1]! + zi
    return lerp(
      lerp(
        lerp(solid(perm[aa]!, dx, dy, dz), solid(perm[ba]!, dx - 1, dy, dz), u),
        lerp(solid(perm[ab]!, dx, dy - 1, dz), solid(perm[bb]!, dx - 1, dy - 1, dz), u),
        v,
      ),
      lerp(
        lerp(solid(perm[aa + 1]!, dx, dy, dz - 1), solid(perm[ba + 1]!, dx - 1, dy, dz - 1), u),
        lerp(solid(perm[ab + 1]!, dx, dy - 1, dz - 1), solid(perm[bb + 1]!, dx - 1, dy - 1, dz - 1), u),
        v,
      ),
      w,
    )
  }
}

/** Octaves of noise on top of each other, each half as large and half as strong. */
export function cloud(n: Noise, x: number, y: number, octaves = 5, z?: number): number {
  let sum = 0
  let strength = 0.5
  let at = 1
  for (let i = 0; i < octaves; i++) {
    sum += strength * n(x * at + i * 17.3, y * at - i * 9.1, z)
    at *= 2.02
    strength *= 0.5
  }
  return sum
}

/** Much faster than Math.hypot, which guards against overflow that no picture has. */
export const dist = (x: number, y: number) => Math.sqrt(x * x + y * y)

export const lerp = (a: number, b: number, t: number) => a + (b - a) * t

export const clamp = (v: number, low = 0, high = 1) => Math.max(low, Math.min(high, v))

export function smoothstep(from: number, to: number, v: number): number {
  const t = clamp((v - from) / (to - from))
  return t * t * (3 - 2 * t)
}
