/** A minor in three, for a cafeteria at four in the morning: harmonium, double bass, brushes, a guitar on two and three. */
import { chime, harmonium } from '../sound/instruments/keys.ts'
import { doubleBass, guitar } from '../sound/instruments/strings.ts'
import { mastered } from '../sound/master.ts'
import { chord, line, pitch } from '../sound/pitch.ts'
import { player } from '../sound/player.ts'
import { take } from '../sound/take.ts'
import { brushes } from './brushes.ts'
import type { Piece } from './piece.ts'

const harmony: Record<string, { low: string; fifth: string; tones: number[] }> = {
  Am: { low: 'A2', fifth: 'E2', tones: chord('A3 C4 E4') },
  E: { low: 'E2', fifth: 'B2', tones: chord('G#3 D4 E4') },
  F: { low: 'F2', fifth: 'C3', tones: chord('A3 C4 F4') },
  C: { low: 'C3', fifth: 'G2', tones: chord('G3 C4 E4') },
  G: { low: 'G2', fifth: 'D3', tones: chord('G3 B3 D4') },
}
const bars = 'Am Am F E  Am E E Am F C E Am  F C G Am F C E E  F C E Am Am'.split(/\s+/).map((name) => harmony[name]!)

const first = 'E5:2 D5:1 | B4:3 | D5:2 C5:1 | A4:3 | C5:1 A4:1 F4:1 | G4:2 E5:1 | D5:1 B4:1 G#4:1 | A4:3'
const second = 'A4:1 C5:1 F5:1 | E5:3 | D5:1 G4:1 B4:1 | C5:3 | A4:1 C5:1 A5:1 | G5:2 E5:1 | D5:2 B4:1 | G#4:3'
const last = 'C5:1 A4:1 F4:1 | G4:2 E5:1 | D5:1 B4:1 G#4:1 | A4:5'

export const lorryDriversWaltz: Piece = {
  file: 'lorry-drivers-waltz',
  release: 'night-ferry',
  track: 8,
  genre: 'Folk',
  make() {
    const t = take({ seed: 'waltz', bpm: 112, beats: bars.length * 3, tail: 3 })
    const reeds = player(t, harmonium, { level: 0.52, pan: 0.12, room: 0.26, echo: 0.06 }, { loose: 0.014 })
    const bellows = player(t, harmonium, { level: 0.15, pan: -0.25, room: 0.3 }, { wide: 0.3 })
    const bass = player(t, doubleBass, { level: 0.5, room: 0.06 }, { loose: 0.01 })
    const strings = player(t, guitar, { level: 0.42, pan: -0.4, room: 0.22 }, { loose: 0.01 })
    const glass = player(t, chime, { level: 0.16, pan: 0.5, room: 0.5, echo: 0.2 })
    const kit = brushes(t, 0.9)
    const end = bars.length - 1

    bars.forEach(({ low, fifth, tones }, n) => {
      const at = n * 3
      const lift = n >= 12 && n < 20
      bass.note(at, n === end ? 6 : 1.8, pitch(n % 2 ? fifth : low), 0.75)
      if (n === end) {
        strings.chord(at, 8, [pitch(low), ...tones], 0.5, 0.08)
        return
      }
      for (const beat of [1, 2]) strings.chord(at + beat, 0.8, tones, beat === 1 ? 0.5 : 0.42, 0.025)
      if (n > 3) bellows.chord(at, 2.9, tones, lift ? 0.75 : 0.5)
      if (n > 1) kit.waltz(at, lift ? 0.75 : 0.55)
      if (lift)
        glass.pattern(at, 1, [tones[0]! + 24, tones[1]! + 24, tones[2]! + 24], [n % 3, null, (n + 1) % 3], 0.5, 1)
    })
    reeds.melody(line('E4:6 | F4:3 | G#4:3', 0), 0.4)
    reeds.melody(line(first, 12), 0.6)
    reeds.melody(line(second, 36), 0.72)
    reeds.melody(line(last, 60), 0.55)
    return mastered(t, {
      room: { seconds: 1.9, bright: 3600 },
      echo: { seconds: t.beat * 1.5, again: 0.25 },
      tape: { seed: 'waltz', wobble: 1.3, hiss: 0.0016, drive: 1.3 },
    })
  },
}
