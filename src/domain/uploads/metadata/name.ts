import { cleaned } from '#domain/uploads/metadata/text.ts'

type Named = { title: string | null; artist: string | null; trackNumber: number | null }

/** Two digits and a space are a number up to here; `99 Luftballons` are no number. */
const likelyTracks = 39

/**
 * What a file that has no tags says by its name: `03 - Low Tide.wav`, `1-03 Low Tide.mp3`, `Marlow Quay - Low
 * Tide.flac`, `03 Marlow Quay - Low Tide.mp3`.
 */
export function saidByName(fileName: string): Named {
  const stem = (cleaned(fileName) ?? '').replace(/\.[a-z0-9]{1,5}$/i, '')
  const { trackNumber, rest } = numberOf(stem.trim())
  const spaced = rest.includes(' ') ? rest : rest.replaceAll('_', ' ')
  const [, artist, title] = /^(.+?)\s+[-–—]\s+(.+)$/.exec(spaced) ?? []
  return {
    title: cleaned(title ?? spaced),
    artist: artist && !/^\d+$/.test(artist) ? cleaned(artist) : null,
    trackNumber,
  }
}

function numberOf(stem: string): { trackNumber: number | null; rest: string } {
  const counted = /^(?:(\d)[-.])?(\d{1,3})(\s*[-–—._)]\s*|\s+)(\S.*)$/.exec(stem)
  if (!counted) return { trackNumber: null, rest: stem }
  const [, disc, digits = '', between = '', rest = ''] = counted
  const isParted = between.trim() !== '' || disc !== undefined
  const isLikely = digits.length === 2 && Number(digits) <= likelyTracks
  if (Number(digits) === 0 || !(isParted || isLikely)) return { trackNumber: null, rest: stem }
  return { trackNumber: Number(digits), rest }
}
