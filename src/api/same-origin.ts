import { createMiddleware } from 'hono/factory'
import type { ApiEnv, RequestContext } from '#api/env.ts'
import { Refusal } from '#domain/refusal.ts'
import { hostNamesOf, normalizeHostName } from '#domain/sites/host-name.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Requests that other programs send, signed or with a token of their own in the path. A path begins with one of these. */
const webhookPaths = ['/api/webhooks/']

/**
 * A browser adds its cookies to requests of any page, so a request with a cookie that changes something must come from
 * the site's own origin. A request without a cookie may leave the origin out, as programs do; one from a page of another
 * site is refused. A browser never adds a bearer token by itself: another site's page could send one only after a
 * preflight, which is never answered.
 */
export const refuseCrossOrigin = createMiddleware<ApiEnv>(async (c, next) => {
  if (!safeMethods.has(c.req.method)) {
    const origin = c.req.header('origin')
    const { requestContext } = c.env
    const carriesCookie = c.req.header('cookie') !== undefined
    if (carriesCookie ? !isFromSite(origin, requestContext.origin) : isCrossOrigin(c.req, origin, requestContext))
      throw new Refusal('foreign-origin')
  }
  await next()
})

export const isFromSite = (origin: string | undefined, site: string): boolean => origin?.toLowerCase() === site

type HonoRequestLike = { path: string; header: (name: string) => string | undefined }

function isCrossOrigin(
  request: HonoRequestLike,
  origin: string | undefined,
  { site, origin: own }: RequestContext,
): boolean {
  if (origin === undefined || isFromSite(origin, own)) return false
  if (webhookPaths.some((beginning) => request.path.startsWith(beginning))) return false
  if (/^Bearer\b/i.test(request.header('authorization') ?? '')) return false
  const [, host = ''] = /^https?:\/\/([^/]+)$/i.exec(origin) ?? []
  return !hostNamesOf(site).includes(normalizeHostName(host))
}
