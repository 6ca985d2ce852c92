import { Hono } from 'hono'
import type { RequestContext } from '#api/env.ts'
import { sendPlainText, sendStoredObject } from '#app/http/files/send-file.ts'
import { clipTypes } from '#domain/previews/preview.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { clipKey, type FindClip } from '#server/previews/clips.ts'

/** Serves the previews of the visited site's tracks. It has no access to the tracks themselves. */
export function previewClipRoutes({ find, store }: { find: FindClip; store: ObjectStore }) {
  return new Hono<{ Variables: { requestContext: RequestContext } }>()
    .get('/previews/*', async (c) => {
      const { siteId } = c.var.requestContext.site
      const clip = await find(siteId, c.req.path)
      if (!clip) return sendPlainText(c, 404, 'Not found')
      const headers = {
        // A browser asks again before it plays it again: its product may have been archived since.
        'cache-control': 'public, no-cache',
        'content-type': clipTypes[clip.ending],
        'content-security-policy': "default-src 'none'; sandbox",
      }
      return sendStoredObject(c, store, { key: clipKey(siteId, clip), hash: clip.clipHash, headers })
    })
    .all('/previews/*', (c) => sendPlainText(c, 405, 'Method not allowed', { allow: 'GET, HEAD' }))
}
