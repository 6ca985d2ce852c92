import { playerFrameOrigins } from '#domain/media/player.ts'
import { draftPreviewId, type SitePreview } from '#domain/site-editor/preview.ts'

const baseHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

const noFrames = "frame-ancestors 'none'"
/** A response that is no page may load and run nothing, also when a browser opens it directly. */
const denyAllCsp = `default-src 'none'; base-uri 'none'; form-action 'none'; ${noFrames}`

export const hstsHeader = ['strict-transport-security', 'max-age=31536000'] as const

/** On everything that a trial installation answers. */
export const noIndexHeader = ['x-robots-tag', 'noindex'] as const

type HeaderRecord = Readonly<Record<string, string>>
const headersWithoutPage: HeaderRecord = { ...baseHeaders, 'content-security-policy': denyAllCsp }
const httpsHeadersWithoutPage: HeaderRecord = { ...headersWithoutPage, [hstsHeader[0]]: hstsHeader[1] }

/** For answers that are made without a page or a route. */
export const securityHeadersWithoutPage = ({ https = false } = {}): HeaderRecord =>
  https ? httpsHeadersWithoutPage : headersWithoutPage

/** A preview is for those who have its address or an account, and for now. The page builder shows its own in a frame. */
export const previewHeaders = ({ key }: SitePreview): [string, string][] => [
  ['cache-control', 'no-store'],
  ['x-robots-tag', 'noindex'],
  ['referrer-policy', 'same-origin'],
  ...(key === draftPreviewId ? [['x-frame-options', 'SAMEORIGIN'] satisfies [string, string]] : []),
]

const reportsTo = '/api/csp-reports'

/** `https` is whether the visitor's browser came that way and will be asked to do so for a year. */
export function setSecurityHeaders(headers: Headers, { https = false } = {}): void {
  for (const [name, value] of Object.entries(baseHeaders)) if (!headers.has(name)) headers.set(name, value)
  const policy = headers.get('content-security-policy') ?? denyAllCsp
  headers.set('content-security-policy', policy.includes('frame-ancestors') ? policy : `${policy}; ${noFrames}`)
  if (policy.includes('report-to')) headers.set('reporting-endpoints', `csp="${reportsTo}"`)
  if (https) headers.set(...hstsHeader)
}

type Sources = { scripts: string; styles: string }
type PageCspOptions = { turnstile: boolean /** The page builder shows the page in a frame. */; isFramed?: boolean }
const turnstileOrigin = 'https://challenges.cloudflare.com'

/** For a page that is rendered for one visitor; `nonce` is on each of its scripts. */
export function pageCsp(nonce: string, checks: PageCspOptions): string {
  const styles = import.meta.env?.DEV
    ? "'self' 'unsafe-inline'" // Vite's style tags carry no nonce
    : `'self' 'nonce-${nonce}'`
  return policyOf({ scripts: `'nonce-${nonce}' 'strict-dynamic'`, styles }, checks)
}

/** For a page that many get alike: no nonce can be in it, so its own scripts and styles are known by their hashes. */
export function cachedPageCsp(hashes: { scripts: string[]; styles: string[] }, checks: PageCspOptions): string {
  const [scripts, styles] = [hashes.scripts, hashes.styles].map((known) => known.map((hash) => `'${hash}'`))
  const check = checks.turnstile ? [turnstileOrigin] : []
  return policyOf(
    { scripts: ["'self'", ...scripts!, ...check].join(' '), styles: ["'self'", ...styles!].join(' ') },
    checks,
  )
}

/** Frames come from platforms that the visitor has asked for, and from the human check where one is configured. */
function policyOf({ scripts, styles }: Sources, { turnstile, isFramed = false }: PageCspOptions): string {
  const frames = turnstile ? [...playerFrameOrigins, turnstileOrigin] : playerFrameOrigins
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    ...(import.meta.env?.DEV ? [] : ["style-src-attr 'unsafe-inline'"]), // React's style={{}} is an attribute
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    // Of our own pages only the preview of the page builder can be framed.
    `frame-src 'self' ${frames.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    isFramed ? "frame-ancestors 'self'" : noFrames,
    "form-action 'self'",
    `report-uri ${reportsTo}`,
    'report-to csp',
  ].join('; ')
}
