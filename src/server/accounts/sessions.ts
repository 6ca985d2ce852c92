import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import { sessionLifetime } from '#domain/accounts/lifetimes.ts'
import { limits } from '#domain/accounts/limits.ts'
import { Refusal } from '#domain/refusal.ts'
import type { AuthContext, Person } from '#server/accounts/auth-context.ts'
import { knownDevice } from '#server/accounts/device.ts'
import { sessions, users, userWebsiteAccess } from '#server/accounts/table.ts'
import { hashOf, newToken, tokenHash } from '#server/accounts/tokens.ts'
import { counting, countTry } from '#server/accounts/tries.ts'
import { type Account, lockedAccount } from '#server/accounts/users.ts'
import { record } from '#server/activity/actions.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/** For the browser; the database knows only the hash of the token. `device` is what it is known by from now on. */
export type OpenedSession = { token: string; remember: boolean; device: string }

/** Always under a new token, so that one which somebody else has put into the browser is of no use to them. */
export async function openSession(
  tx: SiteTx,
  auth: Pick<AuthContext, 'now' | 'device' | 'tokens' | 'keys'>,
  account: Account,
  { remember, limited = false }: { remember: boolean; limited?: boolean },
): Promise<OpenedSession> {
  const { now, device } = auth
  const { id: userId, generation } = account
  await endSession(tx, auth.tokens.session)
  const token = newToken()
  const { whole, idle } = sessionLifetime(remember)
  await tx.insert(sessions).values({
    tokenHash: tokenHash(token),
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
  return { token, remember, device: knownDevice(auth, account, 'signed-in') }
}

async function endSession(tx: SiteTx, token: string | undefined): Promise<string | undefined> {
  const hash = hashOf(token)
  if (!hash) return
  const [ended] = await tx.delete(sessions).where(eq(sessions.tokenHash, hash)).returning({ userId: sessions.userId })
  return ended?.userId
}

export async function signOut(auth: AuthContext): Promise<void> {
  if (!hashOf(auth.tokens.session)) return
  await auth.inSite(async (tx) => {
    const userId = await endSession(tx, auth.tokens.session)
    if (userId) await record(tx, { resourceType: 'account', action: 'signed_out', userId }, auth.now)
  })
}

/** Of the person's current generation, and not over. */
const isLiving = (now: Date) =>
  and(eq(sessions.generation, users.generation), gt(sessions.expiresAt, now), gt(sessions.idleExpiresAt, now))

export type LivingSession = {
  id: string
  userId: string
  hasAccess: boolean
  limited: boolean
  /** When a removal that somebody has asked for takes effect. */
  accessEndsAt: Date | null
  lastSeenAt: Date
}

/** By the token of a browser, or by the id that a bearer token carries. */
export async function livingSession(
  tx: SiteTx,
  by: { token: string } | { id: string },
  now: Date,
): Promise<LivingSession | null> {
  const hash = 'token' in by ? hashOf(by.token) : null
  if ('token' in by && !hash) return null
  const [found] = await tx
    .select({
      id: sessions.id,
      userId: sessions.userId,
      lastSeenAt: sessions.lastSeenAt,
      limited: sessions.limited,
      hasAccess: sql<boolean>`${userWebsiteAccess.userId} is not null`,
      accessEndsAt: userWebsiteAccess.removalAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(userWebsiteAccess, eq(userWebsiteAccess.userId, sessions.userId))
    .where(and('id' in by ? eq(sessions.id, by.id) : eq(sessions.tokenHash, hash!), isLiving(now)))
  return found ?? null
}

/** A session that is used goes on, but never beyond its whole lifetime. */
export async function markSeen(tx: SiteTx, id: string, now: Date): Promise<void> {
  const idleEnd = (remember: boolean) => `${new Date(+now + sessionLifetime(remember).idle).toISOString()}`
  const ends = sql`case when ${sessions.remember} then ${idleEnd(true)}::timestamptz else ${idleEnd(false)}::timestamptz end`
  await tx
    .update(sessions)
    .set({ lastSeenAt: now, idleExpiresAt: sql`least(${sessions.expiresAt}, ${ends})` })
    .where(eq(sessions.id, id))
}

export type ListedSession = { id: string; device: string; lastSeenAt: Date; createdAt: Date; current: boolean }

export function listSessions(auth: AuthContext, { userId, sessionId }: Person): Promise<ListedSession[]> {
  return auth.inSite(async (tx) => {
    const { id, device, lastSeenAt, createdAt } = sessions
    const found = await tx
      .select({ id, device, lastSeenAt, createdAt })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.userId, userId), isLiving(auth.now)))
      .orderBy(desc(lastSeenAt))
      .limit(100)
    return found.map((session) => ({ ...session, current: session.id === sessionId }))
  })
}

/**
 * Whatever people do to their own account begins with this. The session was living when the request came in; while it
 * waited for the account, another one may have ended it.
 */
export async function lockedOwn(tx: SiteTx, { now }: Pick<AuthContext, 'now'>, person: Person): Promise<Account> {
  const account = await lockedAccount(tx, person.userId)
  const living = await livingSession(tx, { id: person.sessionId }, now)
  if (living?.userId !== account.id) throw new Refusal('no-session')
  return account
}

/**
 * Ends all other sessions of a person, also on the other websites. Whoever calls this has locked the account, and knows
 * that the session to keep is a living one: `lockedOwn` sees to both.
 */
export async function endOthers(tx: SiteTx, userId: string, keep?: string): Promise<number> {
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

/** There is a second factor or a new password again: the session that a recovery code opened is like any other. */
export async function liftLimit(tx: SiteTx, sessionId: string): Promise<void> {
  await tx.update(sessions).set({ limited: false }).where(eq(sessions.id, sessionId))
}

/** One of a person's sessions on this website. */
export function endOwnSession(auth: AuthContext, person: Person, id: string): Promise<void> {
  return auth.inSite(async (tx) => {
    const { id: userId } = await lockedOwn(tx, auth, person)
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
      .returning({ device: sessions.device })
    if (!ended.length) throw new Refusal('not-found')
    const about = { resourceType: 'account', action: 'session_ended', userId } as const
    await record(tx, { ...about, details: { device: ended[0]!.device } }, auth.now)
  })
}

/** Limited for each session: somebody who has got hold of one cannot keep the owner from using theirs. */
export async function signOutElsewhere(auth: AuthContext, person: Person): Promise<number> {
  const { userId, sessionId } = person
  await countTry(auth, [counting(auth, limits.endOthersOfSession, sessionId)])
  return auth.inSite(async (tx) => {
    await lockedOwn(tx, auth, person)
    const ended = await endOthers(tx, userId, sessionId)
    await record(tx, { resourceType: 'account', action: 'other_sessions_ended', userId }, auth.now)
    return ended
  })
}

/** For somebody who has tried too often to confirm who they are. */
export function endByForce(auth: AuthContext, { userId, sessionId }: Person): Promise<void> {
  return auth.inSite(async (tx) => {
    const ended = await tx.delete(sessions).where(eq(sessions.id, sessionId)).returning({ id: sessions.id })
    const details = { byForce: true, address: auth.address }
    if (ended.length) await record(tx, { resourceType: 'account', action: 'signed_out', userId, details }, auth.now)
  })
}
