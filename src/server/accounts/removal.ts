import { and, asc, eq, getTableColumns, gt, or, type SQL } from 'drizzle-orm'
import { accountRateLimits } from '#domain/accounts/limits.ts'
import { accessRemovalEffectiveAt } from '#domain/accounts/removal.ts'
import { Refusal } from '#domain/refusal.ts'
import {
  accessEndedMail,
  accessNotices,
  accessRemovalMail,
  mailAdministrators,
} from '#server/accounts/administrator-mails.ts'
import { type AuthContext, clientDetails, type SessionUser } from '#server/accounts/auth-context.ts'
import { isOpenInvitation } from '#server/accounts/one-time-links.ts'
import { accountLimitKey, enforceLimits } from '#server/accounts/rate-limits.ts'
import { endOtherSessions } from '#server/accounts/sessions.ts'
import { oneTimeTokens, userWebsiteAccess } from '#server/accounts/table.ts'
import { hashToken, hashTokenIfValid, newToken } from '#server/accounts/tokens.ts'
import { emailOfUser, lockAccountRow } from '#server/accounts/users.ts'
import { recordActivity } from '#server/activity/record.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { queueMail } from '#server/mail/queue.ts'

const { websiteId: _, grantedBy: __, ...columns } = getTableColumns(userWebsiteAccess)
type Access = Pick<typeof userWebsiteAccess.$inferSelect, keyof typeof columns>

const noRemoval = { removalBy: null, removalAt: null, removalTokenHash: null }

/**
 * Locks all access rows, carries out the removals that are due, and returns the remaining rows. Every command that
 * changes access calls this first, before it touches an invitation.
 */
export async function applyDueRemovals(tx: SiteTx, now: Date): Promise<Access[]> {
  const all = await tx.select(columns).from(userWebsiteAccess).orderBy(asc(userWebsiteAccess.userId)).for('update')
  const due = all.filter(({ removalAt }) => removalAt && removalAt <= now)
  let left = all
  for (const { userId } of due.toSorted((a, b) => +a.removalAt! - +b.removalAt!)) {
    // Void when the administrator who requested it was removed before.
    const removalBy = left.find((one) => one.userId === userId)?.removalBy
    if (removalBy) left = await deleteAccess(tx, left, userId, removalBy, now)
  }
  return left
}

/**
 * Refuses a requester who no longer has access: of two administrators who remove each other at the same time, one
 * succeeds.
 */
export async function lockAdministrators(tx: SiteTx, requester: SessionUser, now: Date): Promise<Access[]> {
  const all = await applyDueRemovals(tx, now)
  if (!all.some(({ userId }) => userId === requester.userId)) throw new Refusal('no-website-access')
  return all
}

/**
 * Also deletes the invitations that the removed user has sent or received, so that they cannot come back by one, and
 * voids the removals that they have requested. Returns the remaining rows.
 */
async function deleteAccess(tx: SiteTx, all: Access[], id: string, removedBy: string, now: Date): Promise<Access[]> {
  const email = await emailOfUser(tx, id)
  await tx.delete(userWebsiteAccess).where(eq(userWebsiteAccess.userId, id))
  const subject = { resourceType: 'access', resourceId: id, resourceName: email } as const
  await recordActivity(tx, { ...subject, action: 'removed', userId: removedBy }, now)
  await deleteInvitations(tx, removedBy, or(eq(oneTimeTokens.invitedBy, id), eq(oneTimeTokens.email, email)), now)
  await tx.update(userWebsiteAccess).set(noRemoval).where(eq(userWebsiteAccess.removalBy, id))
  return all.filter(({ userId }) => userId !== id).map((one) => (one.removalBy === id ? { ...one, ...noRemoval } : one))
}

async function deleteInvitations(tx: SiteTx, userId: string, condition: SQL | undefined, now: Date): Promise<string[]> {
  const deleted = await tx
    .delete(oneTimeTokens)
    .where(and(isOpenInvitation, condition))
    .returning({ email: oneTimeTokens.email })
  for (const { email } of deleted)
    await recordActivity(
      tx,
      { resourceType: 'access', action: 'invitation_taken_back', userId, resourceName: email },
      now,
    )
  return deleted.map(({ email }) => email)
}

/**
 * Removes an administrator or withdraws an invitation; `id` is that of either. An administrator who got access before
 * the requester has a day to stop the removal: then the answer says when it takes effect. The last administrator cannot
 * be removed.
 */
