import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib'
import { cachedPageCsp, setSecurityHeaders } from '#app/http/security-headers.ts'
import type { CacheablePage } from '#server/cache/page-cache.ts'

type Encoding = 'identity' | 'gzip' | 'br'

/** Names and values in turns, as `writeHead` takes them. */
type RawHeaders = string[]
type EncodedPage = {
  readonly body: Buffer
  etag: string
  head: RawHeaders
  /** Of the answer with status 304. */
  unchanged: RawHeaders
  /** The same headers as lines; made when they are first asked for. */
  readonly lines: string
  readonly unchangedLines: string
}

/** A page with its headers in each content encoding; decompressed for a client that accepts none of them. */
export type CachedPage = CacheablePage & { as: Record<Encoding, EncodedPage> }

/** A cached page is compressed once and sent often, but its first visitor waits for the compression. */
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const [brotlied, gzipped] = [promisify(brotliCompress), promisify(gzip)]

/** Browsers and proxies revalidate each time, which costs little: an edit shows at once. */
const cacheControl = 'public, no-cache'

type Render = {
  nonce: string
  turnstile: boolean
  startedAt: number
  /** It says that there is no page, for all addresses without one. */
  isNotFoundPage?: boolean
  /** More headers of a page that is the same for all visitors. */
  sharedHeaders?: readonly [string, string][]
}

/** Turns an anonymous render into a cacheable page: strips nonce and times, hashes its scripts, compresses it. */
export async function toCachedPage(
  rendered: Response,
  { nonce, turnstile, startedAt, isNotFoundPage = false, sharedHeaders = [] }: Render,
): Promise<CachedPage> {
  const timeless = stripLoadTimes(await rendered.text(), { from: startedAt, to: Date.now() })
  const { html, hashes, hasNonce } = replaceNonceByHashes(timeless, nonce)
  const plain = Buffer.from(html)
  const [gzip, br] = (await Promise.all([gzipped(plain), brotlied(plain, brotliQuality)])).map(ownBytes) as [
    Buffer,
    Buffer,
  ]
  const isShared =
    rendered.status === (isNotFoundPage ? 404 : 200) &&
    !hasNonce &&
    !rendered.headers.has('set-cookie') &&
    !/no-store|private/.test(rendered.headers.get('cache-control') ?? '')
  /** Only a page that is there has a version that a client can know (RFC 9110, 13.2.1). */
  const hasVersion = isShared && !isNotFoundPage
  const shared = headersOf(rendered, { hasVersion, policy: cachedPageCsp(hashes, { turnstile }) })
  if (hasVersion) for (const [about, value] of sharedHeaders) shared.set(about, value)
  const name = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const createEncodedPage = (encoding: Encoding, bytes: number, bodyOf: () => Buffer): EncodedPage => {
    const etag = encoding === 'identity' ? `"${name}"` : `"${name}-${encoding}"`
    const headers = new Headers(shared)
    if (hasVersion) headers.set('etag', etag)
    const unchanged = [...headers].filter(([about]) => about !== 'content-type').flat()
    if (encoding !== 'identity') headers.set('content-encoding', encoding)
    headers.set('content-length', String(bytes))
    const head = [...headers].flat()
    let [lines, unchangedLines]: (string | undefined)[] = []
    return {
      get body() {
        return bodyOf()
      },
      etag,
      head,
      unchanged,
      get lines() {
        lines ??= joinLines(head)
        return lines
      },
      get unchangedLines() {
        unchangedLines ??= joinLines(unchanged)
        return unchangedLines
      },
    }
  }
  const unpackedBytes = plain.length
  return {
    status: rendered.status,
    isShared,
    bytes: gzip.length + br.length,
    as: {
      // Not kept uncompressed: it would need three times the memory of both others, and all browsers accept compression.
      identity: createEncodedPage('identity', unpackedBytes, () => gunzipSync(gzip)),
      gzip: createEncodedPage('gzip', gzip.length, () => gzip),
      br: createEncodedPage('br', br.length, () => br),
    },
  }
}

/**
 * A copy with memory of its own: zlib returns the beginning of a much larger buffer, and the copies that Buffer makes
 * share pieces of 64 KB, each of which stays as long as one page in it.
 */
