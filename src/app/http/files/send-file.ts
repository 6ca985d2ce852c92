import type { ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { matchesEtag, parseRange } from '#domain/files/conditional-requests.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { type BufferIterator, createSendStream, rotatingBuffers, socketWriterOf } from '#server/files/send-stream.ts'

type FileResponse = { key: string; hash: string; headers: Record<string, string> }

const immutableForAYear = 'public, max-age=31536000, immutable'

/** A public object of the store, whole or a range, as fast as the client reads. The content of an address never changes. */
export async function sendStoredObject(c: Context, store: ObjectStore, { key, hash, headers: own }: FileResponse) {
  const object = await store.head(key)
  if (!object) return sendPlainText(c, 404, 'Not found')
  const etag = `"${hash}"`
  const headers = { 'cache-control': immutableForAYear, ...own, etag, 'accept-ranges': 'bytes' }
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
  // A range of another version is of no use to the client.
  const isSame = (c.req.header('if-range') ?? etag) === etag
  // A range is for GET alone (RFC 9110, 14.2).
  const range = isSame && c.req.method === 'GET' ? parseRange(c.req.header('range'), object.bytes) : null
  if (range === 'none')
    return sendPlainText(c, 416, 'There is no such part', { 'content-range': `bytes */${object.bytes}` })
  const { from, to } = range ?? { from: 0, to: object.bytes - 1 }
  const sized = { ...headers, 'content-length': String(to - from + 1) }
  // A stream opened for HEAD would never be closed.
  const body =
    c.req.method === 'HEAD'
      ? null
      : createBodyStream(c.req.raw, store.lend(key, { from, to }, rotatingBuffers()), to - from + 1)
  const part = range && { 'content-range': `bytes ${from}-${to}/${object.bytes}` }
  return new Response(body, { status: range ? 206 : 200, headers: { ...sized, ...part } })
}

function createBodyStream({ signal }: Request, pieces: BufferIterator, length: number) {
  const { stream, leave } = createSendStream(pieces, length)
  signal.addEventListener('abort', leave, { once: true })
  return stream
}

export const sendPlainText = (
  c: Context,
  status: 404 | 405 | 416,
  words: string,
  headers: Record<string, string> = {},
) => c.text(words, status, { 'cache-control': 'no-store', 'content-length': String(words.length), ...headers })

/** Writes a file from the store straight to the socket, without a copy through web streams; other answers stay as they are. */
export function writeToSocket(response: Response, outgoing: HttpBindings['outgoing'] | undefined): Response {
  const write = socketWriterOf(response.body)
  if (!write || !outgoing) return response
  // The server speaks HTTP/1; the type also allows HTTP/2.
  const out = outgoing as ServerResponse
  out.writeHead(response.status, [...response.headers].flat())
  void write(out)
  return RESPONSE_ALREADY_SENT
}
