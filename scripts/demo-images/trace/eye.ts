/** One ray at a time: walks until it meets a surface, asks each lamp whether it can be seen from there, and goes on where it is mirrored. */
import { clamp } from '../noise.ts'
import type { Scene, Surface } from './scene.ts'
import { cross, unit, type Vector } from './vector.ts'

const brightest = 9

export class Eye {
  r = 0
  g = 0
  b = 0
  private state = 1
  private readonly scene: Scene
  private readonly care: number
  private readonly s: Surface = { r: 0, g: 0, b: 0, rough: 1, metal: 0, wrap: 0, glow: 0, tiltX: 0, tiltY: 0, tiltZ: 0 }
  private readonly o: [number, number, number] = [0, 0, 0]
  private readonly n: [number, number, number] = [0, 0, 0]
  private readonly normals: readonly Vector[]

  constructor(scene: Scene) {
    this.scene = scene
    this.care = scene.care ?? 0.95
    this.normals = scene.panels.map(({ u, v }) => unit(cross(u, v)))
  }

  seed(x: number, y: number): void {
    let s = (Math.imul(x + 1, 374761393) + Math.imul(y + 1, 668265263)) | 0
    s = Math.imul(s ^ (s >>> 13), 1274126177)
    this.state = s ^ (s >>> 16)
  }

