const maxPathLength = 2048

/**
 * Whether a text is a path on this site that no browser or proxy can read as another host: one leading slash, and no
 * second one, backslash, dot segment or control character in any encoding.
 */
export function isSitePath(text: string): boolean {
  if (text.length > maxPathLength || !/^\/[\x21-\x7e]*$/.test(text)) return false
  if (/%(25)*(0|1[0-9a-f]|7f)/i.test(text)) return false
  const [path = ''] = text.split(/[?#]/, 1)
  return staysOnSite(path)
}

/** Where to go after signing in: the page that the user came from, if it is on this site. */
export function safeRedirectPath(from: string | null | undefined, fallback: string): string {
  return from && isSitePath(from) ? from : fallback
}

/** Checks the path as it is, and after each further decoding that a proxy might do. */
function staysOnSite(path: string, isDecoded = false): boolean {
  // Compatibility forms turn a full-width slash into a plain one.
  const plain = path.normalize('NFKC')
  if (/\/\/|\\|\p{Cc}/u.test(plain) || plain.split('/').some((part) => part === '.' || part === '..')) return false
  try {
    const decoded = decodeURIComponent(path)
    return decoded === path || staysOnSite(decoded, true)
  } catch {
    // A lone percent sign is allowed only as the result of decoding: /100%25.
    return isDecoded
  }
}
