import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { keptPagePolicy, secure } from '#app/http/security-headers.ts'
import type { Keepable } from '#server/cache/page-cache.ts'

type Encoding = 'identity' | 'gzip' | 'br'

/** Names and values in turns. */
type Head = string[]
type Written = { body: Buffer; etag: string; head: Head; unchanged: Head }

/** A page with all that is said about it, ready to be written to whoever asks, in each way that browsers read. */
export type KeptPage = Keepable & { as: Record<Encoding, Written> }

/** It is made once and sent often, but somebody waits for it the first time. */
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const [brotlied, gzipped] = [promisify(brotliCompress), promisify(gzip)]

/** Asked for anew each time, which costs little: so an edit shows at once, and nobody in between keeps what is old. */
const cacheControl = 'public, no-cache'

/** Of what was rendered for nobody in particular, with this nonce, a page for everybody. */
export async function keptPage(
  rendered: Response,
  { nonce, turnstile }: { nonce: string; turnstile: boolean },
): Promise<KeptPage> {
  const { html, hashes, hasNonce } = withoutNonce(await rendered.text(), nonce)
  const plain = Buffer.from(html)
  const [gzip, br] = await Promise.all([gzipped(plain), brotlied(plain, brotliQuality)])
  const isForAll =
    rendered.status === 200 &&
    !hasNonce &&
    !rendered.headers.has('set-cookie') &&
    !/no-store|private/.test(rendered.headers.get('cache-control') ?? '')
  const shared = headersOf(rendered, { isForAll, policy: keptPagePolicy(hashes, { turnstile }) })
  const name = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const written = (encoding: Encoding, body: Buffer): Written => {
    const etag = encoding === 'identity' ? `"${name}"` : `"${name}-${encoding}"`
    const headers = new Headers(shared)
    if (isForAll) headers.set('etag', etag)
    const unchanged = [...headers].filter(([about]) => about !== 'content-type').flat()
    if (encoding !== 'identity') headers.set('content-encoding', encoding)
    headers.set('content-length', String(body.length))
    return { body, etag, head: [...headers].flat(), unchanged }
  }
  return {
    status: rendered.status,
    isForAll,
    bytes: plain.length + gzip.length + br.length,
    as: { identity: written('identity', plain), gzip: written('gzip', gzip), br: written('br', br) },
  }
}

function headersOf(rendered: Response, { isForAll, policy }: { isForAll: boolean; policy: string }): Headers {
  const headers = new Headers(rendered.headers)
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding', 'connection']) headers.delete(name)
  if (isForAll) headers.set('cache-control', cacheControl)
  else if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache')
  headers.set('vary', 'Accept-Encoding, Cookie')
  headers.set('content-security-policy', policy)
  secure(headers)
  return headers
}

/**
 * A script that somebody has smuggled into the page does not know the nonce: only what bears it is let run by its hash.
 * `hasNonce` says that it stands somewhere else too.
 */
export function withoutNonce(html: string, nonce: string) {
  const quoted = nonce.replaceAll(/[+/]/g, (sign) => `\\${sign}`)
  const bearing = (tag: string) => new RegExp(`<${tag}\\b[^>]*? nonce="${quoted}"[^>]*>([\\s\\S]*?)</${tag}>`, 'g')
  const hashesOf = (tag: string) => [
    ...new Set([...html.matchAll(bearing(tag))].flatMap(([, code]) => (code ? [hashOf(code)] : []))),
  ]
  const hashes = { scripts: hashesOf('script'), styles: hashesOf('style') }
  const bare = html.replaceAll(` nonce="${nonce}"`, '').replaceAll(/<meta property="csp-nonce"[^>]*>/g, '')
  return { html: bare, hashes, hasNonce: bare.includes(nonce) }
}

const hashOf = (code: string): string => `sha256-${createHash('sha256').update(code).digest('base64')}`

/** The smallest that the browser reads. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  return accepts(accepted, 'br') ? 'br' : accepts(accepted, 'gzip') ? 'gzip' : 'identity'
}

const spelled = {
  br: /(?:^|,)\s*br\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i,
  gzip: /(?:^|,)\s*gzip\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i,
}

function accepts(accepted: string, encoding: keyof typeof spelled): boolean {
  const found = spelled[encoding].exec(accepted)
  return found !== null && Number(found[1] ?? 1) > 0
}

/** Whether one of the pages that the browser says it has is this one. */
export const isKnown = (asked: string | undefined, etag: string): boolean =>
  (asked ?? '').split(',').some((known) => [etag, `W/${etag}`, '*'].includes(known.trim()))
