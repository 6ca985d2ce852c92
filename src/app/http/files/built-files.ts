import { basename } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { isNotModified } from '#domain/files/conditional-requests.ts'

const immutableForAYear = 'public, max-age=31536000, immutable'

/** A worker has the policy of its own file; it only connects to the site. */
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob:; worker-src 'self' blob:"

/** Files that the build also compresses. */
const isCompressed = (path: string) => /\.(?:css|js|json|svg|wasm)$/.test(path)

const withCacheHeaders = createMiddleware(async (c, next) => {
  await next()
  const { headers, status, body } = c.res
  if (status !== 200 && status !== 206) return
  const encoding = headers.get('content-encoding')
  const etag = `"${basename(c.req.path)}${encoding ? `-${encoding}` : ''}"`
  c.header('etag', etag)
  c.header('cache-control', immutableForAYear)
  c.header('content-security-policy', policy)
  if (isCompressed(c.req.path)) c.header('vary', 'Accept-Encoding')
  const modified = new Date(headers.get('last-modified') ?? Number.NaN)
  if (status !== 200 || !isNotModified((name) => c.req.header(name), { etag, modified })) return
  // Closes the file.
  await body?.cancel()
  const kept = [...c.res.headers].filter(([name]) => !/^content-(?:encoding|length|type)$/.test(name))
  // Hono would merge the headers of both otherwise.
  c.res = undefined
  c.res = new Response(null, { status: 304, headers: kept })
})

/** What the build made for browsers. Names hold a hash, so they never change; a missing one must not cost a render. */
export const builtFileRoutes = (root = 'dist/client') =>
  new Hono().get('/assets/*', withCacheHeaders, serveStatic({ root, precompressed: true }), (c) =>
    c.text('Not found', 404, { 'cache-control': 'no-store' }),
  )
