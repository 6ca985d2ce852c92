/** What is heard around the music: the sea, a radio between stations, a kettle, a train, people. */
import { between, type Chance } from '../../demo-images/chance.ts'
import { bandPass, highPass, lowPass, movingLowPass } from './filters.ts'
import { rate, type Stereo } from './take.ts'

const white = (seconds: number, rnd: Chance) => new Float32Array(Math.ceil(seconds * rate)).map(() => rnd() * 2 - 1)

const bothSides = (make: () => Float32Array): Stereo => ({ left: make(), right: make() })

/** Water that comes and goes every few seconds, not at the same time on both sides. */
export function sea(seconds: number, rnd: Chance, period = 7): Stereo {
  return bothSides(() => {
    const phase = rnd() * 2
    const swell = (i: number) => {
      const turn = i / rate / period + phase
      return 0.5 + 0.5 * Math.sin(2 * Math.PI * turn + 0.9 * Math.sin(2 * Math.PI * turn * 0.37))
    }
    const out = movingLowPass(highPass(white(seconds, rnd), 120), (i) => 350 + 1900 * swell(i) ** 2, 0)
    for (let i = 0; i < out.length; i++) out[i]! *= (0.18 + 0.82 * swell(i) ** 2) * 0.5
    return out
  })
}

/** A dial being turned: static whose colour moves, and the whistle of a station that is passed. */
export function dial(seconds: number, rnd: Chance): Float32Array {
  const drift = rnd() * 6
  const air = movingLowPass(
    highPass(white(seconds, rnd), 500),
    (i) => 1900 + 900 * Math.sin((i / rate) * 1.7 + drift),
    0.3,
  )
  let at = 0
  return air.map((v, i) => {
    const t = i / seconds / rate
    const hertz = 180 + 2600 * Math.abs(t - 0.55) ** 1.2
    at += (2 * Math.PI * hertz) / rate
    const crackle = rnd() < 0.0007 ? rnd() - 0.5 : 0
    const whistle = Math.sin(at) * 0.12 * Math.exp(-(((t - 0.55) * 4) ** 2))
    return (v * 0.3 + crackle + whistle) * Math.min(1, t * 12, (1 - t) * 5)
  })
}

/** It rumbles, thinks about it, and sings. */
export function kettle(seconds: number, rnd: Chance): Float32Array {
  const rumble = bandPass(white(seconds, rnd), 420, 0.8)
  const steam = bandPass(white(seconds, rnd), 3100, 2)
  let at = 0
  return rumble.map((v, i) => {
    const t = i / rate / seconds
    const sure = Math.max(0, t - 0.62) / 0.38
    at += (2 * Math.PI * (1480 + 190 * sure + 14 * Math.sin(i / rate / 0.021))) / rate
    const bubbling = 0.6 + 0.4 * Math.sin(i / rate / 0.035 + 3 * Math.sin(i / rate / 0.21))
    const boil = v * 0.5 * t * t * bubbling * (1 - 0.6 * sure)
    return (boil + steam[i]! * 0.35 * sure + Math.sin(at) * 0.09 * sure ** 1.6) * Math.min(1, (1 - t) * 9)
  })
}

/** Four wheels over one joint in the rails, at the second 0. */
export function railJoint(rnd: Chance): Float32Array {
  const out = new Float32Array(Math.ceil(0.7 * rate))
  for (const start of [0, 0.11, 0.31, 0.42]) {
    const clack = bandPass(white(0.14, rnd), between(rnd, 330, 420), 1.6)
    const low = lowPass(white(0.14, rnd), 120)
    const from = Math.round(start * rate)
    for (let i = 0; i < clack.length; i++)
      out[from + i]! += (clack[i]! * 1.5 + low[i]! * 2) * Math.exp((-i / rate) * 38)
  }
  return out
}

/** Many hands, none together, and a field of voices under them. `loud` says how much at each share of the time. */
export function crowd(seconds: number, rnd: Chance, loud: (share: number) => number): Stereo {
  return bothSides(() => {
    const out = new Float32Array(Math.ceil(seconds * rate))
    for (let n = 0; n < seconds * 210; n++) {
      const at = rnd()
      if (rnd() > loud(at)) continue
      const start = Math.floor(at * (out.length - 900))
      const [share, fall, colour] = [between(rnd, 0.02, 0.16), between(rnd, 140, 300), between(rnd, 0.25, 0.7)]
      for (let i = 0, last = 0; i < 900; i++) {
        last += colour * (rnd() * 2 - 1 - last)
        out[start + i]! += last * share * Math.exp((-i / rate) * fall)
      }
    }
    const voices = bandPass(white(seconds, rnd), 650, 0.9)
    for (let i = 0; i < out.length; i++) out[i] = out[i]! * 2.2 + voices[i]! * 0.11 * loud(i / out.length) ** 1.3
    return highPass(lowPass(out, 6800), 260)
  })
}

/** As through the small speaker of something held in the hand. */
export function smallSpeaker(track: Float32Array, low = 420, high = 2900): Float32Array {
  highPass(highPass(track, low), low)
  lowPass(lowPass(track, high), high)
  return track.map((v) => Math.tanh(v * 2.2) * 0.8)
}