  random(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  look(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): void {
    this.r = 0
    this.g = 0
    this.b = 0
    this.follow(ox, oy, oz, dx, dy, dz, 1, 1, 1, 0)
    const peak = Math.max(this.r, this.g, this.b)
    if (peak > brightest) {
      this.r *= brightest / peak
      this.g *= brightest / peak
      this.b *= brightest / peak
    }
  }

  private walk(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    start: number,
    end: number,
  ): number {
    const { scene, care } = this
    let t = start
    for (let i = 0; i < 110; i++) {
      const d = scene.far(ox + dx * t, oy + dy * t, oz + dz * t)
      if (d < 0.0006 * t + 0.0008) return t
      t += d * care
      if (t > end) return -1
    }
    return t
  }

  /** Whether anything stands between a place and a lamp. */
  private blocked(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, end: number): boolean {
    const { scene, care } = this
    let t = 0.02
    for (let i = 0; i < 60; i++) {
      const d = scene.far(ox + dx * t, oy + dy * t, oz + dz * t)
      if (d < 0.002) return true
      t += Math.max(0.006, d * care)
      if (t > end) return false
    }
    return false
  }

  private follow(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    kr: number,
    kg: number,
    kb: number,
    depth: number,
  ): void {
    const { scene, s, n } = this
    const t = this.walk(ox, oy, oz, dx, dy, dz, 0.01, scene.end)
    if (t < 0) {
      scene.sky(dx, dy, dz, this.o)
      this.r += this.o[0] * kr
      this.g += this.o[1] * kg
      this.b += this.o[2] * kb
      return
    }
    const x = ox + dx * t
    const y = oy + dy * t
    const z = oz + dz * t
    const e = 0.0012 + 0.0003 * t
    // Four corners of a tetrahedron give the slope.
    const a = scene.far(x + e, y - e, z - e)
    const b = scene.far(x - e, y - e, z + e)
    const c = scene.far(x - e, y + e, z - e)
    const d = scene.far(x + e, y + e, z + e)
    s.rough = 1
    s.metal = 0
    s.wrap = 0
    s.glow = 0
    s.tiltX = 0
    s.tiltY = 0
    s.tiltZ = 0
    scene.surface(x, y, z, s)
    const slope = Math.sqrt((a - b - c + d) ** 2 + (-a - b + c + d) ** 2 + (-a + b - c + d) ** 2) || 1
    n[0] = (a - b - c + d) / slope + s.tiltX
    n[1] = (-a - b + c + d) / slope + s.tiltY
    n[2] = (-a + b - c + d) / slope + s.tiltZ
    const long = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) || 1
    const nx = n[0] / long
    const ny = n[1] / long
    const nz = n[2] / long
    const r = s.r
    const g = s.g
    const bl = s.b
    const { rough, metal, wrap, glow } = s
    this.r += r * glow * kr
    this.g += g * glow * kg
    this.b += bl * glow * kb
    const px = x + nx * 0.006
    const py = y + ny * 0.006
    const pz = z + nz * 0.006
    const facing = Math.max(0.02, -(nx * dx + ny * dy + nz * dz))
    const sheen = (1 - facing) ** 5
    const matt = 1 - metal
    const alpha = Math.max(0.03, rough * rough)

    // What the corners keep from the sky.
    const near = scene.far(x + nx * 0.25, y + ny * 0.25, z + nz * 0.25) / 0.25
    const wide = scene.far(x + nx * 0.9, y + ny * 0.9, z + nz * 0.9) / 0.9
    const open = clamp(near) * (0.35 + 0.65 * clamp(wide))

    for (let p = 0; p < scene.panels.length; p++) {
      const panel = scene.panels[p]!
      const ju = this.random() * 2 - 1
      const jv = this.random() * 2 - 1
      let lx = panel.at[0] + panel.u[0] * ju + panel.v[0] * jv - px
      let ly = panel.at[1] + panel.u[1] * ju + panel.v[1] * jv - py
      let lz = panel.at[2] + panel.u[2] * ju + panel.v[2] * jv - pz
      const away = lx * lx + ly * ly + lz * lz
      const l = Math.sqrt(away)
      lx /= l
      ly /= l
      lz /= l
      const cos = nx * lx + ny * ly + nz * lz
      const lit = (cos + wrap) / (1 + wrap)
      if (lit <= 0) continue
      const face = this.normals[p]!
      const turned = Math.abs(face[0] * lx + face[1] * ly + face[2] * lz)
      let reach = turned / away
      if (panel.gobo) reach *= panel.gobo(px, py, pz)
      if (reach <= 1e-6) continue
      if (panel.fill) reach *= open
      else if (this.blocked(px, py, pz, lx, ly, lz, Math.min(l, scene.end))) continue
      let strength = lit * matt * 0.318
      let gleam = 0
      if (cos > 0) {
        const hx = lx - dx
        const hy = ly - dy
        const hz = lz - dz
        const hl = Math.sqrt(hx * hx + hy * hy + hz * hz)
        const nh = Math.max(0, (nx * hx + ny * hy + nz * hz) / hl)
        const a2 = alpha * alpha
        const q = nh * nh * (a2 - 1) + 1
        gleam = Math.min(40, ((a2 / (Math.PI * q * q)) * cos * 0.25) / Math.max(0.1, facing))
        gleam *= rough > 0.95 ? 0 : 1
      }
      strength *= reach
      gleam *= reach
      const plain = gleam * (0.04 + 0.5 * sheen) * matt
      const own = gleam * metal
      this.r += kr * panel.colour[0] * (r * (strength + own) + plain)
      this.g += kg * panel.colour[1] * (g * (strength + own) + plain)
      this.b += kb * panel.colour[2] * (bl * (strength + own) + plain)
    }

    scene.sky(nx, ny, nz, this.o)
    this.r += kr * r * matt * this.o[0] * open * 0.6
    this.g += kg * g * matt * this.o[1] * open * 0.6
    this.b += kb * bl * matt * this.o[2] * open * 0.6

    const mirror = metal + matt * (0.03 + 0.6 * sheen) * (1 - rough)
    if (mirror < 0.02) return
    const back = 2 * (nx * dx + ny * dy + nz * dz)
    const mr = kr * mirror * (metal * r + matt)
    const mg = kg * mirror * (metal * g + matt)
    const mb = kb * mirror * (metal * bl + matt)
    if (mr + mg + mb < 0.05) return
    const j = alpha * 1.2
    let rx = dx - back * nx + (this.random() - 0.5) * j
    let ry = dy - back * ny + (this.random() - 0.5) * j
    let rz = dz - back * nz + (this.random() - 0.5) * j
    const rl = Math.sqrt(rx * rx + ry * ry + rz * rz)
    rx /= rl
    ry /= rl
    rz /= rl
    if (depth >= 1) {
      scene.sky(rx, ry, rz, this.o)
      this.r += mr * this.o[0] * open
      this.g += mg * this.o[1] * open
      this.b += mb * this.o[2] * open
      return
    }
    this.follow(px, py, pz, rx, ry, rz, mr, mg, mb, depth + 1)
  }
}
