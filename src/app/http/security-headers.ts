import { frameOrigins } from '#domain/media/player.ts'

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

export function secure(headers: Headers): void {
  for (const [name, value] of Object.entries(always)) if (!headers.has(name)) headers.set(name, value)
}

/**
 * For a page that is rendered for one visitor; `nonce` is on each of its scripts. Frames come from platforms that the
 * visitor has asked for, and from the human check where one is configured.
 */
export function pagePolicy(nonce: string, { turnstile }: { turnstile: boolean }): string {
  const frames = turnstile ? [...frameOrigins, 'https://challenges.cloudflare.com'] : frameOrigins
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
    `frame-src ${frames.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}
