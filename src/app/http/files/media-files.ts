import { Hono } from 'hono'
import type { RequestContext } from '#api/env.ts'
import { sendPlainText, sendStoredObject } from '#app/http/files/send-file.ts'
import { parseMediaFilePath } from '#domain/media/own-file.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { type FindMediaFile, isSourceOf, type MediaFile, mediaObjectKey } from '#server/media/files.ts'

/** The visited site's own videos and recordings, whole or in parts, as fast as they are taken. */
export function mediaFileRoutes({ find, store }: { find: FindMediaFile; store: ObjectStore }) {
  return new Hono<{ Variables: { requestContext: RequestContext } }>()
    .get('/media/files/*', async (c) => {
      const { siteId } = c.var.requestContext.site
      const parsed = parseMediaFilePath(c.req.path)
      const file = parsed && (await find(siteId, parsed.hash))
      if (!file || !isSourceOf(file, c.req.path)) return sendPlainText(c, 404, 'Not found')
      return sendStoredObject(c, store, {
        key: mediaObjectKey(siteId, file.hash),
        hash: file.hash,
        headers: headersOf(file),
      })
    })
    .all('/media/files/*', (c) => sendPlainText(c, 405, 'Method not allowed', { allow: 'GET, HEAD' }))
}

/** The name as everyone can write it is in the address; the one that it came with is for those who save it. */
const headersOf = (file: MediaFile) => ({
  'content-type': file.type,
  'content-disposition': `inline; filename*=UTF-8''${percentEncode(file.name)}`,
  'content-security-policy': "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
})

/** As RFC 8187 has it: `encodeURIComponent` leaves four characters that a header may not hold. */
const percentEncode = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
