import type { IncomingMessage } from 'node:http'

const maxAddressLength = 8 * 1024
const maxHeaders = 100
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export type MalformedRequest = { status: 400 | 405 | 414 | 431; error: string; reason: string }

/**
 * What Node's parser lets through and no route should ever see: a request that names two hosts or none, an address that
 * is not one or that can be read in two ways, more than any browser sends.
 */
export function findMalformedRequest(
  request: Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>,
): MalformedRequest | null {
  const { method = '', url = '', rawHeaders } = request
  if (!methods.has(method)) return { status: 405, error: 'This method is not allowed.', reason: 'method-not-allowed' }
  if (url.length > maxAddressLength) return { status: 414, error: 'The address is too long.', reason: 'too-large' }
  if (rawHeaders.length > 2 * maxHeaders) return { status: 431, error: 'Too many headers.', reason: 'too-large' }
  const hosts = rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]!.toLowerCase() === 'host')
  if (hosts.length !== 1 || !isHost(hosts[0]!)) return malformedError('The request must name exactly one host.')
  if (!url.startsWith('/')) {
    const absolute = /^https?:\/\//.test(url) && URL.canParse(url) ? new URL(url) : null
    if (!absolute || absolute.username || absolute.password) return malformedError('The address is malformed.')
    if (absolute.host !== new URL(`${absolute.protocol}//${hosts[0]}`).host)
      return malformedError('The address and the Host header name different hosts.')
  }
  return isPath(url) ? null : malformedError('The address is malformed.')
}

const malformedError = (error: string): MalformedRequest => ({ status: 400, error, reason: 'malformed' })

/**
 * A name or an address, an IPv6 one in brackets, and perhaps a port: no user, no path, nothing else, and in the one
 * spelling that every reader of addresses agrees on.
 */
function isHost(text: string): boolean {
  const [, name, port = '80'] =
    /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?\.?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i.exec(text) ?? []
  if (!name || name.includes('..') || Number(port) > 65535) return false
  return URL.canParse(`http://${name}`) && new URL(`http://${name}`).hostname === name.toLowerCase()
}

/** A backslash is a slash to some. */
function isPath(url: string): boolean {
  const path = url.split('?')[0]!
  try {
    return !path.includes('\\') && !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}