export async function removeOrScheduleRemoval(
  auth: AuthContext,
  requester: SessionUser,
  id: string,
): Promise<{ takesEffectAt: Date | null }> {
  const { now } = auth
  await enforceLimits(auth, [accountLimitKey(auth, accountRateLimits.removalOfSession, requester.sessionId)])
  return auth.inSite(async (tx) => {
    const all = await lockAdministrators(tx, requester, now)
    const target = all.find(({ userId }) => userId === id)
    if (!target) {
      await withdrawInvitation(tx, auth, requester, id)
      return { takesEffectAt: null }
    }
    const takesEffectAt = accessRemovalEffectiveAt(all.find(({ userId }) => userId === requester.userId)!, target, now)
    // An administrator who is removed at once takes the removals that they have requested with them.
    const keepsRemoval = ({ userId, removalBy }: Access) =>
      userId !== id && (removalBy === null || (takesEffectAt === null && removalBy === id))
    if (!all.some(keepsRemoval)) throw new Refusal('last-administrator')
    if (takesEffectAt) return { takesEffectAt: await scheduleRemoval(tx, auth, requester, target, takesEffectAt) }
    await deleteAccess(tx, all, id, requester.userId, now)
    const [by, email] = [await emailOfUser(tx, requester.userId), await emailOfUser(tx, id)]
    await mailAdministrators(tx, auth, accessNotices.removed({ by, email }))
    await queueMail(tx, accessEndedMail(auth, email, by))
    return { takesEffectAt: null }
  })
}

async function withdrawInvitation(tx: SiteTx, auth: AuthContext, requester: SessionUser, id: string): Promise<void> {
  const isOpen = and(eq(oneTimeTokens.id, id), gt(oneTimeTokens.expiresAt, auth.now))
  const [email] = await deleteInvitations(tx, requester.userId, isOpen, auth.now)
  if (!email) throw new Refusal('not-found')
  await mailAdministrators(tx, auth, accessNotices.takenBack({ by: await emailOfUser(tx, requester.userId), email }))
}

/** A removal that is scheduled already keeps its time, and no second mail is sent. */
async function scheduleRemoval(
  tx: SiteTx,
  auth: AuthContext,
  requester: SessionUser,
  target: Access,
  removalAt: Date,
): Promise<Date> {
  if (target.removalAt) return target.removalAt
  const token = newToken()
  await tx
    .update(userWebsiteAccess)
    .set({ removalBy: requester.userId, removalAt, removalTokenHash: hashToken(token) })
    .where(eq(userWebsiteAccess.userId, target.userId))
  const [by, email] = [await emailOfUser(tx, requester.userId), await emailOfUser(tx, target.userId)]
  const subject = { resourceType: 'access', resourceId: target.userId, resourceName: email } as const
  await recordActivity(
    tx,
    { ...subject, action: 'removal_asked', userId: requester.userId, details: clientDetails(auth) },
    auth.now,
  )
  await queueMail(tx, accessRemovalMail(auth, email, { by, at: removalAt, token }))
  await mailAdministrators(tx, auth, accessNotices.removalRequested({ by, email, at: removalAt }), target.userId)
  return removalAt
}

/** The administrator to be removed stops the removal, or the one who requested it withdraws it. */
export function cancelAccessRemoval(auth: AuthContext, requester: SessionUser, id: string): Promise<void> {
  return auth.inSite(async (tx) => {
    const target = (await lockAdministrators(tx, requester, auth.now)).find(({ userId }) => userId === id)
    if (!target?.removalBy) throw new Refusal('not-found')
    if (requester.userId === id) return stopRemoval(tx, auth, target)
    if (requester.userId !== target.removalBy) throw new Refusal('not-allowed')
    await tx.update(userWebsiteAccess).set(noRemoval).where(eq(userWebsiteAccess.userId, id))
    const [by, email] = [await emailOfUser(tx, requester.userId), await emailOfUser(tx, id)]
    const subject = { resourceType: 'access', resourceId: id, resourceName: email } as const
    await recordActivity(
      tx,
      { ...subject, action: 'removal_withdrawn', userId: requester.userId, details: clientDetails(auth) },
      auth.now,
    )
    await mailAdministrators(tx, auth, accessNotices.removalWithdrawn({ by, email }))
  })
}

/** By the link in the mail, without signing in. */
export function cancelAccessRemovalByLink(auth: AuthContext, { token }: { token: string }): Promise<void> {
  return auth.inSite(async (tx) => {
    const hash = hashTokenIfValid(token)
    const target =
      hash && (await applyDueRemovals(tx, auth.now)).find(({ removalTokenHash }) => removalTokenHash === hash)
    if (!target) throw new Refusal('link-invalid')
    await stopRemoval(tx, auth, target)
  })
}

/** Signs the administrator who requested it out everywhere: a stranger may have done it in a stolen session. */
async function stopRemoval(tx: SiteTx, auth: AuthContext, { userId, removalBy }: Access): Promise<void> {
  await tx.update(userWebsiteAccess).set(noRemoval).where(eq(userWebsiteAccess.userId, userId))
  await lockAccountRow(tx, removalBy!)
  await endOtherSessions(tx, removalBy!)
  const [by, email] = [await emailOfUser(tx, removalBy!), await emailOfUser(tx, userId)]
  const subject = { resourceType: 'access', resourceId: userId, resourceName: email } as const
  await recordActivity(tx, { ...subject, action: 'removal_stopped', userId, details: clientDetails(auth) }, auth.now)
  await mailAdministrators(tx, auth, accessNotices.removalStopped({ by, email }))
}