const ownBytes = (bytes: Buffer): Buffer => Buffer.from(new Uint8Array(bytes).buffer)

/** `Headers` has checked names and values, so there is no line break in them. */
function joinLines(head: RawHeaders): string {
  let lines = ''
  for (let at = 0; at < head.length; at += 2) lines += `${head[at]}: ${head[at + 1]}\r\n`
  // One flat string: joined ones would be copied together for each response.
  return Buffer.from(lines, 'latin1').toString('latin1')
}

function headersOf(rendered: Response, { hasVersion, policy }: { hasVersion: boolean; policy: string }): Headers {
  const headers = new Headers(rendered.headers)
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding', 'connection']) headers.delete(name)
  if (hasVersion) headers.set('cache-control', cacheControl)
  else if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache')
  headers.set('vary', 'Accept-Encoding')
  headers.set('content-security-policy', policy)
  setSecurityHeaders(headers)
  return headers
}

const loadTimePattern = /\b(u|dataUpdatedAt|dehydratedAt):(\d{13})\b/g

/**
 * The router and the query client write into the page when its data was loaded, so each render would have another ETag
 * although nothing was edited. A browser asks before it uses the page, so the data is as fresh as its arrival.
 */
export const stripLoadTimes = (html: string, { from, to }: { from: number; to: number }): string =>
  html.replaceAll(loadTimePattern, (found, name: string, time: string) =>
    from <= Number(time) && Number(time) <= to ? `${name}:Date.now()` : found,
  )

/**
 * An injected script does not know the nonce, so only scripts that bear it are allowed by their hash. `hasNonce`: the
 * nonce also stands somewhere else in the page.
 */
export function replaceNonceByHashes(html: string, nonce: string) {
  const quoted = nonce.replaceAll(/[+/]/g, (sign) => `\\${sign}`)
  const elementWithNonce = (tag: string) =>
    new RegExp(`<${tag}\\b[^>]*? nonce="${quoted}"[^>]*>([\\s\\S]*?)</${tag}>`, 'g')
  const hashesOf = (tag: string) => [
    ...new Set([...html.matchAll(elementWithNonce(tag))].flatMap(([, code]) => (code ? [hashOf(code)] : []))),
  ]
  const hashes = { scripts: hashesOf('script'), styles: hashesOf('style') }
  const bare = html.replaceAll(` nonce="${nonce}"`, '').replaceAll(/<meta property="csp-nonce"[^>]*>/g, '')
  return { html: bare, hashes, hasNonce: bare.includes(nonce) }
}

const hashOf = (code: string): string => `sha256-${createHash('sha256').update(code).digest('base64')}`

/** The smallest encoding that the browser accepts. */
export function negotiateEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  const before = negotiated.get(accepted)
  if (before) return before
  const encoding = accepts(accepted, 'br') ? 'br' : accepts(accepted, 'gzip') ? 'gzip' : 'identity'
  if (negotiated.size < maxNegotiated) negotiated.set(accepted, encoding)
  return encoding
}

/** Browsers send one of a few. */
const negotiated = new Map<string, Encoding>()
const maxNegotiated = 100

const acceptPatterns = {
  br: /(?:^|,)\s*br\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i,
  gzip: /(?:^|,)\s*gzip\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i,
}

function accepts(accepted: string, encoding: keyof typeof acceptPatterns): boolean {
  const found = acceptPatterns[encoding].exec(accepted)
  return found !== null && Number(found[1] ?? 1) > 0
}

/** A page for one visitor is sent once, so better compression would cost more time than it saves. */
const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const minCompressedBytes = 1024

/** A page for one visitor, compressed as the browser accepts; a short one is sent as it is. */
export async function compressPage(page: Response, accepted: string | undefined): Promise<Response> {
  const { status, headers } = page
  headers.append('vary', 'Accept-Encoding')
  if (!page.body) return page
  const plain = new Uint8Array(await page.arrayBuffer())
  const encoding = plain.length < minCompressedBytes ? 'identity' : negotiateEncoding(accepted)
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  const body =
    encoding === 'br' ? await brotlied(plain, fastBrotli) : encoding === 'gzip' ? await gzipped(plain) : plain
  headers.set('content-length', String(body.length))
  return new Response(new Uint8Array(body), { status, headers })
}
