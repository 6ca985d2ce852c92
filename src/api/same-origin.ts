import { createMiddleware } from 'hono/factory'
import type { ApiEnv } from '#api/env.ts'
import { Refusal } from '#domain/refusal.ts'

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A browser adds its cookies to whatever page asks it to; so a request that carries one and changes something must say
 * that it comes from the site itself. Calls with a bearer token and webhooks carry no cookie.
 */
export const sameOrigin = createMiddleware<ApiEnv>(async (c, next) => {
  const carriesCookie = c.req.header('cookie') !== undefined
  if (!harmless.has(c.req.method) && carriesCookie && !isFromSite(c.req.header('origin'), c.env.visit.origin))
    throw new Refusal('foreign-origin')
  await next()
})

export const isFromSite = (origin: string | undefined, site: string): boolean => origin?.toLowerCase() === site
