/** The room and the echo: what the air and the far wall make of what is sent to them. */
import { highPass, lowPass } from './filters.ts'
import { rate, type Stereo, silence } from './take.ts'

export interface Room {
  /** Seconds until it has died away. */
  seconds: number
  /** Above this the walls are soft. */
  bright?: number
  /** Seconds before the first wall answers. */
  distance?: number
}

const lengths = [1709, 2003, 2341, 2689, 3001, 3407, 3853, 4297]

/** Eight delays that feed each other, which thickens with time as real rooms do. */
export function roomOf(sent: Stereo, { seconds, bright = 4200, distance = 0.02 }: Room): Stereo {
  const samples = sent.left.length
  const out = silence(samples)
  const lines = lengths.map((length) => new Float32Array(length))
  const gains = lengths.map((length) => 10 ** ((-3 * length) / rate / seconds))
  const keep = Math.exp((-2 * Math.PI * bright) / rate)
  const damped = new Float32Array(8)
  const heads = new Uint16Array(8)
  const before = Math.round(distance * rate)
  const left = smeared(sent.left, [142, 379, 107])
  const right = smeared(sent.right, [151, 397, 113])
  for (let i = before; i < samples; i++) {
    let sum = 0
    for (let n = 0; n < 8; n++) {
      damped[n] = lines[n]![heads[n]!]! * (1 - keep) + damped[n]! * keep
      sum += damped[n]!
    }
    const shared = sum * 0.25
    let [l, r] = [0, 0]
    for (let n = 0; n < 8; n++) {
      const value = damped[n]!
      if (n % 2) r += n % 4 === 1 ? value : -value
      else l += n % 4 === 0 ? value : -value
      lines[n]![heads[n]!] = (value - shared) * gains[n]! + (n % 2 ? right : left)[i - before]! * 0.5
      heads[n] = (heads[n]! + 1) % lengths[n]!
    }
    out.left[i] = l
    out.right[i] = r
  }
  for (const side of [out.left, out.right]) highPass(side, 140)
  return out
}

/** All-pass delays in a row: a click becomes a short rush. */
function smeared(track: Float32Array, delays: readonly number[]): Float32Array {
  let out = track
  for (const length of delays) {
    const held = new Float32Array(length)
    out = out.map((x, i) => {
      const was = held[i % length]!
      const now = x + was * 0.6
      held[i % length] = now
      return was - now * 0.6
    })
  }
  return out
}

export interface Echo {
  seconds: number
  /** How much of each answer is answered again. */
  again?: number
}

/** Answers from one side and the other in turn, each duller than the one before. */
export function echoOf(sent: Stereo, { seconds, again = 0.38 }: Echo): Stereo {
  const samples = sent.left.length
  const step = Math.round(seconds * rate)
  const out = silence(samples)
  let [dullLeft, dullRight] = [0, 0]
  for (let i = step; i < samples; i++) {
    dullLeft += 0.32 * (out.right[i - step]! - dullLeft)
    dullRight += 0.32 * (out.left[i - step]! - dullRight)
    out.left[i] = sent.right[i - step]! * 0.5 + sent.left[i - step]! * 0.5 + dullLeft * again
    out.right[i] = dullRight * again * 1.6
  }
  for (const side of [out.left, out.right]) lowPass(highPass(side, 220), 5200)
  return out
}
