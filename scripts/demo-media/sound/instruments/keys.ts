/** Keys: an electric piano with tines and a harmonium with tired reeds. */
import type { Instrument } from '../player.ts'
import { sine } from '../sine.ts'
import { rate } from '../take.ts'

/** A struck tine: the hammer rings high and briefly, the bar long and low, and hard strokes bark. */
export const electricPiano: Instrument = ({ hertz, seconds, strength, rnd }) => {
  const release = 0.22
  const fall = 0.55 + hertz / 620
  const out = new Float32Array(Math.ceil((seconds + release * 4) * rate))
  const drift = 1 + (rnd() - 0.5) * 0.0012
  let [bar, tine] = [0, 0]
  for (let i = 0; i < out.length; i++) {
    const t = i / rate
    bar += (hertz * drift) / rate
    tine += (hertz * 14.02) / rate
    const bark = (0.04 + 0.24 * strength * strength) * Math.exp(-t * (2.6 + hertz / 500))
    const ping = 0.16 * strength * Math.exp(-t * 16)
    const body = sine(bar + bark * sine(bar)) + 0.22 * sine(bar * 2 + 0.06) * Math.exp(-t * 3)
    const off = t > seconds ? Math.exp(-(t - seconds) / release) : 1
    out[i] = (body + ping * sine(tine)) * Math.min(1, t / 0.003) * Math.exp(-t * fall) * off * strength * 0.42
  }
  return out
}

const stops = [
  [1, 1],
  [2, 0.52],
  [3, 0.3],
  [4, 0.2],
  [5, 0.1],
  [6, 0.07],
  [8, 0.04],
] as const

/** Two reeds to each key, a hair apart, and a bellows that somebody pumps by foot. */
export const harmonium: Instrument = ({ hertz, seconds, strength, rnd }) => {
  const out = new Float32Array(Math.ceil((seconds + 0.5) * rate))
  const phase = rnd() * 6
  for (const detune of [-0.0016, 0.0019]) {
    for (const [multiple, share] of stops) {
      const f = hertz * multiple * (1 + detune)
      if (f > 9000) continue
      let at = rnd()
      for (let i = 0; i < out.length; i++) {
        at += f / rate
        out[i]! += sine(at) * share
      }
    }
  }
  for (let i = 0; i < out.length; i++) {
    const t = i / rate
    const open = Math.min(1, t / 0.14) * (t > seconds ? Math.max(0, 1 - (t - seconds) / 0.45) : 1)
    out[i]! *= open * open * (1 + 0.09 * Math.sin(4.1 * t + phase)) * strength * 0.13
  }
  return out
}

/** A small struck bar far away: a music box, a ship's bell, a buoy. */
export const chime: Instrument = ({ hertz, seconds, strength }) => {
  const out = new Float32Array(Math.ceil((seconds + 2.4) * rate))
  for (const [multiple, share, fall] of [
    [1, 1, 1.5],
    [2.76, 0.34, 3],
    [5.4, 0.12, 6],
  ] as const) {
    if (hertz * multiple > 12_000) continue
    let at = 0
    for (let i = 0; i < out.length; i++) {
      at += (hertz * multiple) / rate
      out[i]! += sine(at) * share * Math.exp((-i / rate) * fall)
    }
  }
  return out.map((v, i) => v * Math.min(1, i / 60) * Math.min(1, (out.length - i) / 4000) * strength * 0.32)
}
