import { createMiddleware } from 'hono/factory'
import type { ApiEnv } from '#api/env.ts'
import { isFromSite } from '#api/same-origin.ts'
import { Refusal } from '#domain/refusal.ts'

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Accounts are for the site's own pages: also without a cookie, another page must not sign anybody in or up. What is
 * answered here is kept nowhere on the way.
 */
export const ownPages = createMiddleware<ApiEnv>(async (c, next) => {
  c.header('cache-control', 'no-store')
  if (!harmless.has(c.req.method) && !isFromSite(c.req.header('origin'), c.env.visit.origin))
    throw new Refusal('foreign-origin')
  await next()
})
