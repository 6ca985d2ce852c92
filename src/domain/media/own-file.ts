/** What is taken of a video or a recording at most. */
export const maxMediaBytes = 500 * 1024 * 1024

/** An own file as an address has it: found by its hash, called by its name. */
export const mediaFilePath = (hash: string, name: string): string => `/media/files/${hash}/${name}`

export function parseMediaFilePath(path: string): { hash: string; name: string } | null {
  const { hash, name } = /^\/media\/files\/(?<hash>[0-9a-f]{64})\/(?<name>[a-z0-9.-]{1,80})$/.exec(path)?.groups ?? {}
  return hash && name ? { hash, name } : null
}

const soundBrands = new Set(['M4A ', 'M4B ', 'M4P ', 'F4A '])
/** Generic brands; the compatible brands after them name the content. */
const plainBrands = /^(mp4[12]|iso[m2-9]|dash)$/
const filmBrands = new Set(['M4V ', 'M4VH', 'M4VP', 'avc1', 'hvc1', 'hev1', 'av01', 'F4V '])

const textOf = (head: Uint8Array, from: number, to: number) => String.fromCharCode(...head.subarray(from, to))

/** The brands that a file of the MP4 family begins with, its own first; null when it is none. */
function brandsOf(head: Uint8Array): [string, ...string[]] | null {
  if (textOf(head, 4, 8) !== 'ftyp') return null
  const others = textOf(head, 16, Math.min(boxBytes(head), 256)).match(/.{4}/gs) ?? []
  return [textOf(head, 8, 12), ...others]
}

/** Whether it is an MP4 that does not say by its first bytes if there are pictures in it: many recorders write these. */
export const isAmbiguousMp4 = (head: Uint8Array): boolean =>
  brandsOf(head)?.every((brand, at) => plainBrands.test(brand) || (at > 0 && brand === '\0\0\0\0')) ?? false

/** What a file is by its first bytes; null when it is nothing that browsers play. */
export function detectMediaType(head: Uint8Array): string | null {
  const text = (from: number, to: number) => textOf(head, from, to)
  const brands = brandsOf(head)
  // Browsers play what cameras call QuickTime when it is called MP4, which it nearly always is inside.
  if (brands) return filmType(...brands)
  if (text(0, 4) === '\x1aE\xdf\xa3') return text(0, 64).includes('\x42\x82\x84webm') ? 'video/webm' : null
  if (text(0, 4) === 'OggS') return text(28, 35) === '\x80theora' ? 'video/ogg' : 'audio/ogg'
  if (text(0, 4) === 'fLaC') return 'audio/flac'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return 'audio/wav'
  const behind = id3TagBytes(head)
  if (behind) return text(behind, behind + 4) === 'fLaC' ? 'audio/flac' : 'audio/mpeg'
  return isMp3Frame(head) ? 'audio/mpeg' : null
}

const boxBytes = (head: Uint8Array) => new DataView(head.buffer, head.byteOffset, 4).getUint32(0)

/** How long the tags are that a file begins with, in the way of MP3, which some programs write before other sound too. */
export function id3TagBytes(head: Uint8Array): number {
  if (String.fromCharCode(...head.subarray(0, 3)) !== 'ID3') return 0
  const size = head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 127), 0)
  const hasFooter = ((head[5] ?? 0) & 0x10) !== 0
  return 10 + size + (hasFooter ? 10 : 0)
}

const pictureBrands = /^(avif|avis|hei[cmsx]|hev[cmsx]|mif1|msf1|crx )$/
function filmType(brand: string, ...others: string[]): string | null {
  if (pictureBrands.test(brand)) return null
  const hasSoundBrand = others.some((other) => soundBrands.has(other)) && !others.some((other) => filmBrands.has(other))
  return soundBrands.has(brand) || (plainBrands.test(brand) && hasSoundBrand) ? 'audio/mp4' : 'video/mp4'
}

/** A frame of layer III whose fields all have a meaning. */
function isMp3Frame(head: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0] = head
  const [version, layer] = [(second >> 3) & 3, (second >> 1) & 3]
  const [rate, sampling] = [third >> 4, (third >> 2) & 3]
  return first === 0xff && second >= 0xe0 && version !== 1 && layer === 1 && rate !== 0 && rate !== 15 && sampling !== 3
}
