const maxLength = 300

/** Windows-1252 characters by their byte, where Latin-1 has control characters. */
const windows1252Bytes = new Map(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((sign, at) => [sign, 0x80 + at]),
)

/**
 * The text of a tag, safe to store and show: no null bytes, control or bidi characters, one line, limited length. Null
 * when nothing is left.
 */
export function cleanTagText(text: string | null | undefined): string | null {
  if (!text) return null
  const words = repairEncoding(text.toWellFormed())
    .replace(/[\t\n\r\v\f\u2028\u2029]+/g, ' ')
    // Two of them join letters and signs in some scripts.
    .replace(/(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Co}\uFFFD]/gu, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
  return (
    words
      .slice(0, maxLength)
      .replace(/[\uD800-\uDBFF]$/, '')
      .trim() || null
  )
}

/** Repairs UTF-8 that was decoded as Latin-1 or Windows-1252 (`CafÃ©`, `donâ€™t`). */
function repairEncoding(text: string): string {
  if (!/[\u0080-\uFFFF]/.test(text)) return text
  const bytes: number[] = []
  for (const sign of text) {
    const code = windows1252Bytes.get(sign) ?? sign.codePointAt(0)!
    if (code > 0xff) return text
    bytes.push(code)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    return text
  }
}

/** Placeholders that programs write for missing values. */
const placeholderPattern = /^(unknown|untitled|no (title|name))( (album|artist|title|track))?$|^(audio ?)?track ?\d+$/i

export const isPlaceholderTag = (words: string | null): boolean =>
  !words?.trim() || placeholderPattern.test(words.trim())

type FileNameParts = { title: string | null; artist: string | null; trackNumber: number | null }

/** Two digits and a space are a number up to here; `99 Luftballons` are no number. */
const maxLikelyTrackNumber = 39

/**
 * Title, number and artist in a file name: `03 - Low Tide.wav`, `1-03 Low Tide.mp3`, `Marlow Quay - Low Tide.flac`, `03
 * Marlow Quay - Low Tide.mp3`.
 */
export function parseFileName(fileName: string): FileNameParts {
  const stem = (cleanTagText(fileName) ?? '').replace(/\.[a-z0-9]{1,5}$/i, '')
  const { trackNumber, rest } = numberOf(stem.trim())
  const spaced = rest.includes(' ') ? rest : rest.replaceAll('_', ' ')
  const [, artist, title] = /^(.+?)\s+[-–—]\s+(.+)$/.exec(spaced) ?? []
  return {
    title: cleanTagText(title ?? spaced),
    artist: artist && !/^\d+$/.test(artist) ? cleanTagText(artist) : null,
    trackNumber,
  }
}

function numberOf(stem: string): { trackNumber: number | null; rest: string } {
  const counted = /^(?:(\d)[-.])?(\d{1,3})(\s*[-–—._)]\s*|\s+)(\S.*)$/.exec(stem)
  if (!counted) return { trackNumber: null, rest: stem }
  const [, disc, digits = '', between = '', rest = ''] = counted
  const isParted = between.trim() !== '' || disc !== undefined
  const isLikely = digits.length === 2 && Number(digits) <= maxLikelyTrackNumber
  if (Number(digits) === 0 || !(isParted || isLikely)) return { trackNumber: null, rest: stem }
  return { trackNumber: Number(digits), rest }
}
