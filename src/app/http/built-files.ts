import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

const yearLong = 'public, max-age=31536000, immutable'

/** A worker has the policy of its own file; it only connects to the site. */
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob:; worker-src 'self' blob:"

/** What the build made for browsers. Names hold a hash, so they never change; a missing one must not cost a render. */
export const builtFiles = new Hono().get(
  '/assets/*',
  serveStatic({
    root: 'dist/client',
    precompressed: true,
    onFound: (_path, c) => {
      c.header('cache-control', yearLong)
      c.header('content-security-policy', policy)
    },
  }),
  (c) => c.text('Not found', 404),
)
