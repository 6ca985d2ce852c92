/** Placeholders of examples. Each is long enough that no random secret contains it by chance. */
const placeholderPattern =
  /change[-_ .]?me|replace[-_ .]?me|placeholder|your[-_ ](secret|key|token|password)|insert[-_ ]|not[-_ ]?(so[-_ ]?)?secret|password123|minioadmin|^secret$|^password$|^x+$|[<>…]/i

export const isPlaceholder = (secret: string): boolean => placeholderPattern.test(secret)

/**
 * Whether a secret looks typed without thought: few different characters, a short piece repeated, or characters in
 * sequence. Generated secrets and phrases of several words have none of that.
 */
export function isGuessable(secret: string | Uint8Array, { min = 8 } = {}): boolean {
  const codes = [...(typeof secret === 'string' ? new TextEncoder().encode(secret) : secret)]
  const pieces = codes.slice(2).map((code, at) => `${codes[at]} ${codes[at + 1]} ${code}`)
  const steps = codes.slice(1).map((code, at) => code - codes[at]!)
  return new Set(codes).size < min || new Set(steps).size < min || new Set(pieces).size < 2 * min
}

/** Turnstile's test keys, which always pass or always fail. */
export const isTurnstileTestKey = (key: string): boolean => /^[123]x0{16,}/.test(key)
