import { and, asc, eq, getTableColumns, gt, or, type SQL } from 'drizzle-orm'
import { limits } from '#domain/accounts/limits.ts'
import { removalTakesEffect } from '#domain/accounts/removal.ts'
import { Refusal } from '#domain/refusal.ts'
import {
  accessEndedMail,
  accessMails,
  emailOf,
  removalMail,
  tellAdministrators,
} from '#server/accounts/access-mails.ts'
import type { AuthContext, Person } from '#server/accounts/auth-context.ts'
import { isOpenInvitation } from '#server/accounts/give-access.ts'
import { endOthers } from '#server/accounts/sessions.ts'
import { oneTimeTokens, userWebsiteAccess } from '#server/accounts/table.ts'
import { hashOf, newToken, tokenHash } from '#server/accounts/tokens.ts'
import { counting, countTry } from '#server/accounts/tries.ts'
import { lockedAccount } from '#server/accounts/users.ts'
import { record } from '#server/activity/actions.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { queueMail } from '#server/mail/queue.ts'

const { websiteId: _, grantedBy: __, ...columns } = getTableColumns(userWebsiteAccess)
type Access = Pick<typeof userWebsiteAccess.$inferSelect, keyof typeof columns>

const noRemoval = { removalBy: null, removalAt: null, removalTokenHash: null }

/**
 * Locks the access of everyone, carries out the removals that are due, and returns who still has access. Every command
 * that changes access calls this first, before it touches an invitation.
 */
export async function applyDueRemovals(tx: SiteTx, now: Date): Promise<Access[]> {
  const all = await tx.select(columns).from(userWebsiteAccess).orderBy(asc(userWebsiteAccess.userId)).for('update')
  const due = all.filter(({ removalAt }) => removalAt && removalAt <= now)
  let left = all
  for (const { userId } of due.toSorted((a, b) => +a.removalAt! - +b.removalAt!)) {
    // Void when whoever had asked for it was removed before.
    const by = left.find((one) => one.userId === userId)?.removalBy
    if (by) left = await dropAccess(tx, left, userId, by, now)
  }
  return left
}

/** Two who remove each other at the same moment do not both succeed: whoever asks must still be one of them. */
export async function lockedAdministrators(tx: SiteTx, by: Person, now: Date): Promise<Access[]> {
  const all = await applyDueRemovals(tx, now)
  if (!all.some(({ userId }) => userId === by.userId)) throw new Refusal('no-website-access')
  return all
}

/**
 * Whoever is removed does not come back by an invitation that they were sent or have sent, and the removals that they
 * have asked for are void. Returns who is left.
 */
async function dropAccess(tx: SiteTx, all: Access[], id: string, by: string, now: Date): Promise<Access[]> {
  const email = await emailOf(tx, id)
  await tx.delete(userWebsiteAccess).where(eq(userWebsiteAccess.userId, id))
  await record(tx, { resourceType: 'access', action: 'removed', userId: by, resourceId: id, resourceName: email }, now)
  await takeBack(tx, by, or(eq(oneTimeTokens.invitedBy, id), eq(oneTimeTokens.email, email)), now)
  await tx.update(userWebsiteAccess).set(noRemoval).where(eq(userWebsiteAccess.removalBy, id))
  return all.filter(({ userId }) => userId !== id).map((one) => (one.removalBy === id ? { ...one, ...noRemoval } : one))
}

async function takeBack(tx: SiteTx, by: string, which: SQL | undefined, now: Date): Promise<string[]> {
  const taken = await tx
    .delete(oneTimeTokens)
    .where(and(isOpenInvitation, which))
    .returning({ email: oneTimeTokens.email })
  for (const { email } of taken) {
    const about = { resourceType: 'access', resourceName: email, userId: by } as const
    await record(tx, { ...about, action: 'invitation_taken_back' }, now)
  }
  return taken.map(({ email }) => email)
}

/**
 * Takes access away, or an invitation back; `id` is of either. Somebody who got access earlier than whoever asks has a
 * day to stop it: then this says when it takes effect. Somebody always stays.
 */
