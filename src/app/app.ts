import { randomBytes } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { createStartHandler, defaultStreamHandler, defineHandlerCallback } from '@tanstack/react-start/server'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { createApi } from '#api/api.ts'
import type { Visit } from '#api/env.ts'
import { errorBody } from '#api/errors.ts'
import { devMail } from '#app/dev-mail.ts'
import { health } from '#app/health.ts'
import type { House } from '#app/house.ts'
import { builtFiles } from '#app/http/built-files.ts'
import { loggedPath } from '#app/http/logged-path.ts'
import { pagePolicy, secure } from '#app/http/security-headers.ts'
import { siteImages } from '#app/http/site-images.ts'
import { trusting, visitOf } from '#app/http/visit.ts'
import { apiClient } from '#web/api-client.ts'

type AppEnv = { Bindings: HttpBindings; Variables: { visit: Visit } }

export function createApp(house: House) {
  const api = createApi(house)
  const visits = {
    sites: house.sites,
    proxies: trusting(house.config.TRUSTED_PROXIES),
    strangersWelcome: house.config.NODE_ENV === 'development',
  }

  const render = createStartHandler(
    defineHandlerCallback((context) => {
      // Start shows a loader's error on the page and tells nobody.
      for (const { status, error, routeId } of context.router.state.matches)
        if (status === 'error') house.log.error({ err: error, routeId }, 'a page failed')
      return defaultStreamHandler(context)
    }),
  )

  async function page(request: Request, visit: Visit): Promise<Response> {
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
    response.headers.set('content-security-policy', pagePolicy(nonce))
    return response
  }

  return new Hono<AppEnv>()
    .use(async (c, next) => {
      const began = performance.now()
      await next()
      secure(c.res.headers)
      const { visit } = c.var
      if (visit) c.header('x-request-id', visit.requestId)
      const facts = {
        requestId: visit?.requestId,
        site: visit?.site.name,
        method: c.req.method,
        path: loggedPath(c.req.path),
      }
      house.log.info({ ...facts, status: c.res.status, ms: Math.round(performance.now() - began) }, 'request')
    })
    .route('/', health(house))
    .use(async (c, next) => {
      const visit = visitOf(c.env.incoming, visits)
      if (!visit) return c.json(errorBody('unknown-host'), 421)
      c.set('visit', visit)
      await next()
    })
    .route('/', devMail(house))
    .route('/', siteImages(house.images))
    .route('/', builtFiles)
    .use(compress())
    .all('/api/*', (c) => api.fetch(c.req.raw, { visit: c.var.visit }))
    .all('/functions/*', (c) => api.fetch(c.req.raw, { visit: c.var.visit }))
    .all('*', (c) => page(c.req.raw, c.var.visit))
    .onError((error, c) => {
      house.log.error({ err: error, requestId: c.var.visit?.requestId }, 'a request failed')
      return c.json(errorBody('unexpected'), 500)
    })
}
