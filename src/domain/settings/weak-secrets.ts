/** What examples write where a secret belongs. Each is long enough that no random secret has it by chance. */
const placeholders =
  /change[-_ .]?me|replace[-_ .]?me|placeholder|your[-_ ](secret|key|token|password)|insert[-_ ]|not[-_ ]?(so[-_ ]?)?secret|password123|minioadmin|^secret$|^password$|^x+$|[<>…]/i

export const isPlaceholder = (secret: string): boolean => placeholders.test(secret)

/**
 * Whether somebody could have typed it without thinking: few different characters, a short piece again and again, or
 * characters in a row. What a generator makes and a phrase of some words have none of that.
 */
export function isGuessable(secret: string | Uint8Array, { least = 8 } = {}): boolean {
  const codes = [...(typeof secret === 'string' ? new TextEncoder().encode(secret) : secret)]
  const pieces = codes.slice(2).map((code, at) => `${codes[at]} ${codes[at + 1]} ${code}`)
  const steps = codes.slice(1).map((code, at) => code - codes[at]!)
  return new Set(codes).size < least || new Set(steps).size < least || new Set(pieces).size < 2 * least
}

/** Turnstile's own keys for tests, which let everybody pass, or nobody. */
export const isTurnstileTestKey = (key: string): boolean => /^[123]x0{16,}/.test(key)

/**
 * Whether there is a key in it with which real money moves: secret, restricted, publishable, or of an organisation; also
 * in quotes or in a list.
 */
export const isLiveKey = (text: string): boolean => /(?<![A-Za-z0-9])(sk|rk|pk|sk_org)_live_/.test(text)
