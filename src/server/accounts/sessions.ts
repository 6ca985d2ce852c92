import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import { accountRateLimits } from '#domain/accounts/limits.ts'
import { sessionLifetime } from '#domain/accounts/session.ts'
import { Refusal } from '#domain/refusal.ts'
import { type AuthContext, clientDetails, type SessionUser } from '#server/accounts/auth-context.ts'
import { accountLimitKey, enforceLimits } from '#server/accounts/rate-limits.ts'
import { platformAccess, sessions, users, userWebsiteAccess } from '#server/accounts/table.ts'
import { createDeviceCookie, hashToken, hashTokenIfValid, newToken } from '#server/accounts/tokens.ts'
import { type AccountCredentials, lockAccountRow } from '#server/accounts/users.ts'
import { recordActivity } from '#server/activity/record.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/** For the browser; the database has only the hash of the token. `device` is the new device cookie. */
export type NewSession = { token: string; remember: boolean; device: string }

/** Always under a new token: a session token that an attacker has planted in the browser stays worthless. */
export async function openSession(
  tx: SiteTx,
  auth: Pick<AuthContext, 'now' | 'device' | 'tokens' | 'keys'>,
  account: AccountCredentials,
  { remember, limited = false }: { remember: boolean; limited?: boolean },
): Promise<NewSession> {
  const { now, device } = auth
  const { id: userId, generation } = account
  await endSession(tx, auth.tokens.session)
  const token = newToken()
  const { whole, idle } = sessionLifetime(remember)
  await tx.insert(sessions).values({
    tokenHash: hashToken(token),
    userId,
    generation,
    remember,
    limited,
    device,
    expiresAt: new Date(+now + whole),
    idleExpiresAt: new Date(+now + idle),
    lastSeenAt: now,
    createdAt: now,
  })
  return { token, remember, device: createDeviceCookie(auth, account, 'signed-in') }
}

async function endSession(tx: SiteTx, token: string | undefined): Promise<string | undefined> {
  const hash = hashTokenIfValid(token)
  if (!hash) return
  const [ended] = await tx.delete(sessions).where(eq(sessions.tokenHash, hash)).returning({ userId: sessions.userId })
  return ended?.userId
}

export async function signOut(auth: AuthContext): Promise<void> {
  if (!hashTokenIfValid(auth.tokens.session)) return
  await auth.inSite(async (tx) => {
    const userId = await endSession(tx, auth.tokens.session)
    const details = clientDetails(auth)
    if (userId) await recordActivity(tx, { resourceType: 'account', action: 'signed_out', userId, details }, auth.now)
  })
}

/** Of the user's current generation, and not expired. */
const isLive = (now: Date) =>
  and(eq(sessions.generation, users.generation), gt(sessions.expiresAt, now), gt(sessions.idleExpiresAt, now))

export type LiveSession = {
  id: string
  userId: string
  hasAccess: boolean
  hasPlatformAccess: boolean
  limited: boolean
  /** When a requested removal takes effect. */
  accessEndsAt: Date | null
  lastSeenAt: Date
}

/** By the token of the session cookie, or by the id in a bearer token. */
export async function findLiveSession(
  tx: SiteTx,
  lookup: { token: string } | { id: string },
  now: Date,
): Promise<LiveSession | null> {
  const hash = 'token' in lookup ? hashTokenIfValid(lookup.token) : null
  if ('token' in lookup && !hash) return null
  const [found] = await tx
    .select({
      id: sessions.id,
      userId: sessions.userId,
      lastSeenAt: sessions.lastSeenAt,
      limited: sessions.limited,
      hasAccess: sql<boolean>`${userWebsiteAccess.userId} is not null`,
      accessEndsAt: userWebsiteAccess.removalAt,
      hasPlatformAccess: sql<boolean>`${platformAccess.userId} is not null`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(userWebsiteAccess, eq(userWebsiteAccess.userId, sessions.userId))
    .leftJoin(platformAccess, eq(platformAccess.userId, sessions.userId))
    .where(and('id' in lookup ? eq(sessions.id, lookup.id) : eq(sessions.tokenHash, hash!), isLive(now)))
  return found ?? null
}

/** Extends the idle time of a session in use, never beyond its whole lifetime. */
export async function touchSession(tx: SiteTx, id: string, now: Date): Promise<void> {
  const idleEnd = (remember: boolean) => `${new Date(+now + sessionLifetime(remember).idle).toISOString()}`
  const ends = sql`case when ${sessions.remember} then ${idleEnd(true)}::timestamptz else ${idleEnd(false)}::timestamptz end`
  await tx
    .update(sessions)
    .set({ lastSeenAt: now, idleExpiresAt: sql`least(${sessions.expiresAt}, ${ends})` })
    .where(eq(sessions.id, id))
}

export type ListedSession = { id: string; device: string; lastSeenAt: Date; createdAt: Date; current: boolean }

export function listSessions(auth: AuthContext, { userId, sessionId }: SessionUser): Promise<ListedSession[]> {
  return auth.inSite(async (tx) => {
    const { id, device, lastSeenAt, createdAt } = sessions
    const found = await tx
      .select({ id, device, lastSeenAt, createdAt })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.userId, userId), isLive(auth.now)))
      .orderBy(desc(lastSeenAt))
      .limit(100)
    return found.map((session) => ({ ...session, current: session.id === sessionId }))
  })
}

