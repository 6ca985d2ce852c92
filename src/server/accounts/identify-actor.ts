import type { Actor } from '#domain/actor.ts'
import { Refusal } from '#domain/refusal.ts'
import type { AccountKeys } from '#server/accounts/auth-context.ts'
import { applyDueRemovals } from '#server/accounts/removal.ts'
import { findLiveSession, type LiveSession, touchSession } from '#server/accounts/sessions.ts'
import { hashTokenIfValid, verifyBearerToken } from '#server/accounts/tokens.ts'
import type { Database } from '#server/db/database.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'

/** What a request authenticates with: the session cookie, or a bearer token that a page got from that session. */
export type Credentials = { session?: string | undefined; bearer?: string | undefined }

const visitor: Actor = { kind: 'visitor' }
/** `lastSeenAt` is written at most this often. */
const touchIntervalMs = 60_000

/**
 * Runs for every request, so a user who loses access loses it at once. A bearer token takes precedence over the session
 * cookie.
 */
export async function identifyActor(
  database: Database,
  keys: AccountKeys,
  siteId: string,
  { session, bearer }: Credentials,
  now: Date,
): Promise<Actor> {
  const lookup = sessionLookup(keys, siteId, { session, bearer }, now)
  if (!lookup) return visitor
  const inAuth = <T>(work: (tx: SiteTx) => Promise<T>) =>
    inSite(database, { websiteId: siteId, role: 'auth_service' }, work)
  let live = await inAuth((tx) => findLiveSession(tx, lookup, now))
  if (isRemovalDue(live, now)) {
    // A removal takes effect at its time, not when the sweep runs next.
    await inAuth((tx) => applyDueRemovals(tx, now)).catch(ignoreRefusal)
    live = await inAuth((tx) => findLiveSession(tx, lookup, now))
  }
  if (!live) return visitor
  if (+now - +live.lastSeenAt >= touchIntervalMs)
    await inAuth((tx) => touchSession(tx, live.id, now)).catch(ignoreRefusal)
  const { id: sessionId, userId } = live
  const hasAccess = live.hasAccess && !isRemovalDue(live, now)
  const person = { userId, sessionId, authenticatedBy: bearer === undefined ? 'session' : 'token' } as const
  if (live.limited) return { kind: 'limited', hasAccess, ...person }
  if (!hasAccess) return { kind: 'signed-in', ...person }
  return { kind: 'administrator', ...person, ...(live.hasPlatformAccess && { hasPlatformAccess: true }) }
}

function sessionLookup(keys: AccountKeys, siteId: string, { session, bearer }: Credentials, now: Date) {
  if (bearer === undefined) return session !== undefined && hashTokenIfValid(session) ? { token: session } : null
  const id = verifyBearerToken(keys, siteId, bearer, now)
  return id ? { id } : null
}

const isRemovalDue = (live: LiveSession | null, now: Date) => live?.accessEndsAt != null && live.accessEndsAt <= now

/** A write that is refused because the disk is full must not fail a request that only reads. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
