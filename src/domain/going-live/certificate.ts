import { type CheckResult, worstResultOf } from '#domain/going-live/check.ts'

/** What a TLS connection to a host has shown. `not-public`: it resolves to an address that is not reachable from outside. */
export type TlsOutcome =
  | { kind: 'valid' | 'expired'; validUntil: Date }
  | { kind: 'other-name' | 'untrusted' | 'refused' | 'no-answer' | 'no-address' | 'not-public' }

export type HostCertificate = { host: string; outcome: TlsOutcome }

/** Certificates are renewed a month before they end; one that ends sooner was not renewed. */
const renewalDueDays = 14
const dayMs = 86_400_000

/** Whether browsers can open every name of a site by https. */
export function certificateResult([first, ...others]: readonly HostCertificate[], now: Date): CheckResult {
  if (!first) return { state: 'todo', sentence: 'First the site needs a domain of its own.' }
  const resultOf = (one: HostCertificate) => hostResult(one, now)
  const { state, sentence } = worstResultOf(resultOf(first), ...others.map(resultOf))
  const ends = [first, ...others].flatMap(({ host, outcome }) =>
    'validUntil' in outcome ? [{ label: `${host} is valid until`, at: outcome.validUntil }] : [],
  )
  return { state, sentence, moments: ends }
}

function hostResult({ host, outcome }: HostCertificate, now: Date): CheckResult {
  const operator = 'Ask who runs the server to look at its proxy (Caddy).'
  switch (outcome.kind) {
    case 'valid': {
      const days = Math.floor((+outcome.validUntil - +now) / dayMs)
      if (days >= renewalDueDays) return { state: 'ok', sentence: `https://${host} works, with a valid certificate.` }
      const left = days < 1 ? 'within a day' : days === 1 ? 'in 1 day' : `in ${days} days`
      return { state: 'bad', sentence: `The certificate of ${host} ends ${left} and was not renewed. ${operator}` }
    }
    case 'expired':
      return {
        state: 'bad',
        sentence: `The certificate of ${host} has expired, and browsers warn visitors. ${operator}`,
      }
    case 'other-name':
      return {
        state: 'bad',
        sentence: `The certificate at ${host} belongs to another name. Add ${host} to the sites of the proxy.`,
      }
    case 'untrusted':
      return { state: 'bad', sentence: `Browsers do not trust the certificate of ${host}. ${operator}` }
    case 'refused':
      return { state: 'bad', sentence: `https://${host} refuses connections. ${operator}` }
    case 'no-address':
      return {
        state: 'todo',
        sentence: `First ${host} must lead to this server. It gets its certificate a minute later.`,
      }
    case 'not-public':
      return {
        state: 'todo',
        sentence: `${host} leads to an address of a local network, which visitors cannot reach. Correct its DNS records first.`,
      }
    case 'no-answer':
      return {
        state: 'unknown',
        sentence: `https://${host} did not answer this server. Open it in your browser: some servers cannot reach themselves.`,
      }
  }
}
