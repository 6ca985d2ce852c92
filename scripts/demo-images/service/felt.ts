/** Felt by the strip, fanned out under the lamp: every thickness and colour that a piano has inside. */
import { developed, type Print } from '../film.ts'
import { hex } from '../frame.ts'
import { cloud, noise, smoothstep } from '../noise.ts'
import { box, rod } from '../trace/bodies.ts'
import { traced } from '../trace/camera.ts'
import { fillLight, panel, type Scene, type Surface, tint } from '../trace/scene.ts'
import { brass, lowSun, northLight } from './colours.ts'

const strips = [
  '#3a2b20',
  '#e0d6c2',
  '#7c2220',
  '#234a3f',
  '#b8975c',
  '#3c665a',
  '#54201f',
  '#163a2d',
  '#e6decd',
  '#2b5a4e',
].map((code, n, all) => {
  const angle = -0.92 + (n / (all.length - 1)) * 1.75
  const thick = [0.42, 0.7, 0.3, 0.85, 0.36, 0.6, 0.3, 0.95, 0.5, 0.4][n]!
  return { colour: hex(code), cos: Math.cos(angle), sin: Math.sin(angle), thick }
})
let height = 0
const stack = strips.map((strip) => {
  height += strip.thick
  return { ...strip, y: height - strip.thick / 2 }
})
const top = height
const fluff = noise('felt fluff')
const weave = noise('table')

/** A strip from its pivot at the origin along z; it sags a little towards its end. */
const stripAt = (x: number, y: number, z: number, n: number) => {
  const { cos, sin, thick, y: at } = stack[n]!
  const lx = x * cos - z * sin
  const lz = x * sin + z * cos
  const sag = lz > 3 ? (lz - 3) ** 2 * 0.02 * (at / top) : 0
  return box(lx, y - at + sag, lz - 6.2, 1.5, thick / 2, 7.6, Math.min(0.16, thick * 0.4)) * 0.93
}

const nearest = (x: number, y: number, z: number) => {
  let best = 0
  let d = 99
  for (let n = 0; n < stack.length; n++) {
    const at = stripAt(x, y, z, n)
    if (at < d) {
      d = at
      best = n
    }
  }
  return [best, d] as const
}

const rivet = (x: number, y: number, z: number) => rod(x, z, y - top, 0.42, 0.16, 0.12)

const scene: Scene = {
  end: 80,
  care: 0.9,
  far(x, y, z) {
    const over = y - top - 0.5
    if (over > 0.6) return over
    let d = Math.min(y, rivet(x, y, z))
    for (let n = 0; n < stack.length; n++) d = Math.min(d, stripAt(x, y, z, n))
    return d
  },
  surface(x, y, z, s: Surface) {
    if (rivet(x, y, z) < 0.022) {
      tint(s, brass)
      s.metal = 1
      s.rough = 0.28
      return
    }
    const [n, d] = nearest(x, y, z)
    if (d > 0.03) {
      tint(s, hex('#4a2f1c'), 0.55 + 0.35 * cloud(weave, x * 0.25, z * 2.6, 4) + 0.1 * weave(x * 2, z * 18))
      s.rough = 0.55
      return
    }
    const strip = stack[n]!
    const wool = 1 + 0.28 * cloud(fluff, x * 2.4 + n * 11, z * 2.4, 5, y * 6)
    tint(s, strip.colour, wool)
    s.wrap = 0.25
    s.tiltX = 0.42 * fluff(x * 11, y * 11, z * 11) + 0.25 * fluff(x * 34, y * 34, z * 34)
    s.tiltY = 0.3 * fluff(x * 11 + 50, y * 11, z * 11)
    s.tiltZ = 0.42 * fluff(x * 11 + 90, y * 11, z * 11) + 0.25 * fluff(x * 34 + 20, y * 34, z * 34)
  },
  panels: [
    panel([26, 17, 12], [2, 0, -3], [0, 3, 0], lowSun, 1.9),
    fillLight([-14, 22, -10], [5, 0, 0], [0, 3, 5], northLight, 0.22),
  ],
  sky: (_x, y, _z, o) => {
    const v = 0.02 + 0.06 * smoothstep(0, 1, y)
    o[0] = v
    o[1] = v * 0.93
    o[2] = v * 0.84
  },
}

export async function feltFan(): Promise<Print> {
  const camera = {
    from: [2.5, 19, -8],
    to: [0.6, 2.2, 6.2],
    view: 0.74,
    lens: 0.42,
    focus: 20,
    roll: -0.12,
    shift: [0.06, -0.02],
  } as const
  const f = traced(scene, camera, 1600, 1200, { rays: [6, 16], shrink: 1.7 })
  return developed(f, {
    seed: 'felt',
    exposure: 0.95,
    bloom: 0.1,
    vignette: 0.36,
    grain: 0.02,
    saturation: 0.82,
    black: hex('#0a0806'),
  })
}
