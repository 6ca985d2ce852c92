import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4, isIPv6, type Socket } from 'node:net'
import type { RequestContext } from '#api/env.ts'
import { normalizeHostName } from '#domain/sites/host-name.ts'
import type { SiteRegistry } from '#domain/sites/registry.ts'

export type IsTrustedProxy = (address: string) => boolean

/** `X-Forwarded-*` counts only from the configured proxies. */
export function createTrustedProxyCheck(proxies: string[]): IsTrustedProxy {
  if (!proxies.length) return () => false
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits) list.addSubnet(address, Number(bits), family)
    else list.addAddress(address, family)
  }
  // There are few proxies, and each request asks.
  const known = new Map<string, boolean>()
  return (address) => {
    const before = known.get(address)
    if (before !== undefined) return before
    const isProxy = list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
    if (known.size >= maxKnownAddresses) known.clear()
    known.set(address, isProxy)
    return isProxy
  }
}
const maxKnownAddresses = 1_000

/** `::ffff:1.2.3.4` and `1.2.3.4` are one client, and so is every address of one IPv6 /64. */
export function rateLimitKeyOf(address: string): string {
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
 * The client's address. Each proxy appends the address that it got the request from, which may be a proxy again;
 * entries before those are the client's own and not to be trusted.
 */
function clientAddressOf({ socket, headers }: IncomingMessage, isProxy: IsTrustedProxy): string {
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

/** A loopback address is an unconfigured proxy or the operator, so it does not stand for one client. */
export const isOneClient = (address: string, isProxy: IsTrustedProxy) =>
  address !== '127.0.0.1' && address !== '::1' && !isProxy(address)

/** The client that limits count, or null when it is not known. */
export function rateLimitedClientOf(incoming: IncomingMessage, isProxy: IsTrustedProxy): string | null {
  const speaker = clientAddressOf(incoming, isProxy)
  return isOneClient(speaker, isProxy) ? rateLimitKeyOf(speaker) : null
}

export type RequestContextDeps = {
  sites: SiteRegistry
  proxies: IsTrustedProxy
  /** In development an unknown host leads to the default site. */
  fallbackToDefaultSite: boolean
}

/** The context of this request, or null when no site has its host. */
export function requestContextOf(
  incoming: IncomingMessage,
  requestId: string,
  { sites, proxies, fallbackToDefaultSite }: RequestContextDeps,
): RequestContext | null {
  const { socket, headers } = incoming
  const host = headers.host ?? ''
  const site = sites.siteForHost(host) ?? (fallbackToDefaultSite ? sites.defaultSite : null)
  if (!site) return null
  const scheme = proxies(peerOf(socket)) && headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
  const address = rateLimitKeyOf(clientAddressOf(incoming, proxies))
  return { site, origin: `${scheme}://${host.toLowerCase()}`, requestId, address }
}

/**
 * The canonical address of what was asked for in another spelling of a public name (capitals, a dot at the end) or at
 * another port: each would have cookies of its own, and pages that search engines take for others. Null when the request
 * is right here. Local names have no other address: the operator may use any port.
 */
export function canonicalUrlOf(
  { headers, url = '/' }: IncomingMessage,
  { site, origin }: RequestContext,
): string | null {
  const host = headers.host ?? ''
  const name = normalizeHostName(host)
  if (isIP(name.replace(/^\[|\]$/g, '')) || /(^|\.)localhost$/.test(name)) return null
  const usualPort = origin.startsWith('https:') ? ':443' : ':80'
  if (host === name || host === `${name}${usualPort}`) return null
  return new URL(`https://${site.domain}${url.replace(/^https?:\/\/[^/?#]*/i, '')}`).href
}
