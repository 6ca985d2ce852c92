import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { createMiddleware } from 'hono/factory'
import type { z } from 'zod'
import { createApi } from '#api/api.ts'
import type { RequestContext } from '#api/env.ts'
import { errorBody } from '#api/errors.ts'
import { documentPaths } from '#api/site/feeds-and-sitemap.ts'
import type { PublicSiteAnswer } from '#api/site/public-site.ts'
import { devMailRoutes } from '#app/http/dev-mail.ts'
import { builtFileRoutes } from '#app/http/files/built-files.ts'
import { mediaFileRoutes } from '#app/http/files/media-files.ts'
import { previewClipRoutes } from '#app/http/files/preview-clips.ts'
import { writeToSocket } from '#app/http/files/send-file.ts'
import { siteImageRoutes } from '#app/http/files/site-images.ts'
import { healthRoutes } from '#app/http/health.ts'
import { redactPath } from '#app/http/log-redaction.ts'
import { createMetrics, metricsRoute } from '#app/http/metrics.ts'
import { hasSessionCookie } from '#app/http/pages/cacheable-address.ts'
import { compressPage } from '#app/http/pages/encoded-page.ts'
import { createCachedPageServer } from '#app/http/pages/serve-cached-page.ts'
import { allowPublicRevalidation } from '#app/http/public-revalidation.ts'
import {
  canonicalUrlOf,
  createTrustedProxyCheck,
  type RequestContextDeps,
  requestContextOf,
} from '#app/http/request-context.ts'
import { pathKindOf } from '#app/http/request-kind.ts'
import { sandboxPageRoutes } from '#app/http/sandbox-pages.ts'
import { noIndexHeader, pageCsp, previewHeaders, setSecurityHeaders } from '#app/http/security-headers.ts'
import { tlsAllowedRoutes } from '#app/http/tls-allowed.ts'
import { closedSiteResponse, unknownHostResponse } from '#app/http/unserved-host.ts'
import { createRenderer } from '#app/rendering.ts'
import type { Services } from '#app/services.ts'
import { draftPreviewId, parsePreviewPath } from '#domain/site-editor/preview.ts'
import type { Site } from '#domain/sites/site.ts'
import { inSite } from '#server/db/in-site.ts'
import { readCurrentSite } from '#server/site-editor/current-site.ts'

type AppEnv = { Bindings: HttpBindings; Variables: { requestId: string; requestContext: RequestContext } }

export function createApp(services: Services) {
  const api = createApi(services)
  const contextDeps = {
    sites: services.sites,
    proxies: createTrustedProxyCheck(services.config.TRUSTED_PROXIES),
    fallbackToDefaultSite: services.config.NODE_ENV === 'development',
  }

  const inProduction = services.config.NODE_ENV === 'production'
  const metrics = createMetrics()
  const render = createRenderer(services, api)
  const pages = createCachedPageServer({ services, render, contextDeps, metrics })

  const currentSite = (starter: Site): Promise<Site> =>
    inSite(services.database, { websiteId: starter.siteId, role: 'visitor' }, async (tx) => {
      const { site } = await readCurrentSite(tx, starter)
      return site
    })

  /** As pages name it: what is published, or the file of the site's folder. */
  async function iconOf(requestContext: RequestContext): Promise<string | null> {
    const actor = Promise.resolve({ kind: 'visitor' } as const)
    const answer = await api.fetch(new Request(`${requestContext.origin}/api/site`), { requestContext, actor })
    if (!answer.ok) return null
    const { icons } = (await answer.json()) as z.output<typeof PublicSiteAnswer>
    return icons.tab ?? icons.png ?? null
  }

  const { fetch } = new Hono<AppEnv>()
    .use(logAndMeasure(services, metrics))
    .route('/', healthRoutes(services))
    .route('/', metricsRoute(metrics, { services, pages }))
    .route('/', tlsAllowedRoutes({ sites: services.sites, isProxy: contextDeps.proxies }))
    .use(selectSiteByHost(services, contextDeps))
    .route('/', devMailRoutes(services))
    .route('/', siteImageRoutes({ ...services.images, mailLogos: services.mailLogos, iconOf }))
    .route('/', mediaFileRoutes({ find: services.findMediaFile, store: services.files.store }))
    .route('/', previewClipRoutes({ find: services.findClip, store: services.files.store }))
    .route('/', builtFileRoutes())
    .route('/', sandboxPageRoutes({ ...services, currentSite }))
    .get(
      '*',
      async (c, next) => (await pages.answer(c.env.incoming as IncomingMessage, c.var.requestContext)) ?? next(),
    )
    .use(compress())
    .get('/api/*', allowPublicRevalidation)
    .all('/api/*', (c) =>
      api.fetch(c.req.raw, {
        requestContext: c.var.requestContext,
        socketBody: c.env.incoming,
        isCutOff: createDisconnectCheck(c.env.incoming),
      }),
    )
    .all('/functions/*', (c) =>
      api.fetch(c.req.raw, { requestContext: c.var.requestContext, isCutOff: createDisconnectCheck(c.env.incoming) }),
    )
    .on('GET', documentPaths, (c) => api.fetch(c.req.raw, { requestContext: c.var.requestContext }))
    // Start's server functions live here. This application has none, and Start would fail on an unknown one.
    .all('/_serverFn/*', (c) => c.json(errorBody('not-found'), 404))
    .get('*', uncachedPage({ render, pages, config: services.config }))
    .post('*', redirectFormWithoutScripts)
    .all('*', (c) => c.json(errorBody('method-not-allowed'), 405, { allow: 'GET, HEAD', connection: 'close' }))
    .onError((error, c) => {
      if (createDisconnectCheck(c.env.incoming)()) return c.json(errorBody('malformed'), 400)
      services.log.error({ err: error, requestId: c.var.requestId }, 'request failed')
      return c.json(errorBody('unexpected'), 500)
    })
  /** For answers that are sent before any route runs. */
  const isHttps = (incoming: IncomingMessage) =>
    inProduction && requestContextOf(incoming, '', contextDeps)?.origin.startsWith('https:') === true
  const { fromCache, answerKnown } = pages
  return { fetch, fromCache, answerKnown, isHttps, watch: metrics.watch, refused: metrics.refused }
}

