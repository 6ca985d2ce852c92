import type { Stereo } from '../sound/take.ts'

export interface Piece {
  /** Without its ending. */
  file: string
  /** The record it is on and its number there, from which its title comes. */
  release: string
  track: number
  genre: string
  make(): Stereo
}
