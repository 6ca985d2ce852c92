import type { Frame } from '../../demo-images/frame.ts'
import type { Stock } from './projector.ts'

export interface Film {
  /** Without its ending. */
  file: string
  title: string
  /** The piece that is heard, and the second at which it is joined. */
  piece: string
  from: number
  seconds: number
  stock: Stock
  /** Prepares what stands still, and gives the light of each moment. */
  scene(): Promise<(second: number) => Frame>
}

export const [width, height] = [960, 540]
/** Each frame stays for exactly three of a usual screen. */
export const framesPerSecond = 20
