import type { Actor } from '#domain/actor.ts'
import { Refusal } from '#domain/refusal.ts'
import { sessionOfBearer } from '#server/accounts/bearer.ts'
import type { AccountKeys } from '#server/accounts/keys.ts'
import { applyDueRemovals } from '#server/accounts/removal.ts'
import { type LivingSession, livingSession, markSeen } from '#server/accounts/sessions.ts'
import { hashOf } from '#server/accounts/tokens.ts'
import type { Database } from '#server/db/database.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'

/** What a request shows: the session of a browser, or a bearer token that a page got from it. */
export type Shown = { session?: string | undefined; bearer?: string | undefined }

const nobody: Actor = { kind: 'visitor' }
/** Being seen is written down at most this often. */
const seenEvery = 60_000

/** Asked for every request anew, so whoever is shut out is out at once. Whoever shows a bearer token is judged by it. */
export async function whoIs(
  database: Database,
  keys: AccountKeys,
  siteId: string,
  { session, bearer }: Shown,
  now: Date,
): Promise<Actor> {
  const named = bearer === undefined ? null : sessionOfBearer(keys, siteId, bearer, now)
  const by = bearer === undefined ? (hashOf(session) ? { token: session! } : null) : named ? { id: named } : null
  if (!by) return nobody
  const atDesk = <T>(work: (tx: SiteTx) => Promise<T>) =>
    inSite(database, { websiteId: siteId, role: 'auth_service' }, work)
  let living = await atDesk((tx) => livingSession(tx, by, now))
  if (isRemovalDue(living, now)) {
    // A removal takes effect at its moment, not when housekeeping comes by.
    await atDesk((tx) => applyDueRemovals(tx, now)).catch(unlessRefused)
    living = await atDesk((tx) => livingSession(tx, by, now))
  }
  if (!living) return nobody
  if (+now - +living.lastSeenAt >= seenEvery) await atDesk((tx) => markSeen(tx, living.id, now)).catch(unlessRefused)
  const { id: sessionId, userId } = living
  const hasAccess = living.hasAccess && !isRemovalDue(living, now)
  const person = { userId, sessionId, shownBy: bearer === undefined ? 'session' : 'token' } as const
  if (living.limited) return { kind: 'limited', hasAccess, ...person }
  return { kind: hasAccess ? 'administrator' : 'signed-in', ...person }
}

const isRemovalDue = (living: LivingSession | null, now: Date) =>
  living?.accessEndsAt != null && living.accessEndsAt <= now

/** A full disk keeps nobody from reading. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
