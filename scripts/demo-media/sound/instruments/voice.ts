/** Voices without words: one that sings, and one that reads the forecast on a station too far away to follow. */
import { between, type Chance } from '../../../demo-images/chance.ts'
import { bandPass, highPass, lowPass } from '../filters.ts'
import type { Instrument } from '../player.ts'
import { rate } from '../take.ts'

const vowels = {
  ah: [700, 1150, 2600],
  oh: [480, 860, 2500],
  oo: [340, 740, 2350],
  eh: [560, 1700, 2550],
  ee: [310, 2050, 2800],
} as const
type Vowel = keyof typeof vowels

/** What leaves the throat, before the mouth has shaped it. */
function throat(samples: number, hertzAt: (t: number) => number, rnd: Chance, breath: number): Float32Array {
  const out = new Float32Array(samples)
  let at = rnd()
  for (let i = 0; i < samples; i++) {
    at += hertzAt(i / rate) / rate
    if (at >= 1) at -= 1
    const open = at < 0.62 ? Math.sin((Math.PI * at) / 0.62) ** 2 * (1 - 0.4 * at) : 0
    out[i] = open - 0.27 + (rnd() * 2 - 1) * breath * (0.3 + open)
  }
  return highPass(out, 90)
}

function shaped(source: Float32Array, vowel: Vowel): Float32Array {
  const out = new Float32Array(source.length)
  vowels[vowel].forEach((hertz, n) => {
    const band = bandPass(source.slice(), hertz, [5, 8, 9][n]!)
    const share = [1, 0.85, 0.5][n]!
    for (let i = 0; i < out.length; i++) out[i]! += band[i]! * share
  })
  for (let i = 0; i < out.length; i++) out[i]! += source[i]! * 0.05
  return out
}

/** A voice that sings one vowel; it scoops up to its note and takes its time to tremble. */
export const singer =
  (vowel: Vowel): Instrument =>
  ({ hertz, seconds, strength, from = hertz * 0.965, rnd }) => {
    const samples = Math.ceil((seconds + 0.25) * rate)
    const pace = 4.8 + rnd() * 0.6
    const hertzAt = (t: number) => {
      const tremble = 0.0055 * Math.sin(2 * Math.PI * pace * t) * Math.min(1, Math.max(0, t - 0.3) * 1.6)
      return from * (hertz / from) ** (1 - Math.exp(-t * 20)) * (1 + tremble)
    }
    const out = shaped(throat(samples, hertzAt, rnd, 0.16), vowel)
    lowPass(out, 6500)
    for (let i = 0; i < samples; i++) {
      const t = i / rate
      const open = Math.min(1, t / 0.09) * (t > seconds ? Math.max(0, 1 - (t - seconds) / 0.24) : 1)
      out[i]! *= open * open * (0.82 + 0.18 * Math.min(1, t)) * strength * 2.4
    }
    return out
  }

/** Somebody reads: syllables that fall towards the end of each sentence, with pauses where the sea areas change. */
export function forecast(seconds: number, rnd: Chance): Float32Array {
  const out = new Float32Array(Math.ceil(seconds * rate))
  const kinds = Object.keys(vowels) as Vowel[]
  let [t, left, tone] = [0.1, 5, 118]
  while (t < seconds - 0.5) {
    const length = between(rnd, 0.09, 0.21) * (left === 1 ? 1.6 : 1)
    const from = tone * between(rnd, 0.95, 1.1)
    const spoken = shaped(
      throat(Math.ceil(length * rate), (s) => from * (1 - 0.12 * (s / length)), rnd, 0.25),
      kinds[Math.floor(rnd() * kinds.length)]!,
    )
    const start = Math.round(t * rate)
    spoken.forEach((v, i) => {
      const open = Math.sin((Math.PI * i) / spoken.length) ** 0.7
      if (start + i < out.length) out[start + i]! += v * open * 3
    })
    if (rnd() < 0.55) hissed(out, start, rnd)
    tone *= 0.975
    left--
    t += length + between(rnd, 0.01, 0.06)
    if (left > 0) continue
    left = 3 + Math.floor(rnd() * 6)
    tone = between(rnd, 112, 128)
    t += between(rnd, 0.25, 0.6)
  }
  return out
}

function hissed(out: Float32Array, start: number, rnd: Chance): void {
  const size = Math.round(between(rnd, 0.02, 0.06) * rate)
  for (let i = 0, last = 0; i < size && start - size / 2 + i < out.length; i++) {
    const x = rnd() * 2 - 1
    const at = Math.max(0, Math.round(start - size / 2) + i)
    out[at]! += (x - last) * 0.2 * Math.sin((Math.PI * i) / size)
    last = x
  }
}
