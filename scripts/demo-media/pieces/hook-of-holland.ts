/** A major, the last song of the evening: one voice, then everybody. */
import { electricPiano } from '../sound/instruments/keys.ts'
import { guitar } from '../sound/instruments/strings.ts'
import { pad, roundBass } from '../sound/instruments/synths.ts'
import { singer } from '../sound/instruments/voice.ts'
import { mastered } from '../sound/master.ts'
import { chord, line, pitch, type Tone } from '../sound/pitch.ts'
import { player } from '../sound/player.ts'
import { layWide, take } from '../sound/take.ts'
import { crowd } from '../sound/weather.ts'
import { brushes } from './brushes.ts'
import type { Piece } from './piece.ts'

const [a, e, fm, d] = [chord('C#4 E4 A4'), chord('B3 E4 G#4'), chord('A3 C#4 E4'), chord('A3 E4 F#4')]

const bars = [
  ['A2', a],
  ['D2', d],
  ['A2', a],
  ['G#2', e],
  ['F#2', fm],
  ['D2', d],
  ['D2', d],
  ['C#2', a],
  ['B1', chord('A3 D4 F#4')],
  ['E2', e],
  ['A2', a],
  ['G#2', e],
  ['D2', d],
  ['A1', a],
] as const

const verse = 'E4:1.5 F#4:.5 A4:2 | G#4:1.5 F#4:.5 E4:2 | A4:1.5 B4:.5 C#5:2 | B4:1 A4:1 F#4:2'
const lift = 'D5:2 C#5:1 B4:1 | C#5:2 A4:2 | B4:1.5 C#5:.5 D5:2 | E5:3 D5:1'
const home = 'C#5:3 B4:1 | B4:1.5 A4:.5 G#4:2 | A4:3 F#4:1 | E4:4'
const lower = (tones: Tone[]) => tones.map((tone) => ({ ...tone, pitch: tone.pitch - 12 }))

export const hookOfHolland: Piece = {
  file: 'hook-of-holland',
  release: 'night-ferry',
  track: 10,
  genre: 'Indie Folk',
  make() {
    const t = take({ seed: 'hook', bpm: 84, beats: bars.length * 4, tail: 5.6 })
    const strings = player(t, guitar, { level: 0.62, pan: -0.3, room: 0.3, echo: 0.15 })
    const second = player(t, guitar, { level: 0.34, pan: 0.45, room: 0.3 })
    const piano = player(t, electricPiano, { level: 0.24, pan: 0.2, room: 0.3 }, { wide: 0.2 })
    const air = player(t, pad, { level: 0.17, room: 0.5 }, { wide: 0.6 })
    const bass = player(t, roundBass, { level: 0.4 })
    const voice = player(t, singer('oh'), { level: 0.5, room: 0.4, echo: 0.2 }, { loose: 0.015 })
    const field = [-0.7, -0.25, 0.3, 0.75].map((pan) =>
      player(t, singer('ah'), { level: 0.13, pan, room: 0.75, echo: 0.2 }, { loose: 0.05 }),
    )
    const kit = brushes(t, 1)

    bars.forEach(([low, tones], n) => {
      const at = n * 4
      const full = n >= 6 && n < 12
      const reach = [pitch(low) < 40 ? pitch(low) + 12 : pitch(low), tones[0]! - 12, ...tones]
      if (n < 13) strings.pattern(at, 0.5, reach, [0, 2, 3, 4, 2, 3, 4, 3], full ? 0.66 : 0.55, 3)
      if (full)
        for (const hit of [0, 1.5, 2, 3, 3.5]) second.chord(at + hit, 0.6, [tones[0]! - 12, ...tones], 0.45, 0.02)
      if (n > 1) {
        air.chord(at, 4, tones, full ? 0.9 : 0.55)
        bass.note(at, n === 13 ? 4 : 2.8, pitch(low), 0.75)
        if (n < 13) bass.note(at + 3, 0.9, pitch(low), 0.55)
      }
      if (n > 3 && n < 13) kit.march(at, full ? 0.8 : 0.5)
      if (n > 3) piano.chord(at, 3.6, tones, full ? 0.55 : 0.4, 0.02)
    })
    strings.chord(52, 9, chord('A2 E3 A3 C#4 E4 A4'), 0.6, 0.07)
    voice.melody(lower(line(verse, 8)), 0.6, true)
    voice.melody(lower(line(`${lift} | ${home}`, 24)), 0.7, true)
    for (const people of field) {
      people.melody(line(lift, 24), 0.6, true)
      people.melody(lower(line(`${lift} | ${home}`, 24)), 0.5, true)
    }
    const seconds = bars.length * 4 * t.beat + 5.6
    const loud = (share: number) =>
      share < 0.1 ? 0.5 - share * 4 : share > 0.86 ? Math.min(1, (share - 0.86) * 12) : 0.1
    layWide(t, crowd(seconds, t.rnd, loud), 0, { level: 0.3, room: 0.3 })
    return mastered(t, {
      room: { seconds: 3.6, bright: 3800, distance: 0.045 },
      echo: { seconds: t.beat, again: 0.3 },
      tape: { seed: 'hook', wobble: 0.8, hiss: 0.0012 },
      fadeIn: 0.8,
      fadeOut: 3.6,
    })
  },
}
