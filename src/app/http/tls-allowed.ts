import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { isDirect } from '#app/http/metrics.ts'
import { type IsTrustedProxy, peerOf } from '#app/http/request-context.ts'
import { isPublicHostName } from '#domain/going-live/domain.ts'
import type { SiteRegistry } from '#domain/sites/registry.ts'

/** A proxy asks once for each new name; more requests than this are for invented names. */
const maxBurst = 100
const perSecond = 20

type Deps = { sites: Pick<SiteRegistry, 'siteForHost'>; isProxy: IsTrustedProxy; monotonic?: () => number }

/**
 * Whether a proxy may get a certificate for a name: only for a known host, or strangers could use up what the authority
 * allows us. For proxies and this machine, on any host, and never for a request that a proxy has passed on.
 */
export function tlsAllowedRoutes({ sites, isProxy, monotonic = () => performance.now() }: Deps) {
  let left = maxBurst
  let since = monotonic()
  function takeToken(): boolean {
    const now = monotonic()
    left = Math.min(maxBurst, left + ((now - since) / 1_000) * perSecond)
    since = now
    if (left < 1) return false
    left--
    return true
  }
  return new Hono<{ Bindings: HttpBindings }>().get('/internal/tls-allowed', async (c, next) => {
    const incoming = c.env.incoming as IncomingMessage
    const peer = peerOf(incoming.socket)
    const isNear = /^127\.|^::1$/.test(peer) || isProxy(peer)
    if (!isNear || !isDirect(incoming)) return next()
    if (!takeToken()) return c.text('too many', 429, { 'retry-after': '1' })
    const domain = c.req.query('domain') ?? ''
    const isKnown = isPublicHostName(domain.toLowerCase()) && sites.siteForHost(domain) !== null
    return isKnown ? c.text('ok') : c.text('unknown', 404)
  })
}
