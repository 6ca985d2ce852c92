import { promises } from 'node:dns'
import { BlockList, isIPv6 } from 'node:net'
import type { DnsAnswer } from '#domain/going-live/domain.ts'

/** Asks DNS for one name. What does not exist is empty; null when DNS did not answer. */
export type ResolveDns = (name: string, type: 'A' | 'AAAA' | 'TXT') => Promise<DnsAnswer>

const tryMs = 2_000
const maxRecords = 20
const maxTextLength = 2_000

/** A resolver for one check; its questions end with the signal. Without servers it asks those of the machine. */
export function createDnsResolver(servers: readonly string[], signal: AbortSignal): ResolveDns {
  const resolver = new promises.Resolver({ timeout: tryMs, tries: 2 })
  if (servers.length) resolver.setServers(servers)
  signal.addEventListener('abort', () => resolver.cancel(), { once: true })
  return async (name, type) => {
    try {
      const found = await queryDns(resolver, name, type)
      return found.slice(0, maxRecords).map((value) => value.slice(0, maxTextLength))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null
    }
  }
}

async function queryDns(resolver: promises.Resolver, name: string, type: Parameters<ResolveDns>[1]): Promise<string[]> {
  if (type === 'TXT') return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  return type === 'A' ? resolver.resolve4(name) : resolver.resolve6(name)
}

/** Addresses that lead to this machine or a network behind it, and what is reserved for no host at all. */
const reservedAddresses = new BlockList()
for (const network of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/3', '::/96', '64:ff9b::/32', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
  ...['5f00::/16', 'fc00::/7', 'fe80::/9', 'ff00::/8', '::ffff:0:0/96'],
]) {
  const [address = '', bits] = network.split('/')
  reservedAddresses.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** An address of the public internet. A server that follows a name of its owner connects to no other. */
export const isPublicAddress = (address: string): boolean =>
  !reservedAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
