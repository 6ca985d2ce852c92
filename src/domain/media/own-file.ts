/** What is taken of a video or a recording at most. */
export const mostMediaBytes = 500 * 1024 * 1024

/** What browsers play, as `<input accept>` says it. */
export const mediaTypes = [
  ...['video/mp4', 'video/quicktime', 'video/webm'],
  ...['audio/mpeg', 'audio/mp4', 'audio/flac', 'audio/wav', 'audio/ogg'],
] as const

/** An own file as an address has it: found by its hash, called by its name. */
export const mediaFileAddress = (hash: string, name: string): string => `/media/files/${hash}/${name}`

export function askedMediaFile(path: string): { hash: string; name: string } | null {
  const { hash, name } = /^\/media\/files\/(?<hash>[0-9a-f]{64})\/(?<name>[a-z0-9.-]{1,80})$/.exec(path)?.groups ?? {}
  return hash && name ? { hash, name } : null
}

const endings: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/ogg': 'ogv',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/flac': 'flac',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
}
/** What a file of this type is called by everyone. */
export const endingOf = (type: string): string => endings[type] ?? 'bin'

/** So many bytes are enough to tell what a file is. */
export const mediaTypeBytes = 4096

const soundBrands = new Set(['M4A ', 'M4B ', 'M4P ', 'F4A '])

/** What a file is by its first bytes; null when it is nothing that browsers play. */
export function mediaTypeOf(head: Uint8Array): string | null {
  const text = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to))
  // Browsers play what cameras call QuickTime when it is called MP4, which it nearly always is inside.
  if (text(4, 8) === 'ftyp') return filmType(text(8, 12))
  if (text(0, 4) === '\x1aE\xdf\xa3') return text(0, 64).includes('\x42\x82\x84webm') ? 'video/webm' : null
  if (text(0, 4) === 'OggS') return text(28, 35) === '\x80theora' ? 'video/ogg' : 'audio/ogg'
  if (text(0, 4) === 'fLaC') return 'audio/flac'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return 'audio/wav'
  if (text(0, 3) === 'ID3' || isMp3Frame(head)) return 'audio/mpeg'
  return null
}

const pictures = /^(avif|avis|hei[cmsx]|hev[cmsx]|mif1|msf1|crx )$/
const filmType = (brand: string) => (pictures.test(brand) ? null : soundBrands.has(brand) ? 'audio/mp4' : 'video/mp4')

/** A frame of layer III whose fields all have a meaning. */
function isMp3Frame(head: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0] = head
  const [version, layer] = [(second >> 3) & 3, (second >> 1) & 3]
  const [rate, sampling] = [third >> 4, (third >> 2) & 3]
  return first === 0xff && second >= 0xe0 && version !== 1 && layer === 1 && rate !== 0 && rate !== 15 && sampling !== 3
}