export async function removeAccess(auth: AuthContext, by: Person, id: string): Promise<{ takesEffectAt: Date | null }> {
  const { now } = auth
  await countTry(auth, [counting(auth, limits.removalOfSession, by.sessionId)])
  return auth.inSite(async (tx) => {
    const all = await lockedAdministrators(tx, by, now)
    const whom = all.find(({ userId }) => userId === id)
    if (!whom) {
      await takeBackInvitation(tx, auth, by, id)
      return { takesEffectAt: null }
    }
    const takesEffectAt = removalTakesEffect(all.find(({ userId }) => userId === by.userId)!, whom, now)
    // With whoever goes at once, the removals that they have asked for go too.
    const stays = ({ userId, removalBy }: Access) =>
      userId !== id && (removalBy === null || (takesEffectAt === null && removalBy === id))
    if (!all.some(stays)) throw new Refusal('last-administrator')
    if (takesEffectAt) return { takesEffectAt: await announce(tx, auth, by, whom, takesEffectAt) }
    await dropAccess(tx, all, id, by.userId, now)
    const [byEmail, email] = [await emailOf(tx, by.userId), await emailOf(tx, id)]
    await tellAdministrators(tx, auth, accessMails.removed({ by: byEmail, email }))
    await queueMail(tx, accessEndedMail(auth, email, byEmail))
    return { takesEffectAt: null }
  })
}

async function takeBackInvitation(tx: SiteTx, auth: AuthContext, by: Person, id: string): Promise<void> {
  const isOpen = and(eq(oneTimeTokens.id, id), gt(oneTimeTokens.expiresAt, auth.now))
  const [email] = await takeBack(tx, by.userId, isOpen, auth.now)
  if (!email) throw new Refusal('not-found')
  await tellAdministrators(tx, auth, accessMails.takenBack({ by: await emailOf(tx, by.userId), email }))
}

/** One who is already told of their removal is not told again, and has no less time. */
async function announce(tx: SiteTx, auth: AuthContext, by: Person, whom: Access, removalAt: Date): Promise<Date> {
  if (whom.removalAt) return whom.removalAt
  const token = newToken()
  await tx
    .update(userWebsiteAccess)
    .set({ removalBy: by.userId, removalAt, removalTokenHash: tokenHash(token) })
    .where(eq(userWebsiteAccess.userId, whom.userId))
  const [byEmail, email] = [await emailOf(tx, by.userId), await emailOf(tx, whom.userId)]
  const about = { resourceType: 'access', resourceId: whom.userId, resourceName: email } as const
  await record(tx, { ...about, action: 'removal_asked', userId: by.userId }, auth.now)
  await queueMail(tx, removalMail(auth, email, { by: byEmail, at: removalAt, token }))
  await tellAdministrators(tx, auth, accessMails.removalAsked({ by: byEmail, email, at: removalAt }), whom.userId)
  return removalAt
}

/** For the one who is to be removed, and for whoever has asked for it. */
export function keepAccess(auth: AuthContext, by: Person, id: string): Promise<void> {
  return auth.inSite(async (tx) => {
    const whom = (await lockedAdministrators(tx, by, auth.now)).find(({ userId }) => userId === id)
    if (!whom?.removalBy) throw new Refusal('not-found')
    if (by.userId === id) return stopRemoval(tx, auth, whom)
    if (by.userId !== whom.removalBy) throw new Refusal('not-allowed')
    await tx.update(userWebsiteAccess).set(noRemoval).where(eq(userWebsiteAccess.userId, id))
    const [byEmail, email] = [await emailOf(tx, by.userId), await emailOf(tx, id)]
    const about = { resourceType: 'access', resourceId: id, resourceName: email } as const
    await record(tx, { ...about, action: 'removal_withdrawn', userId: by.userId }, auth.now)
    await tellAdministrators(tx, auth, accessMails.removalWithdrawn({ by: byEmail, email }))
  })
}

/** By the link in the mail, for somebody who cannot or need not sign in. */
export function keepAccessByMail(auth: AuthContext, { token }: { token: string }): Promise<void> {
  return auth.inSite(async (tx) => {
    const hash = hashOf(token)
    const whom =
      hash && (await applyDueRemovals(tx, auth.now)).find(({ removalTokenHash }) => removalTokenHash === hash)
    if (!whom) throw new Refusal('link-invalid')
    await stopRemoval(tx, auth, whom)
  })
}

/** Whoever wanted it is signed out everywhere: it may have been somebody else, in their session. */
async function stopRemoval(tx: SiteTx, auth: AuthContext, { userId, removalBy }: Access): Promise<void> {
  await tx.update(userWebsiteAccess).set(noRemoval).where(eq(userWebsiteAccess.userId, userId))
  await lockedAccount(tx, removalBy!)
  await endOthers(tx, removalBy!)
  const [by, email] = [await emailOf(tx, removalBy!), await emailOf(tx, userId)]
  const about = { resourceType: 'access', resourceId: userId, resourceName: email } as const
  await record(tx, { ...about, action: 'removal_stopped', userId }, auth.now)
  await tellAdministrators(tx, auth, accessMails.removalStopped({ by, email }))
}
