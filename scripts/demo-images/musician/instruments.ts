/** Very near to instruments: keys in raking light, a hand on the fretboard, a microphone before the lamps come up. */
import { blurred } from '../blur.ts'
import { between, chance } from '../chance.ts'
import { amber, red, slate, times, tungsten } from '../colours.ts'
import { developed, type Print } from '../film.ts'
import { frame, mixFrames, shade } from '../frame.ts'
import { keyboard } from '../keyboard.ts'
import { disc } from '../light.ts'
import { box, melt, photograph, rod, type Solids, type Vec } from '../march.ts'
import { clamp, cloud, noise, smoothstep } from '../noise.ts'

const film = { exposure: 1.15, bloom: 0.24, vignette: 0.45, grain: 0.022, black: slate.night }

export async function keys(): Promise<Print> {
  const [w, h] = [1600, 1067]
  const solids = keyboard({
    pressed: 2,
    felt: [0.3, 0.012, 0.01],
    ivory: [0.74, 0.68, 0.58],
    lamps: [
      { at: [-26, 6.2, 8], colour: [2.3, 0.17, 0.1], size: 2.2 },
      { at: [30, 9, 26], colour: [2.1, 1.15, 0.5], size: 3 },
    ],
    sky: (_x, y, _z, o) => {
      o[0] = 0.004 + 0.03 * clamp(y)
      o[1] = 0.005 + 0.02 * clamp(y)
      o[2] = 0.008 + 0.02 * clamp(y)
    },
    ambient: [0.012, 0.015, 0.022],
  })
  const lens = {
    eye: [-9.5, 5.6, -6.2] as Vec,
    look: [7, -0.4, 7.4] as Vec,
    focal: 1.25,
    focus: 16.2,
    opening: 0.3,
    roll: -0.12,
  }
  const { picture } = photograph(w, h, lens, solids, 5, 0.6, 'keys')
  return developed(picture, { ...film, seed: 'keys', exposure: 1.25 })
}

