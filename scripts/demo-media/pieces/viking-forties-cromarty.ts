/** B flat, hardly moving: pads, a buoy, and somebody who reads the sea areas to whoever is up. */
import { chime } from '../sound/instruments/keys.ts'
import { steel } from '../sound/instruments/strings.ts'
import { hull, pad } from '../sound/instruments/synths.ts'
import { forecast, singer } from '../sound/instruments/voice.ts'
import { mastered } from '../sound/master.ts'
import { chord, line, pitch } from '../sound/pitch.ts'
import { player } from '../sound/player.ts'
import { lay, layWide, take } from '../sound/take.ts'
import { sea, smallSpeaker } from '../sound/weather.ts'
import type { Piece } from './piece.ts'

const [bb, gm, eb, f] = [chord('F3 A3 C4 D4'), chord('F3 A3 Bb3 D4'), chord('G3 Bb3 D4 F4'), chord('G3 Bb3 C4 F4')]
const bars = [
  ['Bb1', bb],
  ['Bb1', bb],
  ['G1', gm],
  ['Eb2', eb],
  ['F2', f],
  ['Eb2', eb],
  ['D2', chord('F3 Bb3 C4 D4')],
  ['C2', chord('Eb3 G3 Bb3 D4')],
  ['F2', f],
  ['Bb1', bb],
] as const

export const vikingFortiesCromarty: Piece = {
  file: 'viking-forties-cromarty',
  release: 'salt-radio',
  track: 8,
  genre: 'Ambient',
  make() {
    const t = take({ seed: 'viking', bpm: 60, beats: bars.length * 4, tail: 5 })
    const air = player(t, pad, { level: 0.26, room: 0.6 }, { wide: 0.7 })
    const ship = player(t, hull, { level: 0.24, room: 0.12 })
    const buoy = player(t, chime, { level: 0.34, pan: 0.3, room: 0.7, echo: 0.5 }, { loose: 0.05, wide: 0.4 })
    const bar = player(t, steel, { level: 0.3, pan: -0.2, room: 0.7, echo: 0.4 })
    const voices = [-0.5, 0.5].map((pan) =>
      player(t, singer('oo'), { level: 0.2, pan, room: 0.9, echo: 0.3 }, { loose: 0.06 }),
    )

    bars.forEach(([low, tones], n) => {
      const at = n * 4
      const lift = n >= 5 && n < 9
      air.chord(at, 4.2, tones, lift ? 0.85 : 0.6)
      ship.note(at, 4, pitch(low), n < 9 ? 0.6 : 0.8)
      const high = tones.map((tone) => tone + 12)
      const ring = [
        [0.5, 3],
        [2, 1],
        [3.25, 2],
      ] as const
      for (const [beat, tone] of ring)
        if (t.rnd() < (lift ? 0.95 : 0.7)) buoy.note(at + beat, 0.5, high[tone]!, 0.3 + 0.3 * t.rnd())
    })
    bar.melody(line('D4:3 C4:1 | D4:2 F4:2 | G4:4 | F4:4', 4), 0.5, true)
    for (const voice of voices)
      voice.melody(line('Bb4:3 C5:1 | D5:3 C5:1 | Bb4:2 G4:2 | F4:2 C5:2 | D5:4', 20), 0.6, true)
    const seconds = bars.length * 4 + 5
    layWide(t, sea(seconds, t.rnd, 9), 0, { level: 0.13 })
    lay(t, smallSpeaker(forecast(13, t.rnd), 500, 2500), 3, { level: 0.32, pan: -0.35, room: 0.22, echo: 0.1 })
    lay(t, smallSpeaker(forecast(9, t.rnd), 500, 2500), 31, { level: 0.28, pan: -0.35, room: 0.3, echo: 0.15 })
    return mastered(t, {
      room: { seconds: 5.5, bright: 3200, distance: 0.04 },
      echo: { seconds: 0.75, again: 0.45 },
      tape: { seed: 'viking', wobble: 1.6, hiss: 0.0014 },
      fadeIn: 2,
      fadeOut: 4.5,
    })
  },
}
