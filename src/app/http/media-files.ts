import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import type { Visit } from '#api/env.ts'
import { rangeOf } from '#domain/files/range.ts'
import { askedMediaFile } from '#domain/media/own-file.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { type FindMediaFile, type MediaFile, mediaKey, mediaSource } from '#server/media/files.ts'

const yearLong = 'public, max-age=31536000, immutable'

/** The visited site's own videos and recordings, whole or in parts, as fast as they are taken. */
export function mediaFiles({ find, store }: { find: FindMediaFile; store: ObjectStore }) {
  return new Hono<{ Variables: { visit: Visit } }>()
    .get('/media/files/*', async (c) => {
      const { siteId } = c.var.visit.site
      const asked = askedMediaFile(c.req.path)
      const file = asked && (await find(siteId, asked.hash))
      if (!file || mediaSource(file) !== c.req.path) return brief(c, 404, 'Not found')
      const key = mediaKey(siteId, file.hash)
      const kept = await store.head(key)
      if (!kept) return brief(c, 404, 'Not found')

      const etag = `"${file.hash}"`
      const headers = { ...headersOf(file), etag, 'cache-control': yearLong, 'accept-ranges': 'bytes' }
      if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304, headers)
      // A part of something else is of no use to who has the beginning of this.
      const isSame = (c.req.header('if-range') ?? etag) === etag
      const range = isSame ? rangeOf(c.req.header('range'), kept.bytes) : null
      if (range === 'none') return brief(c, 416, 'There is no such part', { 'content-range': `bytes */${kept.bytes}` })
      const { from, to } = range ?? { from: 0, to: kept.bytes - 1 }
      const sized = { ...headers, 'content-length': String(to - from + 1) }
      // Nobody would close what is opened for a HEAD.
      const body = c.req.method === 'HEAD' ? null : streamOf(await store.get(key, { from, to }))
      const part = range && { 'content-range': `bytes ${from}-${to}/${kept.bytes}` }
      return new Response(body, { status: range ? 206 : 200, headers: { ...sized, ...part } })
    })
    .all('/media/files/*', (c) => brief(c, 405, 'Method not allowed', { allow: 'GET, HEAD' }))
}

const streamOf = (readable: Readable) => Readable.toWeb(readable) as ReadableStream<Uint8Array>

/** The name as everyone can write it is in the address; the one that it came with is for those who save it. */
const headersOf = (file: MediaFile) => ({
  'content-type': file.type,
  'content-disposition': `inline; filename*=UTF-8''${encoded(file.name)}`,
  'content-security-policy': "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
})

/** As RFC 8187 has it: `encodeURIComponent` leaves four characters that a header may not hold. */
const encoded = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)

const brief = (c: Context, status: 404 | 405 | 416, words: string, headers: Record<string, string> = {}) =>
  c.text(words, status, { 'cache-control': 'no-store', 'content-length': String(words.length), ...headers })
