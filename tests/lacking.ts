import type { IncomingHttpHeaders } from 'node:http'

const referrers = ['strict-origin-when-cross-origin', 'same-origin', 'no-referrer']

type Expected = {
  resource?: 'same-origin' | 'cross-origin'
  /** Came over https to a site in production, and is to stay there. */
  https?: boolean
}

/** What every answer must say, whatever it is and whoever makes it: the rules that these headers do not keep. */
export function lacking(
  headers: Headers | IncomingHttpHeaders,
  { resource = 'same-origin', https = false }: Expected = {},
): string[] {
  const said = (name: string) =>
    headers instanceof Headers ? headers.get(name) : headers[name] === undefined ? null : String(headers[name])
  const policy = said('content-security-policy') ?? ''
  const rules: [string, boolean][] = [
    ['x-content-type-options', said('x-content-type-options') === 'nosniff'],
    ['referrer-policy', referrers.includes(said('referrer-policy') ?? '')],
    ['permissions-policy', said('permissions-policy')?.includes('camera=()') === true],
    ['cross-origin-opener-policy', said('cross-origin-opener-policy') === 'same-origin'],
    ['cross-origin-resource-policy', said('cross-origin-resource-policy') === resource],
    ['x-frame-options', said('x-frame-options') === 'DENY'],
    ['a policy', /^default-src '(none|self)'/.test(policy)],
    ['no frames', policy.includes("frame-ancestors 'none'")],
    ['no inline scripts', !/script-src[^;]*'unsafe-(inline|eval)'/.test(policy)],
    ['no name of the server', said('server') === null && said('x-powered-by') === null],
    ['nobody else’s page may read it', said('access-control-allow-origin') === null],
    ['https, and only there', (said('strict-transport-security') !== null) === https],
  ]
  return rules.filter(([, holds]) => !holds).map(([what]) => what)
}
