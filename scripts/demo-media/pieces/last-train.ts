/** A minor on rails: brushes for wheels, a bass that walks, and a voice in a telephone. */
import { doubleBass, guitar, steel } from '../sound/instruments/strings.ts'
import { singer } from '../sound/instruments/voice.ts'
import { mastered } from '../sound/master.ts'
import { chord, line, pitch } from '../sound/pitch.ts'
import { type Instrument, player } from '../sound/player.ts'
import { lay, secondOf, take } from '../sound/take.ts'
import { railJoint, smallSpeaker } from '../sound/weather.ts'
import { brushes } from './brushes.ts'
import type { Piece } from './piece.ts'

const harmony: Record<string, { walk: string[]; tones: number[] }> = {
  Am: { walk: ['A2', 'E2', 'A2', 'C3'], tones: chord('A3 C4 E4') },
  G: { walk: ['G2', 'D2', 'G2', 'B2'], tones: chord('G3 B3 D4') },
  F: { walk: ['F2', 'C2', 'F2', 'A2'], tones: chord('F3 A3 C4') },
  E: { walk: ['E2', 'B1', 'E2', 'G#2'], tones: chord('E3 G#3 D4') },
  Dm: { walk: ['D2', 'A2', 'D3', 'A2'], tones: chord('F3 A3 D4') },
}
const bars = 'Am Am  Am G F E  Dm Am F E  Am G F E  Am Am Am'.split(/\s+/).map((name) => harmony[name]!)
const verse = 'A3:1.5 C4:.5 E4:2 | D4:1 B3:1 G3:2 | A3:1.5 C4:.5 F4:1 E4:1 | E4:2 D4:1 B3:1'
const lift = 'F4:1 E4:1 D4:2 | E4:1 C4:1 A3:2 | F4:1.5 E4:.5 C4:1 A3:1 | B3:2 G#3:2'

const telephone: Instrument = (note) => smallSpeaker(singer('ah')(note), 380, 2700)

export const lastTrain: Piece = {
  file: 'last-train-no-connection',
  release: 'low-water',
  track: 5,
  genre: 'Lo-Fi Folk',
  make() {
    const t = take({ seed: 'last train', bpm: 104, beats: bars.length * 4, tail: 3 })
    const bass = player(t, doubleBass, { level: 0.46, room: 0.05 })
    const strings = player(t, guitar, { level: 0.5, pan: -0.35, room: 0.16 })
    const high = player(t, guitar, { level: 0.4, pan: 0.4, room: 0.24, echo: 0.2 })
    const voice = player(t, telephone, { level: 0.62, pan: 0.05, room: 0.14, echo: 0.2 }, { loose: 0.015 })
    const bar = player(t, steel, { level: 0.26, pan: 0.3, room: 0.4, echo: 0.3 })
    const kit = brushes(t, 0.85)
    const end = bars.length - 1

    bars.forEach(({ walk, tones }, n) => {
      const at = n * 4
      const up = n >= 6 && n < 14
      if (n === end) {
        bass.note(at, 6, pitch(walk[0]!), 0.6)
        strings.chord(at, 8, [pitch(walk[0]!), pitch(walk[1]!) + 12, ...tones], 0.5, 0.09)
        return
      }
      if (n > 0)
        for (const [beat, name] of walk.entries()) bass.note(at + beat, 0.9, pitch(name), beat % 2 ? 0.5 : 0.72)
      strings.pattern(at, 0.5, [pitch(walk[0]!) + 12, ...tones], [0, 2, 1, 3, 0, 3, 2, 1], up ? 0.56 : 0.48, 1.1)
      if (up)
        high.pattern(
          at,
          0.5,
          tones.map((tone) => tone + 12),
          [null, 2, 1, null, 2, null, 1, 0],
          0.5,
          2,
        )
      if (n > 0) kit.train(at, n < 2 ? 0.4 : n > 13 ? 0.45 : up ? 0.7 : 0.58)
      if (n % 2 === 0 || n < 2)
        lay(t, railJoint(t.rnd), secondOf(t, at), {
          level: n < 2 || n > 13 ? 0.5 : 0.26,
          pan: 0.15 * (n % 3) - 0.15,
          room: 0.1,
        })
    })
    voice.melody(line(verse, 8), 0.62, true)
    voice.melody(line(lift, 24), 0.74, true)
    bar.melody(line('A4:4 | G4:2 D4:2 | F4:4 | E4:2 G#4:2 | A4:4', 40), 0.6, true)
    voice.melody(line('E4:2 D4:1 B3:1 | D4:1.5 B3:.5 G3:2 | A3:2 C4:2 | B3:3 -:1 | A3:5', 40), 0.62, true)
    return mastered(t, {
      room: { seconds: 1.3, bright: 3400, distance: 0.01 },
      echo: { seconds: t.beat * 0.75, again: 0.3 },
      tape: { seed: 'last train', wobble: 2, hiss: 0.003, drive: 1.5, bright: 9800 },
      fadeIn: 0.6,
    })
  },
}
