import { createMiddleware } from 'hono/factory'
import type { ApiEnv, RequestContext } from '#api/env.ts'
import { Refusal } from '#domain/refusal.ts'
import { hostName, hostsOf } from '#domain/sites/host-name.ts'

const harmless = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Requests that other programs send, signed or with a token of their own in the path. A path begins with one of these. */
const sentByPrograms = ['/api/webhooks/']

/**
 * A browser adds its cookies to whatever page asks it to; so a request that carries one and changes something must say
 * that it comes from the site itself. Without a cookie it may leave the origin out, as programs do, and a page of another
 * site is refused all the same. A bearer key does not come from a browser on its own: another site's page could send one
 * only after a preflight, which is never answered.
 */
export const sameOrigin = createMiddleware<ApiEnv>(async (c, next) => {
  if (!harmless.has(c.req.method)) {
    const origin = c.req.header('origin')
    const { requestContext } = c.env
    const carriesCookie = c.req.header('cookie') !== undefined
    if (carriesCookie ? !isFromSite(origin, requestContext.origin) : isForeign(c.req, origin, requestContext))
      throw new Refusal('foreign-origin')
  }
  await next()
})

export const isFromSite = (origin: string | undefined, site: string): boolean => origin?.toLowerCase() === site

type Asked = { path: string; header: (name: string) => string | undefined }

function isForeign(asked: Asked, origin: string | undefined, { site, origin: own }: RequestContext): boolean {
  if (origin === undefined || isFromSite(origin, own)) return false
  if (sentByPrograms.some((beginning) => asked.path.startsWith(beginning))) return false
  if (/^Bearer\b/i.test(asked.header('authorization') ?? '')) return false
  const [, host = ''] = /^https?:\/\/([^/]+)$/i.exec(origin) ?? []
  return !hostsOf(site).includes(hostName(host))
}
