/** Ines Brandt's kit: four ways to keep time quietly. Each plays one bar that begins at a beat. */
import { brush, hat, kick, shaker, sweep } from '../sound/instruments/drums.ts'
import { player } from '../sound/player.ts'
import type { Take } from '../sound/take.ts'

export function brushes(t: Take, level = 1) {
  const loose = { loose: 0.005 }
  const skin = player(t, kick, { level: 0.5 * level, room: 0.04 }, loose)
  const wires = player(t, brush, { level: 0.42 * level, pan: 0.12, room: 0.22 }, loose)
  const round = player(t, sweep, { level: 0.75 * level, pan: -0.2, room: 0.15 }, { loose: 0.02 })
  const metal = player(t, hat, { level: 0.32 * level, pan: 0.4, room: 0.1 }, loose)
  const seeds = player(t, shaker, { level: 0.42 * level, pan: -0.45, room: 0.12 }, loose)

  return {
    /** Slow four: down, and, up. */
    ballad(at: number, strength = 0.6) {
      skin.note(at, 1, 36, strength)
      skin.note(at + 2.5, 1, 36, strength * 0.7)
      for (const up of [1, 3]) wires.note(at + up, 1, 60, strength)
      wires.note(at + 3.5, 1, 60, strength * 0.3)
      for (const turn of [0, 1, 2, 3]) round.note(at + turn, 0.95, 60, strength)
      for (const off of [0.5, 1.5, 2.5, 3.5]) metal.note(at + off, 1, 60, strength * 0.6)
    },
    /** Three, with the wires on two and three. */
    waltz(at: number, strength = 0.6) {
      skin.note(at, 1, 36, strength)
      wires.note(at + 1, 1, 60, strength * 0.6)
      wires.note(at + 2, 1, 60, strength * 0.75)
      round.note(at, 1.9, 60, strength * 0.9)
    },
    /** Wheels: every half beat, leaning on two and four. */
    train(at: number, strength = 0.6) {
      for (const down of [0, 2]) skin.note(at + down, 1, 36, strength * 0.9)
      for (let half = 0; half < 8; half++)
        wires.note(at + half / 2, 1, 60, strength * (half % 4 === 2 ? 0.9 : half % 2 ? 0.28 : 0.4))
      for (const late of [0.75, 2.75]) wires.note(at + late, 1, 60, strength * 0.22)
    },
    /** Straight on, for the songs that everybody knows. */
    march(at: number, strength = 0.6) {
      for (const down of [0, 1.5, 2]) skin.note(at + down, 1, 36, strength * (down === 1.5 ? 0.55 : 1))
      for (const up of [1, 3]) wires.note(at + up, 1, 60, strength * 1.1)
      for (let half = 0; half < 8; half++) seeds.note(at + half / 2, 1, 60, strength * (half % 2 ? 0.85 : 0.5))
    },
  }
}
