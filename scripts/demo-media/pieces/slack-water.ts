/** E flat, when the tide stands still: an electric piano with all the time there is. */
import { chime, electricPiano } from '../sound/instruments/keys.ts'
import { doubleBass, steel } from '../sound/instruments/strings.ts'
import { pad } from '../sound/instruments/synths.ts'
import { mastered } from '../sound/master.ts'
import { chord, line, pitch } from '../sound/pitch.ts'
import { player } from '../sound/player.ts'
import { take } from '../sound/take.ts'
import { brushes } from './brushes.ts'
import type { Piece } from './piece.ts'

const [eb, cm, ab, bb] = [chord('G3 Bb3 D4 F4'), chord('G3 Bb3 D4 Eb4'), chord('G3 Bb3 C4 Eb4'), chord('Ab3 C4 Eb4 G4')]
const bars = [
  ['Eb2', eb],
  ['Eb2', eb],
  ['C2', cm],
  ['Ab1', ab],
  ['Bb1', bb],
  ['Ab1', ab],
  ['G1', chord('F3 Bb3 D4')],
  ['F2', chord('G3 Ab3 C4 Eb4')],
  ['Bb1', bb],
  ['Eb2', eb],
  ['Eb2', eb],
] as const

export const slackWater: Piece = {
  file: 'slack-water',
  release: 'the-long-fetch',
  track: 5,
  genre: 'Ambient Folk',
  make() {
    const t = take({ seed: 'slack', bpm: 62, beats: bars.length * 4, tail: 3.2, swing: 0.54 })
    const piano = player(
      t,
      electricPiano,
      { level: 0.44, pan: -0.08, room: 0.34, echo: 0.12 },
      { loose: 0.012, wide: 0.25 },
    )
    const tune = player(t, electricPiano, { level: 0.5, pan: 0.12, room: 0.4, echo: 0.3 }, { loose: 0.014 })
    const bass = player(t, doubleBass, { level: 0.42, room: 0.08 }, { loose: 0.012 })
    const air = player(t, pad, { level: 0.16, room: 0.6 }, { wide: 0.6 })
    const bar = player(t, steel, { level: 0.26, pan: -0.3, room: 0.55, echo: 0.35 })
    const drops = player(t, chime, { level: 0.14, pan: 0.45, room: 0.6, echo: 0.5 }, { wide: 0.4 })
    const kit = brushes(t, 0.6)
    const end = bars.length - 1

    bars.forEach(([low, tones], n) => {
      const at = n * 4
      const lift = n >= 5 && n < 9
      piano.chord(at, n === end ? 6.5 : 3.8, tones, lift ? 0.6 : 0.5, n === end ? 0.14 : 0.05)
      if (n > 0 && n < end) piano.chord(at + 2.5, 1.3, tones.slice(1), 0.32, 0.03)
      if (n > 0) bass.note(at, n === end ? 6 : 2.4, pitch(low), 0.72)
      if (n > 0 && n < end) bass.note(at + 2.5, 1.4, pitch(low) + 7, 0.5)
      if (n > 2) air.chord(at, 4, tones.slice(1), lift ? 0.85 : 0.5)
      if (n > 0 && n < end - 1) kit.ballad(at, lift ? 0.62 : 0.5)
      if (lift || n === end)
        drops.pattern(
          at,
          0.5,
          tones.map((tone) => tone + 24),
          [null, 3, null, 2, 1, null, 2, null],
          0.4,
          1,
        )
    })
    tune.melody(line('G4:2 Bb4:1 D5:1 | Eb5:3 D5:1 | C5:1.5 Bb4:.5 Eb4:2 | F4:4', 4), 0.56)
    tune.melody(line('C5:1 Eb5:1 G5:2 | F5:1.5 D5:.5 Bb4:2 | Ab4:1 C5:1 Eb5:2 | C5:2 Eb5:1 F5:1', 20), 0.66)
    bar.melody(line('Eb4:4 | D4:4 | C4:2 Eb4:2 | F4:4', 20), 0.6, true)
    tune.melody(line('G5:1 F5:1 D5:2 | Bb4:4', 36), 0.5)
    return mastered(t, {
      room: { seconds: 3.4, bright: 3600 },
      echo: { seconds: t.beat * 0.75, again: 0.42 },
      tape: { seed: 'slack', wobble: 1.5, hiss: 0.0014 },
    })
  },
}
