/** Strings: a plucked baritone guitar, a double bass, and a pedal steel that slides from note to note. */
import { bell, lowPass } from '../filters.ts'
import type { Instrument, Note } from '../player.ts'
import { sine } from '../sine.ts'
import { rate } from '../take.ts'

interface String {
  /** Lower is darker: how much of the pluck's brightness reaches the string. */
  bright: number
  /** Seconds in which the lowest note dies away. */
  ring: number
  /** Where it is plucked, as a share of its length. */
  where: number
}

/** A burst of noise runs round a loop as long as the string and loses its brightness at each turn. */
function plucked({ hertz, seconds, strength, rnd }: Note, { bright, ring, where }: String): Float32Array {
  const period = rate / hertz - 0.5
  const size = Math.floor(period)
  const between = period - size
  const pluck = new Float32Array(size)
  for (let i = 0; i < size; i++) pluck[i] = rnd() * 2 - 1
  const soft = bright * (0.35 + 0.65 * strength)
  for (let pass = 0, last = 0; pass < 2; pass++)
    for (let i = 0; i < size; i++) pluck[i] = last += soft * (pluck[i]! - last)
  const comb = Math.max(1, Math.round(size * where))
  const loop = pluck.map((v, i) => v - 0.9 * pluck[(i - comb + size) % size]!)
  const mean = loop.reduce((sum, v) => sum + v, 0) / size
  let power = 1e-9
  for (let i = 0; i < size; i++) {
    loop[i]! -= mean
    power += loop[i]! ** 2 / size
  }
  for (let i = 0; i < size; i++) loop[i]! /= Math.sqrt(power)
  const out = new Float32Array(Math.ceil((seconds + 0.5) * rate))
  const held = 0.001 ** (1 / (hertz * ring * Math.min(1.2, (110 / hertz) ** 0.35)))
  const stopped = 0.001 ** (1 / (hertz * 0.28))
  let [last, smooth] = [0, 0]
  for (let i = 0, head = 0; i < out.length; i++) {
    const now = loop[head]!
    const tuned = now * (1 - between) + last * between
    const turned = 0.5 * (tuned + smooth)
    smooth = tuned
    last = now
    loop[head] = turned * (i / rate > seconds ? stopped : held)
    head = (head + 1) % size
    out[i] = turned * strength * Math.min(1, i / 40)
  }
  return out
}

export const guitar: Instrument = (note) => {
  const out = plucked(note, { bright: 0.55, ring: 7.5, where: 0.19 })
  bell(bell(out, 115, 1.4, 4), 230, 1.6, 3)
  lowPass(out, 4200)
  return out.map((v) => v * 0.4)
}

/** Fingers on a thick string, with the round low tone of the wood under it. */
export const doubleBass: Instrument = (note) => {
  const out = plucked(note, { bright: 0.2, ring: 2.2, where: 0.3 })
  lowPass(out, 900)
  let at = 0
  for (let i = 0; i < out.length; i++) {
    const t = i / rate
    at += note.hertz / rate
    const off = t > note.seconds ? Math.exp(-(t - note.seconds) * 18) : 1
    const wood = sine(at) + 0.28 * sine(at * 2) * Math.exp(-t * 3)
    out[i] = out[i]! * 0.1 + wood * Math.min(1, t / 0.012) * Math.exp(-t * 1.1) * off * note.strength * 0.3
  }
  return out
}

/** A bar on steel strings: it swells, slides into its note, and trembles when it has arrived. */
export const steel: Instrument = ({ hertz, seconds, strength, from = hertz * 0.972 }) => {
  const out = new Float32Array(Math.ceil((seconds + 0.7) * rate))
  let at = 0
  for (let i = 0; i < out.length; i++) {
    const t = i / rate
    const slide = 1 - Math.exp(-t * 17)
    const tremble = 1 + 0.0036 * sine(5.1 * t) * Math.min(1, Math.max(0, t - 0.25) * 2)
    at += (from / rate) * (hertz / from) ** slide * tremble
    const swell = Math.min(1, t / 0.16) * (t > seconds ? Math.exp(-(t - seconds) * 6) : 1)
    const tone = sine(at) + 0.34 * sine(2 * at + 0.05) + 0.17 * sine(3 * at) + 0.06 * sine(4 * at) + 0.05 * sine(5 * at)
    out[i] = tone * swell * Math.exp(-t * 0.35) * strength * 0.24
  }
  return out
}
