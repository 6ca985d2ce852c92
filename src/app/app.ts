import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { createApi } from '#api/api.ts'
import type { Visit } from '#api/env.ts'
import { errorBody } from '#api/errors.ts'
import { documentPaths } from '#api/site/documents.ts'
import { builtFiles } from '#app/http/built-files.ts'
import { devMail } from '#app/http/dev-mail.ts'
import { health } from '#app/http/health.ts'
import { loggedPath } from '#app/http/logged-path.ts'
import { mediaFiles } from '#app/http/media-files.ts'
import { createMetrics, kindOf, metricsRoute } from '#app/http/metrics.ts'
import { packed } from '#app/http/packed.ts'
import { isPersonal } from '#app/http/page-address.ts'
import { createPages } from '#app/http/page-cache.ts'
import { previews } from '#app/http/previews.ts'
import { sandboxPages } from '#app/http/sandbox-pages.ts'
import { noIndex, pagePolicy, secure } from '#app/http/security-headers.ts'
import { siteImages } from '#app/http/site-images.ts'
import { straight } from '#app/http/straight.ts'
import { canonicalAddress, trusting, visitOf } from '#app/http/visit.ts'
import { createRenderer } from '#app/rendering.ts'
import type { Services } from '#app/services.ts'

type AppEnv = { Bindings: HttpBindings; Variables: { requestId: string; visit: Visit } }

export function createApp(services: Services) {
  const api = createApi(services)
  const visits = {
    sites: services.sites,
    proxies: trusting(services.config.TRUSTED_PROXIES),
    strangersWelcome: services.config.NODE_ENV === 'development',
  }

  const inProduction = services.config.NODE_ENV === 'production'
  const metrics = createMetrics()
  const render = createRenderer(services, api)
  const pages = createPages({ services, render, visits, metrics })

  /** A page that is made for one visitor, or that nobody may keep. */
  async function page(request: Request, visit: Visit): Promise<Response> {
    const began = performance.now()
    const cookie = request.headers.get('cookie')
    const { response, nonce } = await render(request, visit, cookie)
    const { headers } = response
    headers.set(
      'content-security-policy',
      pagePolicy(nonce, { turnstile: services.config.TURNSTILE_SITE_KEY !== undefined }),
    )
    if (isPersonal(cookie)) headers.set('cache-control', 'no-store')
    else if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache')
    headers.append('vary', 'Cookie')
    headers.set('server-timing', `cache;desc=bypass, render;dur=${(performance.now() - began).toFixed(1)}`)
    return packed(response, request.headers.get('accept-encoding') ?? undefined)
  }

  const { fetch } = new Hono<AppEnv>()
    .use(async (c, next) => {
      const began = performance.now()
      const requestId = randomUUID()
      c.set('requestId', requestId)
      await next()
      secure(c.res.headers, { https: inProduction && c.var.visit?.origin.startsWith('https:') })
      c.header('x-request-id', requestId)
      if (services.config.STAGING) c.header(...noIndex)
      const facts = {
        requestId,
        site: c.var.visit?.site.name,
        method: c.req.method,
        path: loggedPath(c.req.path),
      }
      const ms = performance.now() - began
      services.log.info({ ...facts, status: c.res.status, ms: Math.round(ms) }, 'request')
      metrics.request(kindOf(c.req.path), c.res.status, ms)
      const answer = straight(c.res, c.env?.outgoing)
      // Taken away first, or Hono would add the headers of one to the other.
      c.res = undefined
      c.res = answer
    })
    .route('/', health(services))
    .route('/', metricsRoute(metrics, { services, pages }))
    .use(async (c, next) => {
      const visit = visitOf(c.env.incoming, c.var.requestId, visits)
      if (!visit) return c.json(errorBody('unknown-host'), 421)
      c.set('visit', visit)
      const canonical = inProduction && canonicalAddress(c.env.incoming as IncomingMessage, visit)
      if (canonical) return c.redirect(canonical, 308)
      await next()
    })
    .route('/', devMail(services))
    .route('/', siteImages(services.images))
    .route('/', mediaFiles({ find: services.findMediaFile, store: services.files.store }))
    .route('/', previews({ find: services.findClip, store: services.files.store }))
    .route('/', builtFiles)
    .route('/', sandboxPages(services))
    .get('*', async (c, next) => (await pages.answer(c.env.incoming as IncomingMessage, c.var.visit)) ?? next())
    .use(compress())
    .all('/api/*', (c) =>
      api.fetch(c.req.raw, { visit: c.var.visit, socketBody: c.env.incoming, isCutOff: cutOff(c.env.incoming) }),
    )
    .all('/functions/*', (c) => api.fetch(c.req.raw, { visit: c.var.visit, isCutOff: cutOff(c.env.incoming) }))
    .on('GET', documentPaths, (c) => api.fetch(c.req.raw, { visit: c.var.visit }))
    // Start calls functions of the server here. This application has none, and an unknown one would be an error.
    .all('/_serverFn/*', (c) => c.json(errorBody('not-found'), 404))
    .get('*', (c) => page(c.req.raw, c.var.visit))
    // A form that was sent before its page was alive comes back empty, ready to be filled in again.
    .post('*', (c) => {
      c.header('connection', 'close')
      return c.redirect(new URL(c.req.url).pathname.replace(/^\/+/, '/'), 303)
    })
    .all('*', (c) => c.json(errorBody('method-not-allowed'), 405, { allow: 'GET, HEAD', connection: 'close' }))
    .onError((error, c) => {
      if (cutOff(c.env.incoming)()) return c.json(errorBody('malformed'), 400)
      services.log.error({ err: error, requestId: c.var.requestId }, 'a request failed')
      return c.json(errorBody('unexpected'), 500)
    })
  /** Came over https to a site in production: what answers before the routes says it too. */
  const isHttps = (incoming: IncomingMessage) =>
    inProduction && visitOf(incoming, '', visits)?.origin.startsWith('https:') === true
  return { fetch, fromCache: pages.fromCache, isHttps, watch: metrics.watch, refused: metrics.refused }
}

/** Whether the client has left before all of its body had come: whatever reads that body then fails, and nobody is to blame. */
const cutOff = (incoming: HttpBindings['incoming']) => () => incoming.destroyed && !incoming.complete
