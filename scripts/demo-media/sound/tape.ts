/** The machine: reels that do not run quite evenly, a head that rounds off what is loud, and hiss. */
import { type Chance, chance } from '../../demo-images/chance.ts'
import { highPass, lowPass } from './filters.ts'
import { sine } from './sine.ts'
import { rate, type Stereo } from './take.ts'

export interface Tape {
  seed: string
  /** 1 is a good machine, 4 is a bad one. */
  wobble: number
  hiss: number
  /** How hard it is driven. */
  drive?: number
  /** The highest frequency it keeps. */
  bright?: number
}

export function taped({ left, right }: Stereo, { seed, wobble, hiss, drive = 1.1, bright = 13_000 }: Tape): Stereo {
  const rnd = chance(`tape ${seed}`)
  const shift = wander(left.length, wobble, rnd)
  const side = (track: Float32Array) => {
    const out = pulled(track, shift)
    for (let i = 0; i < out.length; i++) out[i] = Math.tanh(out[i]! * drive) / drive
    lowPass(out, bright)
    const noise = new Float32Array(out.length)
    for (let i = 0; i < noise.length; i++) noise[i] = rnd() * 2 - 1
    lowPass(highPass(noise, 900), 7600)
    for (let i = 0; i < out.length; i++) out[i]! += noise[i]! * hiss
    return out
  }
  return { left: side(left), right: side(right) }
}

/** How many samples late each moment is: a slow turn of the reel, a slower drift, and the flutter of the capstan. */
function wander(samples: number, wobble: number, rnd: Chance): Float32Array {
  const [a, b, c] = [rnd(), rnd(), rnd()]
  const out = new Float32Array(samples)
  for (let i = 0; i < samples; i++) {
    const t = i / rate
    out[i] = wobble * (22 + 14 * sine(0.57 * t + a) + 7 * sine(0.23 * t + b) + 0.35 * sine(6.7 * t + c))
  }
  return out
}

function pulled(track: Float32Array, shift: Float32Array): Float32Array {
  return track.map((_, i) => {
    const at = i - shift[i]!
    const low = Math.floor(at)
    if (low < 1) return 0
    const [p, q, r, s] = [track[low - 1]!, track[low]!, track[low + 1] ?? 0, track[low + 2] ?? 0]
    const t = at - low
    return q + 0.5 * t * (r - p + t * (2 * p - 5 * q + 4 * r - s + t * (3 * (q - r) + s - p)))
  })
}
