import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { isSignedOutLocally, readTokens } from '#api/accounts/cookies.ts'
import type { ApiEnv, RequestContext } from '#api/env.ts'
import { isFromSite } from '#api/same-origin.ts'
import { describeUserAgent } from '#domain/accounts/session.ts'
import type { Actor } from '#domain/actor.ts'
import { Refusal } from '#domain/refusal.ts'
import type { AccountKeys, AuthContext, AuthDeps, SessionUser } from '#server/accounts/auth-context.ts'
import { identifyActor } from '#server/accounts/identify-actor.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'

type AuthContextOptions = {
  database: Database
  accounts: AuthDeps
  requestContext: RequestContext
  origin: string
  now: Date
}

export function createAuthContext(
  request: Request,
  { database, accounts, requestContext, origin, now }: AuthContextOptions,
): AuthContext {
  const { siteId, name, locale, security } = requestContext.site
  return {
    ...accounts,
    site: { siteId, name, locale, origin, passwords: security.passwordRequirements },
    now,
    inSite: (work) => inSite(database, { websiteId: siteId, role: 'auth_service' }, work),
    address: requestContext.address,
    device: describeUserAgent(request.headers.get('user-agent') ?? ''),
    tokens: readTokens(request, requestContext.origin),
  }
}

type AuthenticateDeps = { database: Database; keys: AccountKeys; clock: () => Date }

export const createAuthenticator =
  ({ database, keys, clock }: AuthenticateDeps) =>
  (request: Request, { site, origin }: RequestContext): Promise<Actor> => {
    const bearer = /^Bearer +(.*)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    const session = isSignedOutLocally(request, origin) ? undefined : readTokens(request, origin).session
    return identifyActor(database, keys, site.siteId, { session, bearer }, clock())
  }

/** The signed-in user, on a route that is for signed-in users only. */
export function requireSessionUser(c: Context<ApiEnv>): SessionUser {
  const { actor } = c.var
  if (actor.kind === 'visitor') throw new Refusal('not-signed-in')
  const { userId, sessionId } = actor
  return { userId, sessionId }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * For the site's own pages only: another website must not sign a visitor in or up, even without a cookie. Answers are
 * not stored by any cache.
 */
export const requireSameOrigin = createMiddleware<ApiEnv>(async (c, next) => {
  c.header('cache-control', 'no-store')
  if (!safeMethods.has(c.req.method) && !isFromSite(c.req.header('origin'), c.env.requestContext.origin))
    throw new Refusal('foreign-origin')
  await next()
})
