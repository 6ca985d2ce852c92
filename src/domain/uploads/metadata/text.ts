const longest = 300

/** What Windows has where Latin-1 has control characters; by the byte that each stands for. */
const ofWindows = new Map(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((sign, at) => [sign, 0x80 + at]),
)

/**
 * What a tag says, fit to be read and to be stored: no null bytes, nothing that steers a terminal or turns the writing
 * around, one line, not endless. Null when nothing is left.
 */
export function cleaned(text: string | null | undefined): string | null {
  if (!text) return null
  const words = mended(text.toWellFormed())
    .replace(/[\t\n\r\v\f\u2028\u2029]+/g, ' ')
    // Two of them join letters and signs in some scripts.
    .replace(/(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Co}\uFFFD]/gu, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
  return (
    words
      .slice(0, longest)
      .replace(/[\uD800-\uDBFF]$/, '')
      .trim() || null
  )
}

/** UTF-8 that somebody has read one byte at a time (`CafÃ©`, `donâ€™t`) becomes what it was; all else stays. */
function mended(text: string): string {
  if (!/[\u0080-\uFFFF]/.test(text)) return text
  const bytes: number[] = []
  for (const sign of text) {
    const code = ofWindows.get(sign) ?? sign.codePointAt(0)!
    if (code > 0xff) return text
    bytes.push(code)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    return text
  }
}

/** What programs write where nobody has said anything. */
const nothingSaid = /^(unknown|untitled|no (title|name))( (album|artist|title|track))?$|^(audio ?)?track ?\d+$/i

export const isUnknown = (words: string | null): boolean => !words?.trim() || nothingSaid.test(words.trim())
