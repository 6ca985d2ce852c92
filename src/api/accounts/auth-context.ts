import { tokensOf } from '#api/accounts/cookies.ts'
import type { Visit } from '#api/env.ts'
import { deviceWords } from '#domain/accounts/device.ts'
import type { AuthContext, AuthDeps } from '#server/accounts/auth-context.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'

type Needs = { database: Database; accounts: AuthDeps; visit: Visit; origin: string; now: Date }

/** The desk as one request finds it. */
export function createAuthContext(request: Request, { database, accounts, visit, origin, now }: Needs): AuthContext {
  const { siteId, name, locale, security } = visit.site
  return {
    ...accounts,
    site: { siteId, name, locale, origin, passwords: security.passwordRequirements },
    now,
    inSite: (work) => inSite(database, { websiteId: siteId, role: 'auth_service' }, work),
    address: visit.address,
    device: deviceWords(request.headers.get('user-agent') ?? ''),
    tokens: tokensOf(request, visit.origin),
  }
}