export async function fretboard(): Promise<Print> {
  const [w, h] = [1600, 1067]
  const wood = noise('fret wood')
  const strings = [-2.05, -1.23, -0.41, 0.41, 1.23, 2.05]
  const thick = [0.1, 0.085, 0.07, 0.055, 0.045, 0.038]
  // Frets come closer together along the neck.
  const frets = Array.from({ length: 15 }, (_, n) => -16 + 62 * (1 - 2 ** (-n / 12)))
  const finger = (base: Vec, knuckle: Vec, joint: Vec, tip: Vec, r: number) => (x: number, y: number, z: number) => {
    const near = rod(x, y, z, base, knuckle, r * 1.12, r * 1.06)
    return melt(
      melt(near, rod(x, y, z, knuckle, joint, r * 1.04, r * 0.94), 0.2),
      rod(x, y, z, joint, tip, r * 0.92, r * 0.72),
      0.2,
    )
  }
  const hand = [
    finger([-3.4, 1.3, 5.4], [-2.6, 3.1, 4.2], [-1.7, 2.6, 2.2], [-1.3, 0.72, 1.3], 0.62),
    finger([-1.6, 1.4, 5.6], [-0.7, 3.5, 4.2], [0.35, 2.9, 1.4], [0.7, 0.74, 0.44], 0.64),
    finger([0.3, 1.3, 5.6], [1.5, 3.3, 4.4], [2.7, 2.9, 2], [3, 0.72, 1.2], 0.6),
    finger([2, 1.1, 5.6], [3.6, 2.6, 4.8], [5, 2.4, 3.2], [5.4, 0.7, 2.1], 0.5),
  ]
  const middles: readonly Vec[] = [
    [-2.3, 1.9, 3.3],
    [-0.4, 2.1, 3],
    [1.7, 2, 3.4],
    [3.7, 1.7, 3.8],
  ]
  const handAt = (x: number, y: number, z: number) => {
    if (x < -7 || x > 9 || z < -1.6) return Math.max(0.6, -7 - x, x - 9, -1.6 - z)
    let d = melt(
      rod(x, y, z, [-3.6, 0.6, 6.4], [2.4, 0.6, 6.6], 1.5),
      rod(x, y, z, [-1, -2, 8], [-2, -6, 10], 1.6),
      0.8,
    )
    for (let n = 0; n < 4; n++) {
      // Far from a finger its exact form does not matter.
      const middle = middles[n]!
      const dx = x - middle[0]
      const dy = y - middle[1]
      const dz = z - middle[2]
      const away = Math.sqrt(dx * dx + dy * dy + dz * dz) - 3.6
      d = away > 0.8 ? Math.min(d, away) : melt(d, hand[n]!(x, y, z), 0.35)
    }
    return d
  }
  const neck = (x: number, y: number, z: number) => box(x, y + 1 + z * z * 0.012, z, 80, 1, 2.75, 0.2)
  const fretAt = (x: number, y: number, z: number) => {
    // Which fret is next follows from the spacing; one look is enough.
    const share = Math.max(0.02, Math.min(1, 1 - (x + 16) / 62))
    const n = Math.max(0, Math.min(14, Math.round(-12 * Math.log2(share))))
    const dx = x - frets[n]!
    const dy = y - 0.02 + z * z * 0.012
    return Math.max(Math.sqrt(dx * dx + dy * dy) - 0.13, Math.abs(z) - 2.68)
  }
  const stringAt = (x: number, y: number, z: number) => {
    // Only the nearest string can be the nearest thing.
    const n = Math.max(0, Math.min(5, Math.round((z + 2.05) / 0.82)))
    const dy = y - 0.4
    const dz = z - strings[n]!
    const wound = n < 3 ? 0.012 * Math.sin(x * 42) : 0
    return Math.sqrt(dz * dz + dy * dy) - thick[n]! - wound
  }
  const solids: Solids = {
    distance: (x, y, z) => Math.min(neck(x, y, z), fretAt(x, y, z), stringAt(x, y, z), handAt(x, y, z), 1.4),
    surface: (x, y, z, s) => {
      const [onString, onFret, onHand, onNeck] = [stringAt(x, y, z), fretAt(x, y, z), handAt(x, y, z), neck(x, y, z)]
      const nearest = Math.min(onString, onFret, onHand, onNeck)
      if (nearest === onString) {
        s.colour = z < 0 ? [0.62, 0.42, 0.22] : [0.72, 0.7, 0.68]
        s.rough = 0.42
        s.metal = 1
      } else if (nearest === onFret) {
        s.colour = [0.7, 0.66, 0.58]
        s.rough = 0.34
        s.metal = 1
      } else if (nearest === onHand) {
        const skin = 1 + 0.2 * cloud(wood, x * 2, z * 2, 3)
        s.colour = [0.34 * skin, 0.17 * skin, 0.11 * skin]
        s.rough = 0.52
      } else {
        const grain = 0.7 + 0.5 * cloud(wood, x * 0.25, z * 4, 4) + 0.25 * wood(x * 1.2, z * 22)
        const dot = (x + 3.4) ** 2 + z * z < 0.2 || (x - 9) ** 2 + z * z < 0.2
        s.colour = dot ? [0.6, 0.56, 0.48] : [0.052 * grain, 0.026 * grain, 0.016 * grain]
        s.rough = dot ? 0.3 : 0.55
      }
    },
    lamps: [
      { at: [24, 11, 12], colour: [2.6, 1.36, 0.58], size: 2.5 },
      { at: [-12, 8, 16], colour: [1.9, 0.16, 0.1], size: 2 },
    ],
    sky: (x, y, z, o) => {
      const warm = Math.max(0, x * 0.8 + y * 0.4 + z * 0.3) ** 6
      o[0] = 0.004 + 0.5 * warm
      o[1] = 0.004 + 0.22 * warm
      o[2] = 0.006 + 0.08 * warm
    },
    ambient: [0.006, 0.007, 0.011],
    far: 42,
    ceiling: 4.4,
  }
  const lens = {
    eye: [-12.5, 4.6, -5.4] as Vec,
    look: [3.4, 0.9, 1.5] as Vec,
    focal: 1.35,
    focus: 15.2,
    opening: 0.34,
    roll: 0.06,
  }
  const { picture, cover } = photograph(w, h, lens, solids, 4, 0.55, 'fretboard')
  const rnd = chance('fretboard lights')
  const back = frame(w, h, [0.004, 0.004, 0.006])
  for (let n = 0; n < 26; n++)
    disc(
      back,
      between(rnd, 300, w),
      between(rnd, -40, 420),
      between(rnd, 34, 74),
      times(rnd() < 0.5 ? red : amber, between(rnd, 0.04, 0.22)),
      0.4,
    )
  return developed(mixFrames(back, picture, cover), { ...film, seed: 'fretboard', exposure: 1.3 })
}

