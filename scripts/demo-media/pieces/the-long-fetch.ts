/** D major in six, alone in one room with the window open: a guitar, a harmonium, and the sea. */
import { harmonium } from '../sound/instruments/keys.ts'
import { guitar } from '../sound/instruments/strings.ts'
import { mastered } from '../sound/master.ts'
import { chord, line } from '../sound/pitch.ts'
import { player } from '../sound/player.ts'
import { layWide, take } from '../sound/take.ts'
import { sea } from '../sound/weather.ts'
import type { Piece } from './piece.ts'

/** Picked from the lowest string: thumb, then fingers. */
const shapes: Record<string, number[]> = {
  D: chord('D2 A2 D3 F#3 A3'),
  Bm: chord('B1 F#2 D3 F#3 A3'),
  G: chord('G1 D2 D3 F#3 B3'),
  As: chord('A1 E2 D3 E3 A3'),
  A: chord('A1 E2 C#3 E3 A3'),
  DF: chord('F#1 D2 D3 F#3 A3'),
  Em: chord('E2 B2 D3 G3 B3'),
}
const bars = 'D D  D D Bm Bm G G As A  G A Bm DF Em As  D D D'.split(/\s+/).map((name) => shapes[name]!)

export const theLongFetch: Piece = {
  file: 'the-long-fetch',
  release: 'the-long-fetch',
  track: 2,
  genre: 'Folk',
  make() {
    const t = take({ seed: 'fetch', bpm: 170, beats: bars.length * 6, tail: 3.6 })
    const thumb = player(t, guitar, { level: 0.62, pan: -0.12, room: 0.2 }, { loose: 0.009 })
    const fingers = player(t, guitar, { level: 0.56, pan: 0.1, room: 0.26, echo: 0.08 }, { loose: 0.009, wide: 0.2 })
    const tune = player(t, guitar, { level: 0.62, pan: 0.22, room: 0.34, echo: 0.16 }, { loose: 0.01 })
    const reeds = player(t, harmonium, { level: 0.24, pan: -0.2, room: 0.4 }, { wide: 0.35 })
    const end = bars.length - 1

    bars.forEach((shape, n) => {
      const at = n * 6
      const lift = n >= 10 && n < 16
      if (n === end) {
        thumb.chord(at, 15, shape, 0.6, 0.28)
        return
      }
      thumb.note(at, 5.5, shape[0]!, lift ? 0.72 : 0.6)
      thumb.note(at + 3, 2.8, shape[1]!, 0.5)
      fingers.pattern(at + 1, 1, shape.slice(2), [0, 1, 2, 1, n % 2 ? 2 : 0], lift ? 0.58 : 0.46, 3)
      if (n > 5 && n < 17) reeds.chord(at, 6, shape.slice(2), lift ? 0.75 : 0.42)
    })
    tune.melody(
      line('F#4:4 E4:1 D4:1 | A4:6 | F#4:4 E4:1 F#4:1 | D4:6 | B3:4 D4:2 | F#4:4 E4:2 | E4:4 D4:2 | C#4:6', 12),
      0.62,
    )
    const up = line('B4:4 A4:2 | A4:4 C#5:2 | D5:6 | A4:4 F#4:2 | G4:4 B4:2 | A4:6 | F#4:6 | D4:6', 60)
    tune.melody(up, 0.72)
    reeds.melody(
      up.filter((tone) => tone.length > 3).map((tone) => ({ ...tone, pitch: tone.pitch - 12 })),
      0.5,
    )
    layWide(t, sea(bars.length * 6 * t.beat + 3.6, t.rnd, 6.5), 0, { level: 0.11 })
    return mastered(t, {
      room: { seconds: 1.5, bright: 4600, distance: 0.012 },
      echo: { seconds: t.beat * 3, again: 0.25 },
      tape: { seed: 'fetch', wobble: 0.9, hiss: 0.0016 },
      fadeIn: 1.4,
    })
  },
}
