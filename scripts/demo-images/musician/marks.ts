/** Marlow Quay's marks: the wordmark with a lit O, the Q as a porthole for small sizes, and the signature. */
import { curveThrough, spots } from '../shapes.ts'
import { bigShoulders } from '../type/lettering.ts'

const ink = { light: '#10161f', dark: '#f2eee4' }
const lampRed = { light: '#c8191a', dark: '#f0382c' }

export function wordmark(on: 'light' | 'dark'): string {
  const cap = 100
  const setting = { cap, weight: 860, tracking: 14, y: 112 }
  const before = bigShoulders('MARL', setting).width + 0.014 * cap
  const o = bigShoulders('O', setting).width
  const line = bigShoulders('MARLOW QUAY', { ...setting, kern: { 'W ': -60, AY: -30 } })
  const width = Math.ceil(line.width)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 136" width="${width}" height="136" role="img" aria-label="Marlow Quay">`,
    // The lamp is laid under the letters, so only the opening of the O shows it.
    `<rect fill="${lampRed[on]}" x="${round(before + o * 0.25)}" y="22" width="${round(o * 0.5)}" height="80"/>`,
    `<path fill="${ink[on]}" d="${line.d}"/>`,
    '</svg>',
  ].join('')
}

/** The Q as a porthole with a lamp in it; drawn on a grid of 16 so that it stays sharp in a browser tab. */
export function icon(corner = 3.6): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="512" height="512">',
    `<rect width="16" height="16" rx="${corner}" fill="#10161f"/>`,
    '<circle cx="7.75" cy="7.5" r="4.75" fill="none" stroke="#f2eee4" stroke-width="2"/>',
    '<path d="M10.7 10.5l2.7 2.7" stroke="#f2eee4" stroke-width="2.2"/>',
    '<circle cx="7.75" cy="7.5" r="2.15" fill="#f0382c"/>',
    '</svg>',
  ].join('')
}

const strokes = [
  spots(
    '6,196 22,238 50,196 86,70 98,44 105,92 114,196 124,230 142,184 178,66 190,40 194,92 197,196 207,236 226,224 254,176 282,160 262,152 240,176 236,212 250,238 272,222 289,184 294,160 291,204 300,236 318,222 338,172 343,152 352,162 370,160 366,196 370,234 388,226 418,150 438,66 434,30 420,50 412,120 412,204 424,238 444,222 468,172 478,156 456,166 448,210 462,240 484,226 493,190 484,162 474,158 492,172 516,164 524,160 522,204 532,238 550,222 566,172 568,162 564,212 576,238 598,216 608,172 602,154 616,164 652,146',
  ),
  spots('800,84 768,44 716,62 676,128 672,200 704,242 754,222 796,154 806,92 780,50 744,44'),
  spots(
    '720,196 742,192 772,222 806,252 842,236 866,176 870,158 864,206 874,238 894,222 912,172 916,158 910,208 920,238 940,220 964,172 984,160 966,152 946,174 941,210 954,238 976,222 992,184 998,160 994,204 1002,236 1022,218 1040,172 1044,158 1038,204 1048,236 1068,220 1086,172 1092,152 1080,240 1056,318 1018,348 1000,324 1030,276 1108,226 1226,188 1316,170',
  ),
]

export function signature(on: 'light' | 'dark'): string {
  const lines = strokes.map((points) => `<path d="${curveThrough(points, false, 1.05)}"/>`).join('')
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 10 1370 360" width="685" height="180" role="img" aria-label="Signature of Marlow Quay">',
    `<g transform="matrix(1 0 -0.22 1 44 0)" fill="none" stroke="${ink[on]}" stroke-width="8.5" stroke-linecap="round" stroke-linejoin="round">${lines}</g>`,
    '</svg>',
  ].join('')
}

const round = (n: number) => Math.round(n * 100) / 100