/**
 * Every command of users on their own account calls this first. The session was live when the request came in; while it
 * waited for the lock, another request may have ended it.
 */
export async function lockOwnAccountRow(
  tx: SiteTx,
  { now }: Pick<AuthContext, 'now'>,
  person: SessionUser,
): Promise<AccountCredentials> {
  const account = await lockAccountRow(tx, person.userId)
  const live = await findLiveSession(tx, { id: person.sessionId }, now)
  if (live?.userId !== account.id) throw new Refusal('no-session')
  return account
}

/**
 * Ends all other sessions of a user, on the other websites too. The caller has locked the account and knows that the
 * session to keep is live: `lockOwnAccount` does both.
 */
export async function endOtherSessions(tx: SiteTx, userId: string, keep?: string): Promise<number> {
  const [user] = await tx
    .update(users)
    .set({ generation: sql`${users.generation} + 1` })
    .where(eq(users.id, userId))
    .returning({ generation: users.generation })
  const others = and(eq(sessions.userId, userId), keep ? ne(sessions.id, keep) : undefined)
  const ended = await tx.delete(sessions).where(others).returning({ id: sessions.id })
  if (keep) await tx.update(sessions).set({ generation: user!.generation }).where(eq(sessions.id, keep))
  return ended.length
}

/** After a second factor was set up or a new password set, a session opened by a recovery code is like any other. */
export async function liftSessionLimits(tx: SiteTx, sessionId: string): Promise<void> {
  await tx.update(sessions).set({ limited: false }).where(eq(sessions.id, sessionId))
}

/** Ends one of the user's own sessions on this website. */
export function endOwnSession(auth: AuthContext, person: SessionUser, id: string): Promise<void> {
  return auth.inSite(async (tx) => {
    const { id: userId } = await lockOwnAccountRow(tx, auth, person)
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
      .returning({ device: sessions.device })
    if (!ended.length) throw new Refusal('not-found')
    const details = { device: ended[0]!.device }
    await recordActivity(tx, { resourceType: 'account', action: 'session_ended', userId, details }, auth.now)
  })
}

/** Limited per session: the holder of a stolen session cannot use up the owner's attempts. */
export async function signOutElsewhere(auth: AuthContext, person: SessionUser): Promise<number> {
  const { userId, sessionId } = person
  await enforceLimits(auth, [accountLimitKey(auth, accountRateLimits.endOthersOfSession, sessionId)])
  return auth.inSite(async (tx) => {
    await lockOwnAccountRow(tx, auth, person)
    const ended = await endOtherSessions(tx, userId, sessionId)
    const details = clientDetails(auth)
    await recordActivity(tx, { resourceType: 'account', action: 'other_sessions_ended', userId, details }, auth.now)
    return ended
  })
}

/** Ends a session after too many failed confirmations in it. */
export function endSessionAfterFailures(auth: AuthContext, { userId, sessionId }: SessionUser): Promise<void> {
  return auth.inSite(async (tx) => {
    const ended = await tx.delete(sessions).where(eq(sessions.id, sessionId)).returning({ id: sessions.id })
    const details = { byForce: true, ...clientDetails(auth) }
    if (ended.length)
      await recordActivity(tx, { resourceType: 'account', action: 'signed_out', userId, details }, auth.now)
  })
}
