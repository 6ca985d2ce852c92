import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

const yearLong = 'public, max-age=31536000, immutable'

/** What the build made for browsers. Names hold a hash, so they never change; a missing one must not cost a render. */
export const builtFiles = new Hono().get(
  '/assets/*',
  serveStatic({
    root: 'dist/client',
    precompressed: true,
    onFound: (_path, c) => c.header('cache-control', yearLong),
  }),
  (c) => c.text('Not found', 404),
)