/** The head of a microphone, close enough to touch, and the hall behind it as discs of light. */
export async function capsule(): Promise<Print> {
  const [w, h] = [1280, 1600]
  const scratch = noise('capsule')
  const mesh = (x: number, y: number, z: number) => {
    const r = Math.sqrt(x * x + y * y * 0.92 + z * z)
    const u = Math.atan2(x, z) * 19
    const v = Math.asin(clamp(y / r, -1, 1)) * 19
    const weave = Math.sin(u + v) * Math.sin(u - v)
    return r - 2.5 - 0.035 * weave
  }
  const band = (x: number, y: number, z: number) =>
    Math.max(Math.sqrt(x * x + z * z) - 2.62, Math.abs(y + 0.1) - 0.22) - 0.05
  const body = (x: number, y: number, z: number) => {
    const r = Math.sqrt(x * x + z * z)
    const t = clamp((-1.9 - y) / 9)
    return Math.max((r - (1.95 - 0.75 * t)) * 0.96, y + 1.9, -12 - y) - 0.06
  }
  const solids: Solids = {
    distance: (x, y, z) =>
      Math.min(
        mesh(x, y, z) * 0.75,
        band(x, y, z),
        body(x, y, z),
        Math.max(Math.sqrt(x * x + z * z) - 2.1, Math.abs(y + 1.95) - 0.16) - 0.04,
      ),
    surface: (x, y, z, s) => {
      const wear = 0.9 + 0.25 * cloud(scratch, x * 2 + z, y * 2, 4)
      const [onBody, onMesh, onBand] = [body(x, y, z), mesh(x, y, z), band(x, y, z)]
      if (onBody < onMesh && onBody < onBand) {
        s.colour = [0.028, 0.028, 0.031]
        s.rough = 0.46
      } else if (onMesh < onBand && y > -1.75) {
        const r = Math.sqrt(x * x + y * y * 0.92 + z * z)
        const u = Math.atan2(x, z) * 19
        const v = Math.asin(clamp(y / r, -1, 1)) * 19
        const hole = smoothstep(0.1, -0.75, Math.sin(u + v) * Math.sin(u - v))
        const bright = 0.62 * wear * (1 - 0.94 * hole)
        s.colour = [bright, bright * 0.97, bright * 0.93]
        s.rough = 0.4
        s.metal = 1 - hole
      } else {
        s.colour = [0.6 * wear, 0.57 * wear, 0.53 * wear]
        s.rough = 0.3
        s.metal = 1
      }
    },
    lamps: [
      { at: [10, 7, 9], colour: [3.4, 1.9, 0.9], size: 3 },
      { at: [-11, 3, 7], colour: [4.4, 0.26, 0.16], size: 3 },
      { at: [-3, 9, -9], colour: [0.2, 0.16, 0.13], size: 4 },
    ],
    sky: (x, y, z, o) => {
      const right = Math.max(0, x * 0.75 + y * 0.35 + z * 0.45) ** 5
      const left = Math.max(0, -x * 0.85 + y * 0.1 + z * 0.4) ** 5
      o[0] = 0.01 + 1.1 * right + 1.3 * left
      o[1] = 0.011 + 0.6 * right + 0.07 * left
      o[2] = 0.016 + 0.28 * right + 0.05 * left
    },
    ambient: [0.012, 0.013, 0.018],
    far: 40,
  }
  const lens = {
    eye: [-3.4, 2.6, -15] as Vec,
    look: [-0.4, -1.9, 0] as Vec,
    focal: 1.62,
    focus: 13.4,
    opening: 0.32,
    roll: 0.24,
  }
  const { picture, cover } = photograph(w, h, lens, solids, 4, 0.66, 'capsule')
  const rnd = chance('capsule hall')
  const back = frame(w, h)
  shade(back, (_x, y, o) => {
    const v = 0.008 + 0.03 * Math.exp(-(((y - 700) / 420) ** 2))
    o[0] = v * 1.2
    o[1] = v * 0.34
    o[2] = v * 0.36
  })
  for (let n = 0; n < 64; n++) {
    const y = between(rnd, 60, 1300)
    disc(
      back,
      between(rnd, -40, w + 40),
      y,
      between(rnd, 34, 84),
      times(rnd() < 0.55 ? red : rnd() < 0.7 ? amber : tungsten, between(rnd, 0.03, 0.26)),
      0.45,
    )
  }
  return developed(mixFrames(blurred(back, 2), picture, cover), { ...film, seed: 'capsule', exposure: 1.15 })
}
