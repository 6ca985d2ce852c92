/** Setlight's first picture: a small stage at the far right of a dark room, and its light on the floor. */
import { developed, type Print } from '../film.ts'
import { type Frame, frame, layOver, painted, shade } from '../frame.ts'
import { lerp, smoothstep } from '../noise.ts'
import { path } from '../shapes.ts'
import { bigShoulders } from '../type/lettering.ts'
import { floodWater } from '../water.ts'
import { night } from './colours.ts'
import { audience, chorus, type Stage, smallStage } from './stage.ts'

const film = { exposure: 1.25, bloom: 0.3, vignette: 0.3, grain: 0.022, black: night }

interface Room extends Stage {
  w: number
  h: number
}

async function room(r: Room): Promise<Frame> {
  const f = frame(r.w, r.h)
  await smallStage(f, r)
  // A varnished floor: still enough to mirror, worn enough to blur.
  const line = Math.round(r.floor + 58 * r.k)
  floodWater(f, {
    seed: r.seed,
    line,
    focal: 1500 * r.k,
    scale: 3,
    chop: 0.012,
    blur: 0.05,
    sway: 0.25,
    samples: 12,
    shine: 0.75,
  })
  return f
}

export async function makeHero(): Promise<Print> {
  const [w, h] = [2400, 1500]
  const r: Room = { w, h, x: 1640, floor: 1010, k: 1.22, cue: chorus, seed: 'setlight hero' }
  const f = await room(r)
  await audience(
    f,
    [
      { y: 1230, size: 330, step: 116, veil: 0.06 },
      { y: 1330, size: 520, step: 200, veil: 0 },
    ],
    r,
  )
  shade(f, (x, y, o) => {
    const k = lerp(0.3, 1, smoothstep(0, 0.45 * w, x)) * (1 - 0.7 * smoothstep(h * 0.72, h, y))
    for (let c = 0; c < 3; c++) o[c]! *= k
  })
  return developed(f, { ...film, seed: 'setlight hero' })
}

export async function makeTallHero(): Promise<Print> {
  const [w, h] = [1200, 1800]
  const r: Room = { w, h, x: 640, floor: 900, k: 0.92, cue: chorus, seed: 'setlight tall' }
  const f = await room(r)
  await audience(
    f,
    [
      { y: 1110, size: 270, step: 96, veil: 0.06 },
      { y: 1200, size: 430, step: 166, veil: 0 },
    ],
    r,
  )
  shade(f, (_x, y, o) => {
    const k = 1 - 0.75 * smoothstep(h * 0.58, h * 0.8, y)
    for (let c = 0; c < 3; c++) o[c]! *= k
  })
  return developed(f, { ...film, seed: 'setlight tall' })
}

export async function makeCard(): Promise<Print> {
  const [w, h] = [1200, 630]
  const r: Room = { w, h, x: 905, floor: 455, k: 0.54, cue: chorus, seed: 'setlight card' }
  const f = await room(r)
  shade(f, (x, y, o) => {
    const k = lerp(0.25, 1, smoothstep(0.05 * w, 0.5 * w, x)) * (1 - 0.5 * smoothstep(h * 0.75, h, y))
    for (let c = 0; c < 3; c++) o[c]! *= k
  })
  const name = path(bigShoulders('SETLIGHT', { cap: 116, weight: 860, x: 58, y: 500 }).d, '#f4f2ff')
  const line = path(
    bigShoulders('LIGHTING CUES FOR SMALL STAGES', { cap: 24, weight: 700, tracking: 90, x: 60, y: 556 }).d,
    '#9df1da',
  )
  layOver(f, await painted(name + line, w, h), 0.95)
  return developed(f, { ...film, seed: 'setlight card' })
}
