import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4, isIPv6, type Socket } from 'node:net'
import type { Visit } from '#api/env.ts'
import { hostName, type SiteRegistry } from '#domain/sites/registry.ts'

export type Proxies = (address: string) => boolean

/** Only the configured proxies are believed about who is behind them. */
export function trusting(proxies: string[]): Proxies {
  if (!proxies.length) return () => false
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits) list.addSubnet(address, Number(bits), family)
    else list.addAddress(address, family)
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** `::ffff:1.2.3.4` and `1.2.3.4` are one client, and so is every address of one IPv6 /64. */
export function bucketOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (isIPv4(address) || !isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('%')[0]!.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const gap = address.includes('::') ? 8 - left.length - right.length : 0
  const groups = [...left, ...Array<string>(gap).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/**
 * Who asks, as far as it can be believed. Each proxy adds last whom it speaks for, which may be a proxy again; before
 * these stands what the visitor has said.
 */
function speakerOf({ socket, headers }: IncomingMessage, isProxy: Proxies): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  let speaker = peerOf(socket)
  while (isProxy(speaker)) {
    const spokenFor = forwarded.pop()?.trim()
    if (!spokenFor) break
    speaker = spokenFor
  }
  return speaker
}

export const peerOf = ({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>) => remoteAddress.replace(/^::ffff:/i, '')

/** This machine's own is a proxy that nobody has named, or whoever runs the house: no visitor comes from there. */
export const isOneVisitor = (address: string, isProxy: Proxies) =>
  address !== '127.0.0.1' && address !== '::1' && !isProxy(address)

/** Whom limits of one visitor count, or null when that cannot be told. */
export function visitorOf(incoming: IncomingMessage, isProxy: Proxies): string | null {
  const speaker = speakerOf(incoming, isProxy)
  return isOneVisitor(speaker, isProxy) ? bucketOf(speaker) : null
}

export type Visits = {
  sites: SiteRegistry
  proxies: Proxies
  /** In development a name that no site has leads to the default site. */
  strangersWelcome: boolean
}

/** Whom this request visits, or null when no site has that host. */
export function visitOf(
  incoming: IncomingMessage,
  requestId: string,
  { sites, proxies, strangersWelcome }: Visits,
): Visit | null {
  const { socket, headers } = incoming
  const host = headers.host ?? ''
  const site = sites.siteForHost(hostName(host)) ?? (strangersWelcome ? sites.defaultSite : null)
  if (!site) return null
  const scheme = proxies(peerOf(socket)) && headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
  const address = bucketOf(speakerOf(incoming, proxies))
  return { site, origin: `${scheme}://${host.toLowerCase()}`, requestId, address }
}

/**
 * The canonical address of what was asked for in another spelling of a public name (capitals, a dot at the end) or at
 * another port: each would have cookies of its own, and pages that search engines take for others. Null when the request
 * is right here. Names of this machine have no other address: who runs the house may look at any port.
 */
export function canonicalAddress({ headers, url = '/' }: IncomingMessage, { site, origin }: Visit): string | null {
  const host = headers.host ?? ''
  const name = hostName(host)
  if (isIP(name.replace(/^\[|\]$/g, '')) || /(^|\.)localhost$/.test(name)) return null
  const usualPort = origin.startsWith('https:') ? ':443' : ':80'
  if (host === name || host === `${name}${usualPort}`) return null
  return new URL(`https://${site.domain}${url.replace(/^https?:\/\/[^/?#]*/i, '')}`).href
}
