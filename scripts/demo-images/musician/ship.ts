/** The ferry's stern as a drawing: hull, funnel, windows, rigging, and the deck one looks into. */
import { between, chance } from '../chance.ts'
import { path, polygon, type Spot, spots, stroke } from '../shapes.ts'

/** The stern, drawn around x = 0 with the deck at y = 0. */
export const hull = polygon(
  spots(
    '-505,0 -540,-120 -548,-470 -500,-500 -496,-610 -470,-618 -466,-742 -300,-748 -296,-830 296,-830 300,-748 466,-742 470,-618 496,-610 500,-500 548,-470 540,-120 505,0',
  ),
)
export const funnel = polygon(spots('-120,-830 -98,-1010 98,-1010 120,-830'))
export const mouth = spots('-300,0 -318,-60 -318,-352 -286,-392 286,-392 318,-352 318,-60 300,0')

export function windows(seed: string): string {
  const rnd = chance(`windows ${seed}`)
  let out = ''
  const row = (y: number, half: number, step: number, wide: number, tall: number) => {
    for (let x = -half; x <= half; x += step) {
      if (rnd() < 0.1) continue
      const v = rnd() < 0.3 ? between(rnd, 0.03, 0.1) : between(rnd, 0.3, 1)
      const warm = rnd() < 0.8 ? '#ff9e48' : '#ffcf98'
      out += `<rect x="${x - wide / 2}" y="${y - tall / 2}" width="${wide}" height="${tall}" rx="2.5" fill="${warm}" opacity="${v}"/>`
      // A curtain half drawn, or someone standing there.
      if (rnd() < 0.3)
        out += `<rect x="${x - wide / 2 + rnd() * wide * 0.5}" y="${y - tall / 2}" width="${wide * 0.4}" height="${tall}" fill="#3a1408" opacity="0.7"/>`
    }
  }
  row(-566, 420, 30, 15, 19)
  row(-690, 400, 26, 13, 15)
  row(-792, 250, 38, 30, 13)
  for (let x = -480; x <= 480; x += 48)
    out += `<circle cx="${x}" cy="-448" r="5.5" fill="#ff9e48" opacity="${rnd() < 0.4 ? 0.05 : between(rnd, 0.2, 0.8)}"/>`
  return out
}

/** Rails, masts, davits and cables: the fine drawing that makes a ship of a block. */
export function rigging(): string {
  const rails = [
    [-505, -500, 505],
    [-470, -618, 470],
    [-466, -745, 466],
  ] as const
  let out = ''
  for (const [x0, y, x1] of rails) {
    out += stroke(`M${x0} ${y - 26}H${x1}M${x0} ${y - 14}H${x1}`, 2)
    for (let x = x0; x <= x1; x += 32) out += stroke(`M${x} ${y}V${y - 26}`, 2)
  }
  out += stroke('M-220 -830V-1130M-250 -1060H-190M-240 -1000H-200M220 -830V-1090M196 -1030H244', 6)
  out += stroke('M-220 -1130L-466 -745M-220 -1130L-98 -1010M220 -1090L466 -745M220 -1090L98 -1010', 1.6)
  for (const side of [-1, 1]) {
    out += path(
      polygon([
        [side * 380, -512],
        [side * 470, -512],
        [side * 480, -540],
        [side * 372, -540],
      ]),
    )
    out += stroke(
      `M${side * 376} -502V-590Q${side * 376} -600 ${side * 392} -600M${side * 474} -502V-590Q${side * 474} -600 ${side * 458} -600`,
      7,
    )
  }
  return out
}

/** The lit deck inside: tubes of light that run to a vanishing point, ribs, and a floor that shines. */
export function deck(): string {
  const vx = 0
  const vy = -128
  const towards = (x: number, y: number, t: number): Spot => [x + (vx - x) * t, y + (vy - y) * t]
  let out = ''
  for (const x of [-250, -110, 110, 250]) {
    for (let n = 0; n < 7; n++) {
      const a = 1 - 0.74 ** n
      const b = 1 - 0.74 ** (n + 0.62)
      const w = 7 * (1 - a)
      const [ax, ay] = towards(x, -372, a)
      const [bx, by] = towards(x, -372, b)
      out += stroke(`M${ax} ${ay}L${bx} ${by}`, w + 1, '#fff1dc')
    }
  }
  return out
}

export function ribs(): string {
  let out = ''
  for (let n = 0; n < 9; n++) {
    const t = 1 - 0.76 ** n
    const s = 1 - t
    out += `<g transform="translate(0 -128) scale(${s}) translate(0 128)">${stroke(
      `M${mouth.map(([x, y]) => `${x} ${y}`).join('L')}`,
      16,
      '#000',
    )}</g>`
  }
  return out
}
