/** A piano's keys as solids, in centimetres: fronts at z = 0, tops of the white keys at y = 0. */
import type { Colour } from './frame.ts'
import { box, type Lamp, type Solids } from './march.ts'
import { noise } from './noise.ts'

export interface Keyboard {
  /** Which white key is down, counted from x = 0. */
  pressed: number
  felt: Colour
  ivory: Colour
  lamps: readonly Lamp[]
  sky: Solids['sky']
  ambient: Colour
}

const wide = 2.35

/** Whether a black key stands on the edge between two white ones. */
const hasBlack = (edge: number) => {
  const n = ((edge % 7) + 7) % 7
  return n !== 0 && n !== 3
}

export function keyboard({ pressed, felt, ivory, lamps, sky, ambient }: Keyboard): Solids {
  const grainOf = noise('ivory')
  const whiteKey = (k: number, x: number, y: number, z: number) => {
    const drop = k === pressed ? 0.036 * (16 - z) : 0
    return box(x - (k + 0.5) * wide, y + 1 + drop, z - 7.5, wide / 2 - 0.055, 1, 7.5, 0.14)
  }
  const white = (x: number, y: number, z: number) => {
    const k = Math.floor(x / wide)
    const own = whiteKey(k, x, y, z)
    // Beside the pressed key the neighbour's flank is open to view.
    if (Math.abs(k - pressed) > 1) return own
    return Math.min(own, whiteKey(x - (k + 0.5) * wide > 0 ? k + 1 : k - 1, x, y, z))
  }
  const black = (x: number, y: number, z: number) => {
    const edge = Math.round(x / wide)
    if (!hasBlack(edge)) return 1.1
    const lean = z < 5.9 ? (5.9 - z) * 0.5 : 0
    return box(x - edge * wide, y - 0.55 + lean, z - 10, 0.54, 0.75, 5, 0.16) * 0.88
  }
  const board = (x: number, y: number, z: number) =>
    Math.min(box(x, y - 0.6, z - 17.2, 200, 1.6, 2, 0.3), box(x, y - 0.1, z - 15.2, 200, 0.5, 0.35, 0.1))
  return {
    distance: (x, y, z) => Math.min(white(x, y, z), black(x, y, z), board(x, y, z), 1.6),
    surface: (x, y, z, s) => {
      const onWhite = white(x, y, z)
      const onBlack = black(x, y, z)
      const onBoard = board(x, y, z)
      if (onBlack < onWhite && onBlack < onBoard) {
        s.colour = [0.012, 0.011, 0.012]
        s.rough = 0.3
      } else if (onBoard < onWhite) {
        const soft = z < 15.6 && y < 1
        s.colour = soft ? [felt[0], felt[1], felt[2]] : [0.012, 0.01, 0.01]
        s.rough = soft ? 0.95 : 0.22
      } else {
        const grain = 0.92 + 0.08 * grainOf(x * 3, z * 0.4) + 0.03 * grainOf(x * 14, z * 1.4)
        s.colour = [ivory[0] * grain, ivory[1] * grain, ivory[2] * grain]
        s.rough = 0.36
      }
    },
    lamps,
    sky,
    ambient,
    far: 60,
    ceiling: 2.25,
  }
}
