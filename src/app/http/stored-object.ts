import type { Context } from 'hono'
import { rangeOf } from '#domain/files/range.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { buffersInTurn, type Lent, outflow } from '#server/files/outflow.ts'

type Sent = { key: string; hash: string; headers: Record<string, string> }

const yearLong = 'public, max-age=31536000, immutable'

/** Something public of the store's, whole or in part, as fast as it is taken. What is at its address never changes. */
export async function storedObject(c: Context, store: ObjectStore, { key, hash, headers: own }: Sent) {
  const kept = await store.head(key)
  if (!kept) return brief(c, 404, 'Not found')
  const etag = `"${hash}"`
  const headers = { 'cache-control': yearLong, ...own, etag, 'accept-ranges': 'bytes' }
  if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304, headers)
  // A part of something else is of no use to who has the beginning of this.
  const isSame = (c.req.header('if-range') ?? etag) === etag
  // A range is for GET alone (RFC 9110, 14.2).
  const range = isSame && c.req.method === 'GET' ? rangeOf(c.req.header('range'), kept.bytes) : null
  if (range === 'none') return brief(c, 416, 'There is no such part', { 'content-range': `bytes */${kept.bytes}` })
  const { from, to } = range ?? { from: 0, to: kept.bytes - 1 }
  const sized = { ...headers, 'content-length': String(to - from + 1) }
  // Nobody would close what is opened for a HEAD.
  const body =
    c.req.method === 'HEAD' ? null : flowOf(c.req.raw, store.lend(key, { from, to }, buffersInTurn()), to - from + 1)
  const part = range && { 'content-range': `bytes ${from}-${to}/${kept.bytes}` }
  return new Response(body, { status: range ? 206 : 200, headers: { ...sized, ...part } })
}

function flowOf({ signal }: Request, pieces: Lent, length: number) {
  const { stream, leave } = outflow(pieces, length)
  signal.addEventListener('abort', leave, { once: true })
  return stream
}

export const brief = (c: Context, status: 404 | 405 | 416, words: string, headers: Record<string, string> = {}) =>
  c.text(words, status, { 'cache-control': 'no-store', 'content-length': String(words.length), ...headers })
