import { randomBytes, randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { createStartHandler, defaultStreamHandler, defineHandlerCallback } from '@tanstack/react-start/server'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { createApi } from '#api/api.ts'
import { documentPaths } from '#api/documents.ts'
import type { Visit } from '#api/env.ts'
import { errorBody } from '#api/errors.ts'
import { devMail } from '#app/dev-mail.ts'
import { health } from '#app/health.ts'
import type { House } from '#app/house.ts'
import { builtFiles } from '#app/http/built-files.ts'
import { loggedPath } from '#app/http/logged-path.ts'
import { mediaFiles } from '#app/http/media-files.ts'
import { previews } from '#app/http/previews.ts'
import { sandboxPages } from '#app/http/sandbox-pages.ts'
import { pagePolicy, secure } from '#app/http/security-headers.ts'
import { siteImages } from '#app/http/site-images.ts'
import { trusting, visitOf } from '#app/http/visit.ts'
import { apiClient } from '#web/api-client.ts'

type AppEnv = { Bindings: HttpBindings; Variables: { requestId: string; visit: Visit } }

export function createApp(house: House) {
  const api = createApi(house)
  const visits = {
    sites: house.sites,
    proxies: trusting(house.config.TRUSTED_PROXIES),
    strangersWelcome: house.config.NODE_ENV === 'development',
  }

  const requestIds = new WeakMap<Request, string>()
  const render = createStartHandler(
    defineHandlerCallback((context) => {
      // Start shows a loader's error on the page and tells nobody.
      for (const { status, error, routeId } of context.router.state.matches)
        if (status === 'error')
          house.log.error({ err: error, routeId, requestId: requestIds.get(context.request) }, 'a page failed')
      return defaultStreamHandler(context)
    }),
  )

  async function page(request: Request, visit: Visit): Promise<Response> {
    requestIds.set(request, visit.requestId)
    const nonce = randomBytes(16).toString('base64')
    const cookie = request.headers.get('cookie')
    const cookies: string[] = []
    const inProcess = async (input: RequestInfo | URL, init?: RequestInit) => {
      const asked = new Request(input, init)
      if (cookie) asked.headers.set('cookie', cookie)
      const answer = await api.fetch(asked, { visit })
      cookies.push(...answer.headers.getSetCookie())
      return answer
    }
    const response = await render(request, { context: { nonce, api: apiClient(visit.origin, inProcess) } })
    for (const value of cookies) response.headers.append('set-cookie', value)
    response.headers.set(
      'content-security-policy',
      pagePolicy(nonce, { turnstile: house.config.TURNSTILE_SITE_KEY !== undefined }),
    )
    return response
  }

  return (
    new Hono<AppEnv>()
      .use(async (c, next) => {
        const began = performance.now()
        const requestId = randomUUID()
        c.set('requestId', requestId)
        await next()
        secure(c.res.headers)
        c.header('x-request-id', requestId)
        const facts = {
          requestId,
          site: c.var.visit?.site.name,
          method: c.req.method,
          path: loggedPath(c.req.path),
        }
        house.log.info({ ...facts, status: c.res.status, ms: Math.round(performance.now() - began) }, 'request')
      })
      .route('/', health(house))
      .use(async (c, next) => {
        const visit = visitOf(c.env.incoming, c.var.requestId, visits)
        if (!visit) return c.json(errorBody('unknown-host'), 421)
        c.set('visit', visit)
        await next()
      })
      .route('/', devMail(house))
      .route('/', siteImages(house.images))
      .route('/', mediaFiles({ find: house.findMediaFile, store: house.files.store }))
      .route('/', previews({ find: house.findClip, store: house.files.store }))
      .route('/', builtFiles)
      .route('/', sandboxPages(house))
      .use(compress())
      .all('/api/*', (c) => api.fetch(c.req.raw, { visit: c.var.visit, socketBody: c.env.incoming }))
      .all('/functions/*', (c) => api.fetch(c.req.raw, { visit: c.var.visit }))
      .on('GET', documentPaths, (c) => api.fetch(c.req.raw, { visit: c.var.visit }))
      .get('*', (c) => page(c.req.raw, c.var.visit))
      // A form that was sent before its page was alive comes back empty, ready to be filled in again.
      .post('*', (c) => {
        c.header('connection', 'close')
        return c.redirect(new URL(c.req.url).pathname.replace(/^\/+/, '/'), 303)
      })
      .all('*', (c) => c.json(errorBody('method-not-allowed'), 405, { allow: 'GET, HEAD', connection: 'close' }))
      .onError((error, c) => {
        house.log.error({ err: error, requestId: c.var.requestId }, 'a request failed')
        return c.json(errorBody('unexpected'), 500)
      })
  )
}
