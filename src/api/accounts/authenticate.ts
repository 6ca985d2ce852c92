import { isSignedOutLocally, tokensOf } from '#api/accounts/cookies.ts'
import type { Visit } from '#api/env.ts'
import type { Actor } from '#domain/actor.ts'
import type { AccountKeys } from '#server/accounts/keys.ts'
import { whoIs } from '#server/accounts/who.ts'
import type { Database } from '#server/db/database.ts'

type Needs = { database: Database; keys: AccountKeys; clock: () => Date }

export const authenticate =
  ({ database, keys, clock }: Needs) =>
  (request: Request, { site, origin }: Visit): Promise<Actor> => {
    const bearer = /^Bearer +(.*)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    const session = isSignedOutLocally(request, origin) ? undefined : tokensOf(request, origin).session
    return whoIs(database, keys, site.siteId, { session, bearer }, clock())
  }
