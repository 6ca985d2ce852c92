/** D minor, slow, out of the harbour: the hull, an electric piano, a baritone guitar, and a steel that looks back. */
import { electricPiano } from '../sound/instruments/keys.ts'
import { guitar, steel } from '../sound/instruments/strings.ts'
import { hull, pad, roundBass } from '../sound/instruments/synths.ts'
import { mastered } from '../sound/master.ts'
import { chord, line, pitch } from '../sound/pitch.ts'
import { player } from '../sound/player.ts'
import { layWide, take } from '../sound/take.ts'
import { sea } from '../sound/weather.ts'
import { brushes } from './brushes.ts'
import type { Piece } from './piece.ts'

const [dm, bb, f, c] = [chord('F3 A3 C4 E4'), chord('D3 F3 A3 C4'), chord('F3 A3 C4 G4'), chord('E3 G3 C4 D4')]
const [gm, sus, a7] = [chord('F3 A3 Bb3 D4'), chord('E3 G3 A3 D4'), chord('E3 G3 A3 C#4')]

const bars = [
  { low: 'D2', tones: dm },
  { low: 'Bb1', tones: bb },
  { low: 'D2', tones: dm },
  { low: 'Bb1', tones: bb },
  { low: 'A1', tones: f },
  { low: 'C2', tones: c },
  { low: 'G1', tones: gm },
  { low: 'Bb1', tones: bb },
  { low: 'A1', tones: f },
  { low: 'A1', tones: sus, later: a7 },
  { low: 'D2', tones: dm },
  { low: 'Bb1', tones: bb },
  { low: 'D2', tones: dm },
]

export const nightFerry: Piece = {
  file: 'night-ferry',
  release: 'night-ferry',
  track: 2,
  genre: 'Indie Folk',
  make() {
    const t = take({ seed: 'night ferry', bpm: 72, beats: bars.length * 4, tail: 3.4 })
    const piano = player(t, electricPiano, { level: 0.34, room: 0.3, echo: 0.12 }, { wide: 0.25 })
    const strings = player(t, guitar, { level: 0.5, pan: -0.35, room: 0.28, echo: 0.2 })
    const air = player(t, pad, { level: 0.15, room: 0.5 }, { wide: 0.6 })
    const bass = player(t, roundBass, { level: 0.4 })
    const bar = player(t, steel, { level: 0.5, pan: 0.25, room: 0.45, echo: 0.3 })
    const kit = brushes(t, 0.85)
    const ship = player(t, hull, { level: 0.34, room: 0.1 })

    ship.note(0, 18, pitch('D2'), 0.8)
    ship.note(24, 16, pitch('G1'), 0.5)
    ship.note(40, 12, pitch('D2'), 0.8)
    layWide(t, sea(bars.length * 4 * t.beat + 3.4, t.rnd, 8), 0, { level: 0.05 })

    bars.forEach(({ low, tones, later }, n) => {
      const at = n * 4
      const lift = n >= 6 && n < 10
      piano.chord(at, later ? 2 : 3.6, tones, lift ? 0.62 : 0.5, 0.03)
      if (later) piano.chord(at + 2, 1.8, later, 0.55, 0.03)
      else if (n > 1 && n < 11) piano.chord(at + 2.5, 1.3, tones.slice(1), 0.32)
      const reach = [tones[0]! - 12, tones[1]!, tones[2]!, tones[3]!]
      if (n < 12) strings.pattern(at, 0.5, reach, [0, 1, 2, 3, 1, 2, 3, 2], lift ? 0.62 : 0.5, 3)
      if (n > 1 && n < 12) {
        bass.note(at, 2.3, pitch(low), 0.8)
        bass.note(at + 2.5, 1.3, pitch(low), 0.6)
        kit.ballad(at, lift ? 0.72 : 0.55)
      }
      if (n > 3) air.chord(at, 4, tones.slice(1), lift ? 0.8 : 0.5)
    })
    strings.chord(48, 7, chord('D2 A2 F3 C4 E4'), 0.5, 0.09)
    bass.note(48, 6, pitch('D2'), 0.7)
    bar.melody(line('A4:3 G4:.5 F4:.5 | F4:2 D4:2 | C5:3 A4:1 | G4:3 -:1', 8), 0.55, true)
    bar.melody(line('Bb4:2 A4:1 G4:1 | D5:3 C5:1 | C5:2 A4:2 | D5:2 C#5:2', 24), 0.72, true)
    bar.melody(line('D5:4 | A4:2 F4:2 | E4:4', 40), 0.5, true)
    return mastered(t, {
      room: { seconds: 2.8 },
      echo: { seconds: t.beat * 0.75 },
      tape: { seed: 'night ferry', wobble: 1, hiss: 0.0012 },
      fadeIn: 1.2,
    })
  },
}
