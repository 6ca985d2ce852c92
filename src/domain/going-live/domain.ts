import { type CheckResult, type DnsRecord, worstResultOf } from '#domain/going-live/check.ts'

/** Where this installation can be reached from outside: its addresses, or the host name that stands for them. */
export type PublicAddresses = { v4: readonly string[]; v6: readonly string[]; name: string | null }

/** The values that DNS has; null when it did not answer. */
export type DnsAnswer = readonly string[] | null

export type HostLookup = { host: string; v4: DnsAnswer; v6: DnsAnswer }

/** A name in public DNS: no IP address, no name of this machine or of a local network. */
export const isPublicHostName = (host: string): boolean =>
  /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.[a-z][a-z0-9-]*$/.test(host) && !/\.(localhost|local|internal)$/.test(host)

type DomainFacts = {
  /** The first is the site's own domain. */
  hosts: readonly HostLookup[]
  announced: PublicAddresses
  /** All addresses that lead here, those of the announced name among them; null when DNS did not say them. */
  ownAddresses: readonly string[] | null
}

/** Whether the domain and the further names of a site lead to this installation, and the records that make them. */
export function domainResult({ hosts, announced, ownAddresses }: DomainFacts): CheckResult {
  const [first, ...others] = hosts
  if (!first)
    return { state: 'todo', sentence: 'Your site has no domain of its own yet. Ask who runs the server to set one.' }
  if (!announced.v4.length && !announced.v6.length && !announced.name)
    return {
      state: 'unknown',
      sentence:
        'The server does not know its own public address, so there are no records to show. Ask who runs it to set PUBLIC_ADDRESSES.',
    }
  const records = hosts.flatMap((lookup) => recordsOf(lookup, { announced, ownAddresses, isDomain: lookup === first }))
  const resultOf = (lookup: HostLookup) => hostResult(lookup, ownAddresses)
  return { ...worstResultOf(resultOf(first), ...others.map(resultOf)), records }
}

function hostResult({ host, v4, v6 }: HostLookup, ownAddresses: readonly string[] | null): CheckResult {
  if (v4 === null || v6 === null || ownAddresses === null)
    return { state: 'unknown', sentence: `DNS did not answer for ${host}. Check again in a moment.` }
  const found = [...v4, ...v6]
  const foreign = found.filter((address) => !ownAddresses.includes(address))
  if (found.length && !foreign.length) return { state: 'ok', sentence: `${host} leads to this server.` }
  const where = 'Set the records below where you bought the domain'
  if (!found.length)
    return {
      state: 'todo',
      sentence: `${host} leads nowhere yet. ${where}. It can take some hours until the change is seen everywhere.`,
    }
  if (foreign.length === found.length)
    return {
      state: 'todo',
      sentence: `${host} leads to another server (${foreign.slice(0, 3).join(', ')}). ${where}, and delete the old ones of the same name.`,
    }
  return {
    state: 'bad',
    sentence: `Some visitors of ${host} reach another server. Delete the records with ${foreign.slice(0, 3).join(', ')}.`,
  }
}

type RecordFacts = Pick<DomainFacts, 'announced' | 'ownAddresses'> & { isDomain: boolean }

/** A domain itself has addresses where there are any: many providers allow no CNAME there. */
function recordsOf({ host, v4, v6 }: HostLookup, { announced, ownAddresses, isDomain }: RecordFacts): DnsRecord[] {
  const { name } = announced
  if (name && (!isDomain || !(announced.v4.length || announced.v6.length)))
    return [cnameRecord({ host, v4, v6 }, name, { ownAddresses, isDomain })]
  const record = (type: 'A' | 'AAAA', value: string, found: DnsAnswer): DnsRecord => ({
    type,
    name: host,
    value,
    state: found === null ? 'unknown' : found.includes(value) ? 'there' : found.length ? 'wrong' : 'missing',
    note: type === 'AAAA' && announced.v4.length ? 'Not required, but better for many phones.' : null,
  })
  return [
    ...announced.v4.map((address) => record('A', address, v4)),
    ...announced.v6.map((address) => record('AAAA', address, v6)),
  ]
}

function cnameRecord(
  { host, v4, v6 }: HostLookup,
  name: string,
  { ownAddresses, isDomain }: Pick<RecordFacts, 'ownAddresses' | 'isDomain'>,
): DnsRecord {
  const found = v4 && v6 && [...v4, ...v6]
  const leads = found && ownAddresses && found.length > 0 && found.every((address) => ownAddresses.includes(address))
  return {
    type: 'CNAME',
    name: host,
    value: name,
    state: leads === null ? 'unknown' : leads ? 'there' : found?.length ? 'wrong' : 'missing',
    note: isDomain ? 'If your provider allows no CNAME here, choose ALIAS or ANAME.' : null,
  }
}
