import { isPublicHostName } from '#domain/going-live/domain.ts'
import { hostProblemTexts } from '#domain/texts/own-hosted-sites-words.ts'

export type ParsedHost = { host: string; problem?: never } | { problem: string; host?: never }

const refused = (reason: keyof typeof hostProblemTexts): ParsedHost => ({ problem: hostProblemTexts[reason] })

/**
 * Parses a typed host into its ASCII form: international names are stored as Punycode, as in a Host header. Outside
 * production names below `.localhost` are accepted, because they lead to this machine.
 */
export function parseHost(typed: string, { inProduction }: { inProduction: boolean }): ParsedHost {
  const name = typed.trim()
  if (!name) return refused('empty')
  if (name.includes('*')) return refused('wildcard')
  if (/^\[|^[0-9a-f]*:[0-9a-f:]*:[0-9a-f:.]*$/i.test(name)) return refused('ip')
  if (/:\/\/|[/?#@\\]/.test(name)) return refused('address')
  if (/:\d*$/.test(name)) return refused('port')
  if (/[.。．｡]$/.test(name)) return refused('dot')
  const host = asciiOf(name)
  if (host === null) return refused(name.length > 253 ? 'long' : 'invalid')
  if (/^\d+(\.\d+){3}$/.test(host)) return refused('ip')
  if (host.length > 253 || host.split('.').some((label) => label.length > 63)) return refused('long')
  if (/(^|\.)localhost$/.test(host))
    return inProduction || host === 'localhost' || !hasOnlyHostLabels(host) ? refused('localhost') : { host }
  if (!hasOnlyHostLabels(host)) return refused('invalid')
  return isPublicHostName(host) ? { host } : refused('partial')
}

const hasOnlyHostLabels = (host: string): boolean =>
  host.split('.').every((label) => /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(label))

/** Lower case and Punycode, as browsers convert it. */
function asciiOf(name: string): string | null {
  if (/[\s%<>^|"`{}[\],;:]/.test(name)) return null
  const address = `http://${name}`
  return URL.canParse(address) ? new URL(address).hostname : null
}
