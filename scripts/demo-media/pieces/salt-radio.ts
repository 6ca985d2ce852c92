/** E minor over the air: it is found on the dial, opens up, and is lost again with the forecast. */
import { chime, electricPiano } from '../sound/instruments/keys.ts'
import { steel } from '../sound/instruments/strings.ts'
import { pad, pulse, roundBass } from '../sound/instruments/synths.ts'
import { forecast } from '../sound/instruments/voice.ts'
import { mastered } from '../sound/master.ts'
import { chord, line, pitch } from '../sound/pitch.ts'
import { type Instrument, player } from '../sound/player.ts'
import { lay, take } from '../sound/take.ts'
import { dial, smallSpeaker } from '../sound/weather.ts'
import { brushes } from './brushes.ts'
import type { Piece } from './piece.ts'

const [em, c, g, d] = [chord('G3 B3 D4 F#4'), chord('G3 B3 E4'), chord('G3 B3 D4 A4'), chord('F#3 A3 D4 E4')]
const [am, gb, sus, b7] = [chord('G3 B3 C4 E4'), chord('G3 B3 D4'), chord('F#3 A3 B3 E4'), chord('F#3 A3 B3 D#4')]
const theme = [
  { low: 'E2', tones: em },
  { low: 'C2', tones: c },
  { low: 'G2', tones: g },
  { low: 'F#2', tones: d },
]
const bars: { low: string; tones: number[]; later?: number[] }[] = [
  ...theme,
  ...theme,
  { low: 'A2', tones: am },
  { low: 'C2', tones: c },
  { low: 'B1', tones: gb },
  { low: 'B1', tones: sus, later: b7 },
  ...theme.slice(0, 2),
  { low: 'E2', tones: em },
  { low: 'E2', tones: em },
]

const farPiano: Instrument = (note) => smallSpeaker(electricPiano(note))

export const saltRadio: Piece = {
  file: 'salt-radio',
  release: 'salt-radio',
  track: 2,
  genre: 'Indie Pop',
  make() {
    const t = take({ seed: 'salt radio', bpm: 92, beats: bars.length * 4, tail: 2.6 })
    const radio = player(t, farPiano, { level: 0.85, pan: -0.1, room: 0.08 })
    const piano = player(t, electricPiano, { level: 0.36, room: 0.24, echo: 0.14 }, { wide: 0.25 })
    const lead = player(t, electricPiano, { level: 0.36, pan: 0.15, room: 0.3, echo: 0.3 })
    const bar = player(t, steel, { level: 0.24, pan: -0.3, room: 0.45, echo: 0.3 })
    const ticks = player(t, pulse, { level: 0.13, pan: 0.4, room: 0.2, echo: 0.25 }, { loose: 0.002, wide: 0.3 })
    const air = player(t, pad, { level: 0.13, room: 0.45 }, { wide: 0.6 })
    const bass = player(t, roundBass, { level: 0.42 }, { loose: 0.004 })
    const pips = player(t, chime, { level: 0.1, pan: 0.5, room: 0.3 })
    const kit = brushes(t, 0.9)

    bars.forEach(({ low, tones, later }, n) => {
      const at = n * 4
      const far = n < 4 || n > 13
      const lift = n >= 8 && n < 12
      const keys = far ? radio : piano
      if (n > 0) keys.chord(at, later ? 2 : 2.3, tones, 0.55, 0.02)
      if (n > 0 && n < 15) keys.chord(at + (later ? 2 : 2.5), 1.4, later ?? tones.slice(1), 0.42, 0.02)
      if (far) return
      for (let half = 0; half < 8; half++)
        bass.note(at + half / 2, 0.42, pitch(low) + (half === 7 ? 12 : 0), half % 2 ? 0.5 : 0.72)
      ticks.pattern(
        at,
        0.25,
        [...tones, tones[0]! + 12],
        [0, 2, 1, 3, 2, 4, 1, 3, 0, 2, 1, 3, 2, 4, 3, 1],
        lift ? 0.6 : 0.42,
        0.8,
      )
      air.chord(at, 4, tones.slice(1), lift ? 0.9 : 0.5)
      kit.march(at, lift ? 0.75 : 0.6)
    })
    lead.melody(line('B4:1 D5:.5 E5:1.5 D5:1 | B4:2 G4:2 | A4:1 B4:.5 D5:1.5 B4:1 | A4:3 -:1', 16), 0.6)
    const up = line('E5:1.5 D5:.5 C5:1 B4:1 | G4:1 B4:1 E5:2 | D5:1.5 B4:.5 G4:2 | F#4:2 A4:1 B4:1', 32)
    lead.melody(up, 0.7)
    bar.melody(up, 0.6, true)
    lead.melody(line('B4:1 D5:.5 E5:1.5 D5:1 | B4:2 G4:2', 48), 0.6)
    radio.melody(line('B4:1 A4:1 G4:1 F#4:1 | E4:4', 56), 0.5)
    for (const beat of [0, 1, 2]) pips.note(beat, 0.2, pitch('B5'), 0.4)
    const bars4 = 16 * t.beat
    lay(t, dial(bars4 * 0.9, t.rnd), 0, { level: 0.3, pan: 0.1 })
    lay(t, smallSpeaker(forecast(bars4 * 0.75, t.rnd)), 1.6, { level: 0.7, pan: -0.15, room: 0.06 })
    lay(t, dial(8, t.rnd), 55 * t.beat, { level: 0.3, pan: -0.1 })
    lay(t, smallSpeaker(forecast(6, t.rnd)), 57 * t.beat, { level: 0.6, pan: 0.1, room: 0.06 })
    return mastered(t, {
      room: { seconds: 2 },
      echo: { seconds: t.beat * 0.75 },
      tape: { seed: 'salt radio', wobble: 1.2, hiss: 0.0018, drive: 1.4 },
      fadeOut: 1.8,
    })
  },
}
