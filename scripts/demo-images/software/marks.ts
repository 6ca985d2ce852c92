/** Setlight's marks: the name, in which the dot of the i is a lamp that lights its own letter, and the lamp alone. */
import { bigShoulders } from '../type/lettering.ts'

const ink = { light: '#17171f', dark: '#f4f2ff' }
const violet = { light: '#6335dd', dark: '#957bfd' }
const teal = { light: '#10a88b', dark: '#2bcaa8' }

export function wordmark(on: 'light' | 'dark'): string {
  const cap = 100
  const setting = { cap, weight: 820, tracking: 18, y: 118 }
  const before = bigShoulders('SETL', setting).width + 0.018 * cap
  const stem = bigShoulders('I', setting).width
  const after = before + stem + 0.018 * cap
  const rest = bigShoulders('GHT', { ...setting, x: after })
  const width = Math.ceil(after + rest.width)
  const middle = before + stem / 2
  const [left, right, narrow] = [middle - stem * 0.27, middle + stem * 0.27, stem * 0.2]
  const n = (v: number) => Math.round(v * 100) / 100
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 140" width="${width}" height="140" role="img" aria-label="Setlight">`,
    `<path fill="${ink[on]}" d="${bigShoulders('SETL', setting).d}${rest.d}"/>`,
    // The I is a beam: a teal lamp on top, violet light that widens to the baseline.
    `<path fill="${violet[on]}" d="M${n(middle - narrow)} 46H${n(middle + narrow)}L${n(right + 4)} 118H${n(left - 4)}Z"/>`,
    `<rect fill="${teal[on]}" x="${n(left)}" y="18" width="${n(right - left)}" height="18"/>`,
    '</svg>',
  ].join('')
}

/** A lamp and its cone on a grid of 16. */
export function icon(corner = 3.6): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="512" height="512">',
    `<rect width="16" height="16" rx="${corner}" fill="#17171f"/>`,
    '<path d="M6.5 6h3L13 13H3z" fill="#7a53f5"/>',
    '<path d="M3 13h10v1H3z" fill="#d5cdff"/>',
    '<path d="M5 2h6v3H5z" fill="#2bcaa8"/>',
    '</svg>',
  ].join('')
}
