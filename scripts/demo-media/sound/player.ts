/** Somebody who plays: an instrument, a place in the room, and hands that are never quite on the beat. */
import type { Chance } from '../../demo-images/chance.ts'
import { hertz, type Tone } from './pitch.ts'
import { lay, type Place, secondOf, type Take } from './take.ts'

export interface Note {
  hertz: number
  /** How long it is held. What rings on comes after it. */
  seconds: number
  /** From 0, hardly touched, to 1. */
  strength: number
  /** The note it slides from, for what can slide. */
  from?: number
  rnd: Chance
}

export type Instrument = (note: Note) => Float32Array

export interface Hands {
  /** Seconds a note may be early or late. */
  loose?: number
  /** How far the notes of a chord spread over the room. */
  wide?: number
}

export function player(t: Take, instrument: Instrument, place: Place, { loose = 0.007, wide = 0 }: Hands = {}) {
  const early = () => (t.rnd() + t.rnd() - 1) * loose

  const note = (at: number, beats: number, semitones: number, strength = 0.6, from?: number) => {
    const sound = instrument({
      hertz: hertz(semitones),
      seconds: secondOf(t, at + beats) - secondOf(t, at),
      strength: Math.min(1, strength * (0.92 + 0.16 * t.rnd())),
      from: from === undefined ? undefined : hertz(from),
      rnd: t.rnd,
    })
    const pan = (place.pan ?? 0) + wide * (((semitones * 7) % 12) / 6 - 1)
    lay(t, sound, secondOf(t, at) + early(), { ...place, pan: Math.max(-1, Math.min(1, pan)) })
  }

  return {
    note,
    /** All at once, or rolled from the lowest with `roll` beats between them. */
    chord: (at: number, beats: number, tones: readonly number[], strength = 0.6, roll = 0.012) =>
      tones.forEach((tone, n) => {
        note(at + n * roll, beats - n * roll, tone, strength * (n === tones.length - 1 ? 1.1 : 1))
      }),
    /** One note of the chord after the other; the pattern counts its notes from 0, and null is a rest. */
    pattern: (
      at: number,
      step: number,
      tones: readonly number[],
      pattern: readonly (number | null)[],
      strength = 0.5,
      hold = 2,
    ) =>
      pattern.forEach((n, k) => {
        if (n !== null) note(at + k * step, step * hold, tones[n % tones.length]!, strength * (k === 0 ? 1.15 : 1))
      }),
    /** A melody, each note sliding out of the one before where they touch and `slide` says so. */
    melody: (tones: readonly Tone[], strength = 0.6, slide = false) =>
      tones.forEach((tone, n) => {
        const last = tones[n - 1]
        const touches = slide && last && last.at + last.length >= tone.at - 0.01
        note(tone.at, tone.length, tone.pitch, strength, touches ? last.pitch : undefined)
      }),
  }
}
