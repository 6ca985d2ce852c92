/** Felt & Hammer's marks: the name with a felt-green ampersand, and one hammer for small sizes. */
import { bigShoulders } from '../type/lettering.ts'

const ink = { light: '#2a241e', dark: '#f2eee8' }
const felt = { light: '#276b51', dark: '#5ba886' }
const brass = { light: '#b4821b', dark: '#e8c055' }

export function wordmark(on: 'light' | 'dark'): string {
  const cap = 100
  const setting = { cap, weight: 640, tracking: 34, y: 118 }
  const gap = 30
  const first = bigShoulders('FELT', setting)
  const and = bigShoulders('&', { ...setting, x: first.width + gap })
  const second = bigShoulders('HAMMER', { ...setting, x: first.width + and.width + gap * 2, kern: { FE: 0 } })
  const width = Math.ceil(first.width + and.width + second.width + gap * 2)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 140" width="${width}" height="140" role="img" aria-label="Felt &amp; Hammer">`,
    `<path fill="${ink[on]}" d="${first.d}${second.d}"/>`,
    `<path fill="${felt[on]}" d="${and.d}"/>`,
    // A string runs under the name.
    `<rect fill="${brass[on]}" x="0" y="131" width="${width}" height="3"/>`,
    '</svg>',
  ].join('')
}

/** A hammer seen from the side, on a grid of 16: felt, its green underfelt, the wooden core and the shank. */
export function icon(corner = 3.6): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="512" height="512">',
    `<rect width="16" height="16" rx="${corner}" fill="#1a4536"/>`,
    '<path d="M8 1.5C9.6 1.5 12.5 5.4 12.5 8c0 2-1.6 3-3 3V8.6L8 5.2 6.5 8.6V11c-1.4 0-3-1-3-3 0-2.6 2.9-6.5 4.5-6.5z" fill="#f2eee8"/>',
    '<path d="M8 6.7L9 9v5.5H7V9z" fill="#d5a22c"/>',
    '</svg>',
  ].join('')
}
