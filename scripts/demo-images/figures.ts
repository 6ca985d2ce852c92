/**
 * People as silhouettes. Each figure is drawn in its own space, 1000 units tall with its feet at y = 1000 and its middle
 * at x = 0, as limbs and cloth that `grown` lets melt together.
 */
import { curveThrough, limb, limbs, path, polygon, type Spot, stroke } from './shapes.ts'

export const placed = (body: string, x: number, y: number, height: number, flip = false) =>
  `<g transform="translate(${x} ${y}) scale(${((flip ? -1 : 1) * height) / 1000} ${height / 1000}) translate(0 -1000)">${body}</g>`

/** The same on both sides of the middle. */
const mirrored = (points: readonly Spot[]): Spot[] => [...points, ...points.toReversed().map(([x, y]): Spot => [-x, y])]

/** A knitted cap: rolled brim, a crown that sits a little back. */
const cap = (x: number, y: number, s = 1) =>
  path(
    curveThrough([
      [x - 50 * s, y + 8 * s],
      [x - 54 * s, y - 12 * s],
      [x - 44 * s, y - 46 * s],
      [x - 18 * s, y - 66 * s],
      [x + 8 * s, y - 68 * s],
      [x + 38 * s, y - 52 * s],
      [x + 53 * s, y - 14 * s],
      [x + 50 * s, y + 8 * s],
      [x, y + 14 * s],
    ]),
  )

/** From behind, coat and cap, one hand on a guitar case that stands beside them. */
export function waiting(): string {
  const coat = curveThrough(
    [
      [-34, 150],
      [-72, 176],
      [-106, 204],
      [-120, 250],
      [-104, 380],
      [-98, 470],
      [-110, 590],
      [-122, 690],
      [-116, 704],
      [-50, 712],
      [-4, 706],
      [-2, 660],
      [10, 708],
      [60, 714],
      [112, 702],
      [118, 690],
      [106, 590],
      [96, 470],
      [102, 380],
      [118, 250],
      [104, 204],
      [72, 176],
      [34, 150],
    ],
    true,
    0.85,
  )
  const guitarCase = curveThrough(
    mirrored([
      [14, 530],
      [30, 534],
      [34, 570],
      [38, 664],
      [58, 690],
      [80, 716],
      [83, 750],
      [70, 790],
      [74, 824],
      [98, 862],
      [106, 912],
      [92, 962],
      [56, 992],
      [20, 1000],
    ]),
    true,
    0.8,
  )
  return [
    path(limb([0, 58], 43, [2, 92], 36)),
    path(limb([0, 100], 30, [0, 165], 40)),
    path(
      polygon([
        [-44, 118],
        [-70, 190],
        [70, 190],
        [46, 116],
        [20, 132],
        [-24, 132],
      ]),
    ),
    cap(0, 58, 0.88),
    path(coat),
    path(
      limbs([
        [-82, 220, 40],
        [-116, 350, 35],
        [-122, 440, 31],
        [-104, 552, 25],
      ]),
    ),
    path(
      limbs([
        [82, 220, 40],
        [122, 352, 34],
        [146, 450, 28],
        [166, 526, 21],
      ]),
    ),
    path(
      limbs([
        [-46, 640, 50],
        [-48, 780, 41],
        [-54, 880, 38],
        [-58, 960, 32],
      ]),
    ),
    path(
      limbs([
        [46, 640, 50],
        [50, 780, 41],
        [64, 880, 37],
        [72, 962, 31],
      ]),
    ),
    path(limb([-70, 980], 20, [-50, 984], 17)),
    path(limb([66, 984], 17, [90, 982], 20)),
    `<g transform="translate(204 0) rotate(4 0 1000)">${path(guitarCase)}</g>`,
    path(limb([166, 530], 20, [196, 540], 16)),
  ].join('')
}
