const longestPath = 2048

/**
 * Whether this is an address on the site that shows it, and nothing that a browser or a proxy on the way could read
 * as another host: one leading slash, and no second one, backslash, dot segment or control character in any encoding.
 */
export function isSitePath(text: string): boolean {
  if (text.length > longestPath || !/^\/[\x21-\x7e]*$/.test(text)) return false
  if (/%(25)*(0|1[0-9a-f]|7f)/i.test(text)) return false
  const [path = ''] = text.split(/[?#]/, 1)
  return staysOnSite(path)
}

/** Where to go after signing in: where the person came from, if that is on this site. */
export function redirectPath(asked: string | null | undefined, otherwise: string): string {
  return asked && isSitePath(asked) ? asked : otherwise
}

/** Looks at the path as it stands, then as each further reader might decode it. */
function staysOnSite(path: string, isDecoded = false): boolean {
  // Compatibility forms turn a full-width slash into a plain one.
  const plain = path.normalize('NFKC')
  if (/\/\/|\\|\p{Cc}/u.test(plain) || plain.split('/').some((part) => part === '.' || part === '..')) return false
  try {
    const decoded = decodeURIComponent(path)
    return decoded === path || staysOnSite(decoded, true)
  } catch {
    // A lone percent sign is only that once it has been decoded: /100%25.
    return isDecoded
  }
}
