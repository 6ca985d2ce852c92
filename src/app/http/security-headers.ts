import { frameOrigins } from '#domain/media/player.ts'

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

export function secure(headers: Headers): void {
  for (const [name, value] of Object.entries(always)) headers.set(name, value)
}

/** For a page that is rendered for one visitor; `nonce` is on each of its scripts. */
export function pagePolicy(nonce: string): string {
  const styles = import.meta.env?.DEV
    ? "style-src 'self' 'unsafe-inline'" // Vite's style tags carry no nonce
    : `style-src 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'` // React's style={{}} is an attribute
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    styles,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    `frame-src ${frameOrigins.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}
