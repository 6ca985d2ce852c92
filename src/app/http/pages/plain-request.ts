import type { IncomingMessage } from 'node:http'

/** Of the headers of a request those that decide which bytes of a cached page it gets. */
export type PlainRequest = {
  host: string
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
  forwardedProto: string | undefined
}

const maxHeaders = 100

/**
 * Reads them without the object of all headers, which Node makes when it is first asked for. Null for a request that
 * `findMalformedRequest` has to see, that brings a body or expects something, or that names one of these headers twice.
 */
export function readPlainRequest({
  method,
  httpVersion,
  rawHeaders,
}: Pick<IncomingMessage, 'method' | 'httpVersion' | 'rawHeaders'>): PlainRequest | null {
  if ((method !== 'GET' && method !== 'HEAD') || httpVersion !== '1.1' || rawHeaders.length > 2 * maxHeaders)
    return null
  let [host, acceptEncoding, ifNoneMatch, forwardedProto]: (string | undefined)[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    switch (lengths.has(name.length) ? name.toLowerCase() : '') {
      case 'host':
        if (host !== undefined) return null
        host = rawHeaders[at + 1]
        break
      case 'accept-encoding':
        if (acceptEncoding !== undefined) return null
        acceptEncoding = rawHeaders[at + 1]
        break
      case 'if-none-match':
        if (ifNoneMatch !== undefined) return null
        ifNoneMatch = rawHeaders[at + 1]
        break
      case 'x-forwarded-proto':
        if (forwardedProto !== undefined) return null
        forwardedProto = rawHeaders[at + 1]
        break
      case 'content-length':
      case 'transfer-encoding':
      case 'expect':
      case 'upgrade':
        return null
    }
  }
  return host === undefined ? null : { host, acceptEncoding, ifNoneMatch, forwardedProto }
}

const lengths = new Set(
  [
    ...['host', 'accept-encoding', 'if-none-match', 'x-forwarded-proto'],
    ...['content-length', 'transfer-encoding', 'expect', 'upgrade'],
  ].map(({ length }) => length),
)
