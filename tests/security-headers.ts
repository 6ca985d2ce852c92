import type { IncomingHttpHeaders } from 'node:http'

const referrers = ['strict-origin-when-cross-origin', 'same-origin', 'no-referrer']

type HeaderExpectation = {
  resource?: 'same-origin' | 'cross-origin'
  /** The request came over https to a site in production, so HSTS is required. */
  https?: boolean
}

/** The header rules that an answer violates. They apply to every answer. */
export function headerViolations(
  headers: Headers | IncomingHttpHeaders,
  { resource = 'same-origin', https = false }: HeaderExpectation = {},
): string[] {
  const header = (name: string) =>
    headers instanceof Headers ? headers.get(name) : headers[name] === undefined ? null : String(headers[name])
  const policy = header('content-security-policy') ?? ''
  const rules: [string, boolean][] = [
    ['x-content-type-options', header('x-content-type-options') === 'nosniff'],
    ['referrer-policy', referrers.includes(header('referrer-policy') ?? '')],
    ['permissions-policy', header('permissions-policy')?.includes('camera=()') === true],
    ['cross-origin-opener-policy', header('cross-origin-opener-policy') === 'same-origin'],
    ['cross-origin-resource-policy', header('cross-origin-resource-policy') === resource],
    ['x-frame-options', header('x-frame-options') === 'DENY'],
    ['a policy', /^default-src '(none|self)'/.test(policy)],
    ['no frames', policy.includes("frame-ancestors 'none'")],
    ['no inline scripts', !/script-src[^;]*'unsafe-(inline|eval)'/.test(policy)],
    ['no name of the server', header('server') === null && header('x-powered-by') === null],
    ['no cross-origin access', header('access-control-allow-origin') === null],
    ['https, and only there', (header('strict-transport-security') !== null) === https],
  ]
  return rules.filter(([, holds]) => !holds).map(([what]) => what)
}
