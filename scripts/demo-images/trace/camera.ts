/**
 * A small camera for things too near to be drawn flat: walks rays through a field of distances, with a lens that has an
 * opening (so that only one plane is sharp), lamps that have a size (so that shadows soften), and mirrors that mirror.
 */
import { enlarged } from '../film.ts'
import { type Frame, frame } from '../frame.ts'
import { Eye } from './eye.ts'
import type { Scene } from './scene.ts'
import { cross, length, sub, turned, unit, type Vector } from './vector.ts'

export interface Camera {
  from: Vector
  to: Vector
  /** Height of the picture at distance one. */
  view: number
  /** Radius of the lens opening. */
  lens: number
  /** Distance of the sharp plane; the distance to `to` if left out. */
  focus?: number
  /** Moves the picture on the film without turning the camera, in picture heights. */
  shift?: readonly [number, number]
  roll?: number
}

export interface Quality {
  /** Rays a pixel at least and at most; pixels that do not agree with themselves get more. */
  rays: readonly [number, number]
  /** Traced smaller by this and enlarged. */
  shrink?: number
}

/** For trying things out: `DRAFT=4` traces a quarter of the width and few rays. */
const draft = Number(process.env.DRAFT ?? 1)

export function traced(scene: Scene, camera: Camera, w: number, h: number, quality: Quality): Frame {
  const shrink = (quality.shrink ?? 1) * draft
  const f = frame(Math.round(w / shrink), Math.round(h / shrink))
  const least = draft > 1 ? 3 : quality.rays[0]
  const most = draft > 1 ? 6 : quality.rays[1]
  expose(f, scene, camera, least, most)
  return shrink === 1 ? f : enlarged(f, w, h)
}

function expose(f: Frame, scene: Scene, camera: Camera, least: number, most: number): void {
  const ahead = unit(sub(camera.to, camera.from))
  const level = unit(cross(ahead, [0, 1, 0]))
  const upright = cross(level, ahead)
  const cos = Math.cos(camera.roll ?? 0)
  const sin = Math.sin(camera.roll ?? 0)
  const right = turned(level, cos, upright, sin)
  const up = turned(upright, cos, level, -sin)
  const focus = camera.focus ?? length(sub(camera.to, camera.from))
  const [shiftX, shiftY] = camera.shift ?? [0, 0]
  const eye = new Eye(scene)
  const { from } = camera
  for (let y = 0, i = 0; y < f.h; y++) {
    for (let x = 0; x < f.w; x++, i += 3) {
      eye.seed(x, y)
      const turn = eye.random()
      let r = 0
      let g = 0
      let b = 0
      let low = 1e9
      let high = 0
      let n = 0
      for (; n < most; n++) {
        if (n >= least && high - low < 0.05 + 0.22 * (high + low)) break
        // Sunflower over the opening, turned for each pixel.
        const ring = Math.sqrt(((n * 0.6180339887 + turn) % 1) * 0.98 + 0.01)
        const angle = (n * 0.7548776662 + turn * 3.7) * Math.PI * 2
        const lx = Math.cos(angle) * ring * camera.lens
        const ly = Math.sin(angle) * ring * camera.lens
        const px = ((x + eye.random() - f.w / 2) / f.h - shiftX) * camera.view * focus
        const py = -((y + eye.random() - f.h / 2) / f.h - shiftY) * camera.view * focus
        const ox = from[0] + right[0] * lx + up[0] * ly
        const oy = from[1] + right[1] * lx + up[1] * ly
        const oz = from[2] + right[2] * lx + up[2] * ly
        let dx = ahead[0] * focus + right[0] * (px - lx) + up[0] * (py - ly)
        let dy = ahead[1] * focus + right[1] * (px - lx) + up[1] * (py - ly)
        let dz = ahead[2] * focus + right[2] * (px - lx) + up[2] * (py - ly)
        const d = Math.sqrt(dx * dx + dy * dy + dz * dz)
        dx /= d
        dy /= d
        dz /= d
        scene.moment?.((n * 0.6180339887 + turn * 7.3) % 1)
        eye.look(ox, oy, oz, dx, dy, dz)
        r += eye.r
        g += eye.g
        b += eye.b
        const l = eye.r * 0.3 + eye.g * 0.6 + eye.b * 0.1
        const seen = l / (1 + l)
        if (seen < low) low = seen
        if (seen > high) high = seen
      }
      f.px[i] = r / n
      f.px[i + 1] = g / n
      f.px[i + 2] = b / n
    }
  }
}
