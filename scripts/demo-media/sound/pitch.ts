/** Notes by name. A pitch is a number of semitones, 69 for the A of the tuning fork. */
const steps: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }

/** `D3`, `Bb2`, `F#4`. */
export function pitch(name: string): number {
  const [, letter, sign, octave] = /^([A-G])([#b]?)(\d)$/.exec(name) ?? []
  if (!letter) throw new Error(`${name} is not a note`)
  return steps[letter]! + (sign === '#' ? 1 : sign === 'b' ? -1 : 0) + 12 * (Number(octave) + 1)
}

/** `D3 A3 C4 F4`, from low to high. */
export const chord = (names: string): number[] => names.split(' ').map(pitch)

export const hertz = (semitones: number) => 440 * 2 ** ((semitones - 69) / 12)

export interface Tone {
  /** In beats, like its length. */
  at: number
  length: number
  pitch: number
}

/** A melody as it would be said aloud: `A4:1.5 C5:.5 -:2 | D5:4`. A dash is silence; bar lines are for the reader. */
export function line(text: string, start = 0): Tone[] {
  const tones: Tone[] = []
  let at = start
  for (const word of text.split(/[\s|]+/).filter(Boolean)) {
    const [name, beats] = word.split(':')
    const length = Number(beats)
    if (!(length > 0)) throw new Error(`${word} has no length`)
    if (name !== '-') tones.push({ at, length, pitch: pitch(name!) })
    at += length
  }
  return tones
}
