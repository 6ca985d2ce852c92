/** The last step of each piece: room and echo joined to it, tape, one loudness for all, and nothing that clips. */
import { highPass } from './filters.ts'
import { loudnessOf } from './loudness.ts'
import { type Echo, echoOf, type Room, roomOf } from './room.ts'
import { rate, type Stereo, silence, type Take } from './take.ts'
import { type Tape, taped } from './tape.ts'

export interface Mix {
  room: Room
  echo: Echo
  tape: Tape
  /** Seconds from silence and back to it. */
  fadeIn?: number
  fadeOut?: number
}

const target = -17
/** Leaves room for what an encoder adds between and around the samples. */
const ceiling = 0.79

export function mastered(t: Take, { room, echo, tape, fadeIn = 0.03, fadeOut = 3 }: Mix): Stereo {
  const answers = echoOf(t.echo, echo)
  for (const side of ['left', 'right'] as const)
    for (let i = 0; i < t.room[side].length; i++) t.room[side][i]! += answers[side][i]! * 0.35
  const air = roomOf(t.room, room)
  const sum = silence(t.dry.left.length)
  for (const side of ['left', 'right'] as const)
    for (let i = 0; i < sum[side].length; i++) sum[side][i] = t.dry[side][i]! + air[side][i]! + answers[side][i]!
  scale(sum, 10 ** ((-20 - loudnessOf(sum)) / 20))
  const played = taped(sum, tape)
  for (const side of [played.left, played.right]) highPass(side, 32)
  held(played)
  faded(played, fadeIn, fadeOut)
  // The limiter takes a little away again, so the level is set twice.
  let out = played
  for (let pass = 0, gain = 1; pass < 3; pass++) {
    gain *= 10 ** ((target - loudnessOf(out)) / 20)
    out = limited(scale({ left: played.left.slice(), right: played.right.slice() }, gain))
  }
  return out
}

function scale(s: Stereo, gain: number): Stereo {
  for (const side of [s.left, s.right]) for (let i = 0; i < side.length; i++) side[i]! *= gain
  return s
}

/** A gentle hand on the fader: what is twice as loud as the rest comes out one and a half times as loud. */
function held(s: Stereo): void {
  const threshold = 0.16
  let level = 0
  for (let i = 0; i < s.left.length; i++) {
    const power = (s.left[i]! ** 2 + s.right[i]! ** 2) / 2
    level += (power - level) * (power > level ? 0.0012 : 0.00012)
    const over = Math.sqrt(level) / threshold
    const gain = over > 1 ? over ** -0.4 : 1
    s.left[i]! *= gain
    s.right[i]! *= gain
  }
}

/** Looks 4 ms ahead, so that the level is down before the peak comes and nothing is cut off. */
function limited(s: Stereo): Stereo {
  const ahead = Math.round(0.004 * rate)
  const samples = s.left.length
  const wanted = new Float32Array(samples).fill(1)
  for (let i = 0; i < samples; i++) {
    const peak = Math.max(Math.abs(s.left[i]!), Math.abs(s.right[i]!))
    if (peak <= ceiling) continue
    for (let k = Math.max(0, i - ahead); k <= i; k++) wanted[k] = Math.min(wanted[k]!, ceiling / peak)
  }
  let gain = 1
  for (let i = 0; i < samples; i++) {
    gain = wanted[i]! < gain ? Math.max(wanted[i]!, gain - (gain - wanted[i]!) * 0.04) : gain + (1 - gain) * 0.00008
    s.left[i] = clamp(s.left[i]! * gain)
    s.right[i] = clamp(s.right[i]! * gain)
  }
  return s
}

const clamp = (v: number) => Math.max(-ceiling, Math.min(ceiling, v))

function faded({ left, right }: Stereo, fadeIn: number, fadeOut: number): void {
  const seconds = left.length / rate
  for (let i = 0; i < left.length; i++) {
    const t = i / rate
    const open = Math.min(1, t / fadeIn, Math.max(0, (seconds - t) / fadeOut))
    const gain = open * open * (3 - 2 * open)
    left[i]! *= gain
    right[i]! *= gain
  }
}
