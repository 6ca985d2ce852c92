/** Slow electricity: pads that open like a hatch, a round bass, and the note a hull makes. */
import { lowPass, movingLowPass } from '../filters.ts'
import type { Instrument, Note } from '../player.ts'
import { sine } from '../sine.ts'
import { rate } from '../take.ts'

/** A sawtooth without the corners that would fold back as noise. */
function saw(out: Float32Array, hertz: number, start: number, share: number, drift = 0): void {
  let at = start
  for (let i = 0; i < out.length; i++) {
    const step = (hertz * (1 + drift * sine((i / rate) * 0.3 + start))) / rate
    at += step
    if (at >= 1) at -= 1
    let v = 2 * at - 1
    if (at < step) v += (at / step - 1) ** 2
    else if (at > 1 - step) v -= ((at - 1) / step + 1) ** 2
    out[i]! += v * share
  }
}

interface Opening {
  /** Seconds to open and to close. */
  rise: number
  fall: number
  /** Where the filter rests and how far it opens above that, in multiples of the note. */
  dull: number
  open: number
}

function swelled(note: Note, { rise, fall, dull, open }: Opening): Float32Array {
  const { hertz, seconds, strength, rnd } = note
  const out = new Float32Array(Math.ceil((seconds + fall) * rate))
  for (const detune of [-0.0042, 0, 0.0047]) saw(out, hertz * (1 + detune), rnd(), 0.33, 0.0009)
  const shape = (i: number) => {
    const t = i / rate
    const up = Math.min(1, t / rise)
    const down = t > seconds ? Math.max(0, 1 - (t - seconds) / fall) : 1
    return up * up * (3 - 2 * up) * down * down
  }
  const breathing = rnd() * 6
  movingLowPass(out, (i) => {
    const wave = 1 + 0.18 * Math.sin((i / rate) * 1.1 + breathing)
    return (240 + hertz * dull + hertz * open * shape(i) * strength) * wave
  })
  for (let i = 0; i < out.length; i++) out[i]! *= shape(i) * strength * 0.55
  return out
}

export const pad: Instrument = (note) => swelled(note, { rise: 1.1, fall: 1.8, dull: 0.6, open: 3.2 })

/** The same, quick enough to pulse. */
export const pulse: Instrument = (note) => swelled(note, { rise: 0.012, fall: 0.16, dull: 0.5, open: 6 })

export const roundBass: Instrument = ({ hertz, seconds, strength }) => {
  const out = new Float32Array(Math.ceil((seconds + 0.12) * rate))
  let at = 0
  for (let i = 0; i < out.length; i++) {
    const t = i / rate
    at += hertz / rate
    const open = Math.min(1, t / 0.014) * (t > seconds ? Math.max(0, 1 - (t - seconds) / 0.12) : 1)
    const warm = Math.tanh(1.7 * (sine(at) + 0.3 * sine(2 * at)))
    out[i] = warm * open * (0.55 + 0.45 * Math.exp(-t * 2.4)) * strength * 0.3
  }
  return lowPass(out, 1300)
}

/** The ship itself: a low note with slow beats in it. */
export const hull: Instrument = ({ hertz, seconds, strength, rnd }) => {
  const out = new Float32Array(Math.ceil((seconds + 2.5) * rate))
  for (const [multiple, share] of [
    [1, 1],
    [1.004, 0.8],
    [2.003, 0.34],
    [2.996, 0.2],
    [4.01, 0.09],
    [5.99, 0.035],
  ] as const) {
    let at = rnd()
    for (let i = 0; i < out.length; i++) {
      at += (hertz * multiple) / rate
      out[i]! += sine(at) * share
    }
  }
  for (let i = 0; i < out.length; i++) {
    const t = i / rate
    out[i]! *= Math.min(1, t / 2.2) * (t > seconds ? Math.max(0, 1 - (t - seconds) / 2.5) : 1) * strength * 0.28
  }
  return out
}
