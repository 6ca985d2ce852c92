/** G major, a first tape: an electric piano in a cabin, a worn machine, and a kettle. */
import { electricPiano } from '../sound/instruments/keys.ts'
import { guitar } from '../sound/instruments/strings.ts'
import { mastered } from '../sound/master.ts'
import { chord, line, pitch } from '../sound/pitch.ts'
import { player } from '../sound/player.ts'
import { lay, take } from '../sound/take.ts'
import { kettle } from '../sound/weather.ts'
import type { Piece } from './piece.ts'

const [g, em, c, d] = [chord('B3 D4 F#4'), chord('G3 B3 D4'), chord('E3 B3 D4'), chord('A3 C4 E4')]

const bars = [
  ['G2', g],
  ['C3', c],
  ['G2', g],
  ['E2', em],
  ['C3', c],
  ['D3', d],
  ['C3', c],
  ['B2', chord('A3 D4 F#4')],
  ['A2', chord('G3 B3 C4')],
  ['D3', d],
  ['G2', g],
] as const

export const cabin4117: Piece = {
  file: 'cabin-4117',
  release: 'night-ferry',
  track: 4,
  genre: 'Lo-Fi',
  make() {
    const t = take({ seed: 'cabin', bpm: 66, beats: bars.length * 4, tail: 3.2, swing: 0.55 })
    const left = player(t, electricPiano, { level: 0.46, pan: -0.12, room: 0.16 }, { loose: 0.012 })
    const right = player(t, electricPiano, { level: 0.5, pan: 0.14, room: 0.22, echo: 0.1 }, { loose: 0.012 })
    const strings = player(t, guitar, { level: 0.34, pan: 0.4, room: 0.2 }, { loose: 0.012 })
    const fullBars = bars.length - 1

    bars.forEach(([low, tones], n) => {
      const at = n * 4
      const lift = n >= 6 && n < fullBars
      left.note(at, n === fullBars ? 4 : 1.9, pitch(low), 0.6)
      left.chord(at + 0.5, n === fullBars ? 3.5 : 1.4, tones, 0.42, 0.05)
      if (n === fullBars) return
      left.note(at + 2, 1.9, pitch(low) + 7, 0.42)
      left.chord(at + 2.5, 1.4, tones.slice(1), lift ? 0.45 : 0.34, 0.03)
      if (lift) strings.pattern(at, 0.5, [pitch(low) + 12, ...tones], [0, 2, 1, 3, 0, 2, 1, 2], 0.5, 2.5)
    })
    right.melody(line('B4:1.5 A4:.5 D5:2 | B4:1 A4:.5 G4:1.5 F#4:1 | E4:1.5 G4:.5 B4:2 | A4:3 -:1', 8), 0.55)
    right.melody(line('E5:1 D5:1 B4:2 | F#5:1 D5:1 A4:2 | E5:1.5 D5:.5 C5:2 | B4:1 A4:1 E4:1 F#4:1 | G4:4', 24), 0.66)
    right.note(42, 2, pitch('D5'), 0.3)
    lay(t, kettle(15, t.rnd), bars.length * 4 * t.beat - 12.6, { level: 0.26, pan: -0.6, room: 0.08 })
    return mastered(t, {
      room: { seconds: 1.1, bright: 3000, distance: 0.008 },
      echo: { seconds: t.beat * 0.5, again: 0.2 },
      tape: { seed: 'cabin', wobble: 3.4, hiss: 0.005, drive: 1.9, bright: 7200 },
      fadeOut: 2.2,
    })
  },
}
