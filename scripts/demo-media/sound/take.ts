/** One recording: everything played lands in a dry track and, as far as it is sent there, in the room and the echo. */
import { type Chance, chance } from '../../demo-images/chance.ts'

export const rate = 44_100

export interface Stereo {
  left: Float32Array
  right: Float32Array
}

export const silence = (samples: number): Stereo => ({
  left: new Float32Array(samples),
  right: new Float32Array(samples),
})

/** Where an instrument stands. */
export interface Place {
  level: number
  /** -1 is left, 1 is right. */
  pan?: number
  room?: number
  echo?: number
}

export interface Take {
  /** Seconds of a beat. */
  beat: number
  /** How late the second half of each beat comes, as a share of the beat: 0.5 is straight. */
  swing: number
  dry: Stereo
  room: Stereo
  echo: Stereo
  rnd: Chance
}

export interface Plan {
  seed: string
  bpm: number
  /** How many beats are played. */
  beats: number
  /** Seconds that ring on afterwards. */
  tail: number
  swing?: number
}

export function take({ seed, bpm, beats, tail, swing = 0.5 }: Plan): Take {
  const beat = 60 / bpm
  const samples = Math.ceil((beats * beat + tail) * rate)
  const track = () => silence(samples)
  return { beat, swing, dry: track(), room: track(), echo: track(), rnd: chance(`take ${seed}`) }
}

/** The second at which a beat falls, with the swing of this take. */
export function secondOf({ beat, swing }: Take, at: number): number {
  const whole = Math.floor(at)
  const part = at - whole
  return beat * (whole + (part < 0.5 ? part * 2 * swing : swing + (part - 0.5) * 2 * (1 - swing)))
}

/** Adds a sound that begins at a second; what would begin before the tape or end after it is cut. */
export function lay(t: Take, sound: Float32Array, second: number, { level, pan = 0, room = 0, echo = 0 }: Place): void {
  const turn = ((pan + 1) * Math.PI) / 4
  const sides = [Math.cos(turn) * level, Math.sin(turn) * level] as const
  addTo(t.dry, sound, second, sides, 1)
  if (room > 0) addTo(t.room, sound, second, sides, room)
  if (echo > 0) addTo(t.echo, sound, second, sides, echo)
}

/** Two sides that were made as such, like rain or a crowd. */
export function layWide(t: Take, { left, right }: Stereo, second: number, place: Place): void {
  lay(t, left, second, { ...place, pan: -0.9 })
  lay(t, right, second, { ...place, pan: 0.9 })
}

function addTo(
  { left, right }: Stereo,
  sound: Float32Array,
  second: number,
  [l, r]: readonly [number, number],
  send: number,
) {
  const start = Math.round(second * rate)
  const end = Math.min(sound.length, left.length - start)
  for (let i = Math.max(0, -start); i < end; i++) {
    left[start + i]! += sound[i]! * l * send
    right[start + i]! += sound[i]! * r * send
  }
}