/** Sets the request context of the website that the host names; refuses unknown hosts and closed sites. */
function selectSiteByHost({ config, sites }: Services, contextDeps: RequestContextDeps) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const requestContext = requestContextOf(c.env.incoming, c.var.requestId, contextDeps)
    const accept = c.req.header('accept')
    if (!requestContext) return unknownHostResponse(accept, { staging: config.STAGING })
    c.set('requestContext', requestContext)
    // Webhooks of payments that began before still arrive.
    const isWebhook = c.req.path.startsWith('/api/webhooks/')
    if (sites.isClosed(requestContext.site.siteId) && !isWebhook)
      return closedSiteResponse(accept, { staging: config.STAGING })
    const isProduction = config.NODE_ENV === 'production'
    const canonical = isProduction && canonicalUrlOf(c.env.incoming as IncomingMessage, requestContext)
    if (canonical) return c.redirect(canonical, 308)
    return next()
  })
}

/** Gives each request its id, adds the headers of every response, logs and measures it. */
function logAndMeasure({ config, log }: Services, metrics: ReturnType<typeof createMetrics>) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const began = performance.now()
    const requestId = randomUUID()
    c.set('requestId', requestId)
    await next()
    const isHttps = config.NODE_ENV === 'production' && c.var.requestContext?.origin.startsWith('https:')
    setSecurityHeaders(c.res.headers, { https: isHttps })
    c.header('x-request-id', requestId)
    if (config.STAGING) c.header(...noIndexHeader)
    const facts = {
      requestId,
      site: c.var.requestContext?.site.name,
      method: c.req.method,
      path: redactPath(c.req.path),
    }
    const ms = performance.now() - began
    log.request({ ...facts, status: c.res.status, ms: Math.round(ms) })
    metrics.request(pathKindOf(c.req.path), c.res.status, ms)
    const answer = writeToSocket(c.res, c.env?.outgoing)
    // Hono would merge the headers of both otherwise.
    c.res = undefined
    c.res = answer
  })
}

/** A page that is rendered for one visitor, or that is not cacheable. */
function uncachedPage({ render, pages, config: { TURNSTILE_SITE_KEY } }: UncachedPageDeps) {
  return async (c: Context<AppEnv>): Promise<Response> => {
    const began = performance.now()
    const cookie = c.req.raw.headers.get('cookie')
    const { requestContext } = c.var
    const incoming = c.env.incoming as IncomingMessage
    const withoutNotFoundPage = pages.hasSharedNotFoundPage(incoming, requestContext)
    const { response, nonce } = await render(acceptingHtml(c.req.raw), requestContext, cookie, { withoutNotFoundPage })
    if (withoutNotFoundPage && response.status === 404) return pages.notFound(incoming, requestContext)
    const { headers } = response
    const preview = parsePreviewPath(new URL(c.req.url).pathname)
    const turnstile = TURNSTILE_SITE_KEY !== undefined
    headers.set('content-security-policy', pageCsp(nonce, { turnstile, isFramed: preview?.key === draftPreviewId }))
    if (preview) for (const [name, value] of previewHeaders(preview)) headers.set(name, value)
    else if (hasSessionCookie(cookie)) headers.set('cache-control', 'no-store')
    else if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache')
    headers.append('vary', 'Cookie')
    headers.set('server-timing', `cache;desc=bypass, render;dur=${(performance.now() - began).toFixed(1)}`)
    return compressPage(response, c.req.raw.headers.get('accept-encoding') ?? undefined)
  }
}

type UncachedPageDeps = {
  render: ReturnType<typeof createRenderer>
  pages: ReturnType<typeof createCachedPageServer>
  config: Services['config']
}

/** A form that was submitted without scripts comes back empty. Of the query only `from` stays, where a sign-in leads. */
function redirectFormWithoutScripts(c: Context<AppEnv>): Response {
  c.header('connection', 'close')
  const { pathname, searchParams } = new URL(c.req.url)
  const from = searchParams.get('from')
  return c.redirect(pathname.replace(/^\/+/, '/') + (from ? `?${new URLSearchParams({ from })}` : ''), 303)
}

/** Pages are HTML for every client, cached or not. Start would refuse one that accepts other types only. */
function acceptingHtml(request: Request): Request {
  const accepted = request.headers.get('accept')
  if (!accepted || /(^|,)\s*(\*\/\*|text\/html)/.test(accepted)) return request
  const headers = new Headers(request.headers)
  headers.set('accept', 'text/html')
  return new Request(request, { headers })
}

/** Whether the client disconnected before its body was complete. Reading the body then fails, which is no error of ours. */
const createDisconnectCheck = (incoming: HttpBindings['incoming']) => () => incoming.destroyed && !incoming.complete
