import { plainLetters } from '#domain/slug.ts'

/** The largest upload that is read. */
export const maxPictureBytes = 50 * 1024 * 1024
export const maxPicturePixels = 50_000_000

/** The name of a file as it is shown: no control characters, none that turn the writing around, and not too long. */
export const displayFileName = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, 200)

/** Accepted types, for `<input accept>`. Phones convert their own formats to these. */
export const acceptedPictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const

/** The formats of uploaded files. */
export const originalTypes = ['jpeg', 'png', 'webp', 'avif'] as const
export type OriginalType = (typeof originalTypes)[number]

/** The longest side of what is kept: as much as the largest variant needs, and enough to crop from once more. */
export const maxStoredSidePx = 4096

/** The last part of an address, from the name of a file: plain letters, never empty. */
export function urlNameOfFile(fileName: string, fallback: string): string {
  const plain = plainLetters(fileName.replace(/\.[^./\\]*$/, '')).replace(/[^a-z0-9]+/g, '-')
  return plain.slice(0, 60).replace(/^-+|-+$/g, '') || fallback
}

/** The type of a file by its first bytes. Its name and the browser's Content-Type are ignored. */
export type PictureKind = OriginalType | 'heic' | 'moving' | 'drawing'

/** So many bytes are enough to tell. */
export const fileSignatureBytes = 4096

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

/** Null when it is no picture that anyone would want to show. */
export function detectPictureKind(head: Uint8Array): PictureKind | null {
  const text = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to))
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'moving'
  if (text(4, 8) === 'ftyp') return heifKind(text(8, 12), brandsOf(text(16, Math.min(boxSize(head), 256))))
  // A drawing may begin with a byte order mark, a declaration, comments.
  return /<svg[\s>]/i.test(text(0, fileSignatureBytes)) ? 'drawing' : null
}

const boxSize = (head: Uint8Array) => new DataView(head.buffer, head.byteOffset, 4).getUint32(0)
const brandsOf = (text: string) => text.match(/.{4}/gs) ?? []

/** One container, two families: the brands say which. */
function heifKind(major: string, others: string[]): PictureKind | null {
  const brands = [major, ...others]
  if (major === 'avis') return 'moving'
  if (brands.includes('avif')) return 'avif'
  return brands.some((brand) => heicBrands.has(brand)) ? 'heic' : null
}
