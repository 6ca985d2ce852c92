/** A small kit played with brushes. Everything here ignores the pitch of the note except where it says so. */
import { bandPass, highPass, lowPass } from '../filters.ts'
import type { Instrument } from '../player.ts'
import { rate } from '../take.ts'

const noise = (seconds: number, rnd: () => number) =>
  new Float32Array(Math.ceil(seconds * rate)).map(() => rnd() * 2 - 1)

/** A felt beater on a large skin. */
export const kick: Instrument = ({ strength }) => {
  const out = new Float32Array(Math.ceil(0.42 * rate))
  let at = 0
  for (let i = 0; i < out.length; i++) {
    const t = i / rate
    at += (2 * Math.PI * (47 + 62 * Math.exp(-t * 34))) / rate
    out[i] = Math.sin(at) * Math.exp(-t * 9.5) * Math.min(1, t / 0.003) * strength * 0.7
  }
  return lowPass(out, 1200)
}

/** Wires laid down on the skin. */
export const brush: Instrument = ({ strength, rnd }) => {
  const wires = highPass(bandPass(noise(0.3, rnd), 2600, 0.5), 700)
  let at = 0
  return wires.map((v, i) => {
    const t = i / rate
    at += (2 * Math.PI * (178 + 40 * Math.exp(-t * 60))) / rate
    const skin = Math.sin(at) * Math.exp(-t * 26) * 0.3
    return (v * (0.8 * Math.exp(-t * 24) + 0.2 * Math.exp(-t * 9)) + skin) * Math.min(1, t / 0.002) * strength * 0.75
  })
}

/** Wires drawn round the skin for as long as the note. */
export const sweep: Instrument = ({ seconds, strength, rnd }) => {
  const wires = bandPass(noise(seconds, rnd), 3400, 0.6)
  return wires.map((v, i) => {
    const share = i / wires.length
    return v * Math.sin(Math.PI * share ** 0.7) ** 1.6 * strength * 0.16
  })
}

export const hat: Instrument = ({ strength, rnd }) =>
  highPass(noise(0.12, rnd), 6200).map((v, i) => v * Math.exp((-i / rate) * 55) * strength * 0.3)

export const shaker: Instrument = ({ strength, rnd }) =>
  bandPass(noise(0.13, rnd), 5400, 0.9).map((v, i) => {
    const t = i / rate
    return v * Math.min(1, t / 0.025) * Math.exp(-Math.max(0, t - 0.025) * 42) * strength * 0.5
  })

/** The lid of a biscuit tin, at the pitch of the note. */
export const tin: Instrument = ({ hertz, strength, rnd }) => {
  const struck = noise(0.35, rnd).map((v, i) => v * Math.exp((-i / rate) * 160))
  const out = new Float32Array(struck.length)
  for (const [multiple, share] of [
    [1, 1],
    [1.58, 0.8],
    [2.47, 0.6],
    [3.9, 0.3],
  ] as const) {
    const ringing = bandPass(struck.slice(), hertz * multiple, 26)
    for (let i = 0; i < out.length; i++) out[i]! += ringing[i]! * share * 5
  }
  return out.map((v, i) => (v + struck[i]! * 0.25) * Math.exp((-i / rate) * 12) * strength * 2.6)
}
