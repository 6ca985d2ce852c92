/** C major on a four-track: a voice, a guitar and a biscuit tin, three weeks before giving notice. */
import { tin } from '../sound/instruments/drums.ts'
import { guitar } from '../sound/instruments/strings.ts'
import { singer } from '../sound/instruments/voice.ts'
import { mastered } from '../sound/master.ts'
import { chord, line, pitch } from '../sound/pitch.ts'
import { player } from '../sound/player.ts'
import { take } from '../sound/take.ts'
import type { Piece } from './piece.ts'

const c = chord('C3 G3 C4 E4')
const am = chord('A2 G3 C4 E4')
const f = chord('F2 F3 A3 E4')
const g = chord('G2 G3 B3 E4')
const bars = [c, f, c, am, f, g, chord('D3 A3 C4 F4'), f, chord('E2 G3 C4 E4'), g, c, am, f, c]

export const lowWater: Piece = {
  file: 'low-water',
  release: 'low-water',
  track: 1,
  genre: 'Lo-Fi Folk',
  make() {
    const t = take({ seed: 'low water', bpm: 84, beats: bars.length * 4, tail: 3, swing: 0.56 })
    const strings = player(t, guitar, { level: 0.62, pan: -0.25, room: 0.12 }, { loose: 0.011 })
    const double = player(t, guitar, { level: 0.36, pan: 0.5, room: 0.16 }, { loose: 0.018 })
    const voice = player(t, singer('oh'), { level: 0.4, pan: 0.05, room: 0.2, echo: 0.16 }, { loose: 0.016 })
    const above = player(t, singer('oo'), { level: 0.22, pan: 0.35, room: 0.3, echo: 0.16 }, { loose: 0.02 })
    const box = player(t, tin, { level: 0.24, pan: 0.2, room: 0.14 }, { loose: 0.009 })
    const end = bars.length - 1

    bars.forEach((tones, n) => {
      const at = n * 4
      const lift = n >= 6 && n < 10
      if (n === end) {
        strings.chord(at, 7.5, tones, 0.6, 0.1)
        return
      }
      strings.pattern(at, 0.5, tones, [0, 2, 3, 1, 0, 3, 2, 1], lift ? 0.64 : 0.54, 2.6)
      if (lift) for (const hit of [0, 1, 1.5, 2.5, 3]) double.chord(at + hit, 0.7, tones.slice(1), 0.42, 0.03)
      if (n < 2) return
      for (const low of [0, 2.5]) box.note(at + low, 0.5, pitch('G3'), 0.5)
      for (const high of [1, 3]) box.note(at + high, 0.5, pitch('E4'), lift ? 0.85 : 0.7)
      box.note(at + 3.5, 0.5, pitch('E4'), 0.3)
    })
    voice.melody(line('E3:1 G3:1 C4:2 | B3:.5 C4:.5 A3:3 | A3:1 C4:1 E4:1.5 D4:.5 | D4:2 B3:2', 8), 0.6, true)
    const up = line('F4:1 E4:1 D4:2 | C4:2 A3:2 | E4:1 D4:1 C4:2 | B3:1 C4:1 D4:2', 24)
    voice.melody(up, 0.7, true)
    above.melody(line('A4:2 F4:2 | A4:2 F4:2 | G4:2 E4:2 | D4:1 E4:1 G4:2', 24), 0.6, true)
    voice.melody(line('E4:2 G3:1 C4:1 | C4:3 -:1 | A3:1 C4:1 D4:2 | C4:3', 40), 0.58, true)
    return mastered(t, {
      room: { seconds: 1, bright: 3200, distance: 0.006 },
      echo: { seconds: 0.13, again: 0.2 },
      tape: { seed: 'low water', wobble: 2.6, hiss: 0.0042, drive: 1.8, bright: 8200 },
    })
  },
}
