import { and, eq, gt, inArray } from 'drizzle-orm'
import { emailProblem, normalizeEmail } from '#domain/accounts/email.ts'
import { accountRateLimits } from '#domain/accounts/limits.ts'
import { Refusal } from '#domain/refusal.ts'
import { accountTexts } from '#domain/texts/own-words.ts'
import {
  type AuthContext,
  clientDetails,
  refuseInvalidFields,
  type SessionUser,
} from '#server/accounts/auth-context.ts'
import {
  addressTakenMail,
  confirmNewEmailMail,
  confirmOldEmailMail,
  emailChangedMail,
  formerEmailMail,
} from '#server/accounts/mails.ts'
import { createLinkToken, findOneTimeLink, markLinkUsed } from '#server/accounts/one-time-links.ts'
import { accountLimitKey, enforceLimits } from '#server/accounts/rate-limits.ts'
import { endOtherSessions, findLiveSession, lockOwnAccountRow } from '#server/accounts/sessions.ts'
import { oneTimeTokens, users } from '#server/accounts/table.ts'
import { type AccountCredentials, accountById, findAccount, lockAccountRow } from '#server/accounts/users.ts'
import { recordActivity } from '#server/activity/record.ts'
import { violatedConstraint } from '#server/db/errors.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { queueMail } from '#server/mail/queue.ts'

/**
 * Mails a link to the address of the account and one to the new address; the address changes when both were used. A new
 * request replaces the one before. The answer is the same when the new address has an account already: only the owner of
 * that mailbox learns it.
 */
export async function requestEmailChange(
  auth: AuthContext,
  person: SessionUser,
  { email: typed }: { email: string },
): Promise<void> {
  refuseInvalidFields({ email: emailProblem(typed) })
  const email = normalizeEmail(typed)
  await enforceLimits(auth, [accountLimitKey(auth, accountRateLimits.emailChangeOfAccount, person.userId)])
  await auth.inSite(async (tx) => {
    const account = await lockOwnAccountRow(tx, auth, person)
    if (email === account.email) refuseInvalidFields({ email: accountTexts.sameEmail })
    await deleteLinks(tx, account.id)
    const oldToken = await createLinkToken(tx, auth, 'email-old', account)
    const newToken = await createLinkToken(tx, auth, 'email-new', { ...account, email })
    const isTaken = (await findAccount(tx, email)) !== undefined
    await queueMail(tx, confirmOldEmailMail(auth, account.email, { newEmail: email, token: oldToken }))
    await queueMail(tx, isTaken ? addressTakenMail(auth, email) : confirmNewEmailMail(auth, email, newToken))
    await logEmailChange(tx, auth, account.id, 'email_change_asked')
  })
}

type PendingEmailChange = { email: string; confirmedByOld: boolean; confirmedByNew: boolean; expiresAt: Date }

/** Only on the website on which it was requested: its links lead there. */
export function pendingEmailChange(auth: AuthContext, { userId }: SessionUser): Promise<PendingEmailChange | null> {
  return auth.inSite(async (tx) => pendingChangeOf(tx, auth, await accountById(tx, userId)))
}

export function withdrawEmailChange(auth: AuthContext, person: SessionUser): Promise<void> {
  return auth.inSite(async (tx) => {
    const { id } = await lockOwnAccountRow(tx, auth, person)
    if (await deleteLinks(tx, id)) await logEmailChange(tx, auth, id, 'email_change_withdrawn')
  })
}

/**
 * By a mailed link, without signing in. The second of the two changes the address and ends all sessions but the one that
 * the request came with, as a change of the password does.
 */
export async function confirmEmailChange(
  auth: AuthContext,
  { token, person }: { token: string; person: SessionUser | null },
): Promise<{ isChanged: boolean; email: string }> {
  const find = async (tx: SiteTx) =>
    (await findOneTimeLink(tx, auth, 'email-old', token)) ?? (await findOneTimeLink(tx, auth, 'email-new', token))
  try {
    return await auth.inSite(async (tx) => {
      const link = await find(tx)
      if (!link) throw new Refusal('link-invalid')
      const account = await lockAccountRow(tx, link.userId)
      // Another request may have used the link or changed the account while this one waited for the lock.
      if (!(await find(tx))) throw new Refusal('link-invalid')
      await markLinkUsed(tx, auth, link)
      const pending = await pendingChangeOf(tx, auth, account)
      if (!pending) throw new Refusal('link-invalid')
      const isChanged = pending.confirmedByOld && pending.confirmedByNew
      if (isChanged) await changeEmail(tx, auth, account, { email: pending.email, person })
      return { isChanged, email: pending.email }
    })
  } catch (error) {
    // The new address got an account of its own in the meantime.
    if (violatedConstraint(error) === 'users_email') throw new Refusal('link-invalid')
    throw error
  }
}

async function changeEmail(
  tx: SiteTx,
  auth: AuthContext,
  { id: userId, email: before, passwordVersion }: AccountCredentials,
  { email, person }: { email: string; person: SessionUser | null },
): Promise<void> {
  await tx.update(users).set({ email, emailVerifiedAt: auth.now }).where(eq(users.id, userId))
  await deleteLinks(tx, userId)
  const live = person && (await findLiveSession(tx, { id: person.sessionId }, auth.now))
  await endOtherSessions(tx, userId, live?.userId === userId ? live.id : undefined)
  const disownToken = await createLinkToken(tx, auth, 'disown', { id: userId, email, passwordVersion })
  await queueMail(tx, emailChangedMail(auth, email, { before, token: disownToken }))
  await queueMail(tx, formerEmailMail(auth, before, email))
  await logEmailChange(tx, auth, userId, 'email_changed', { changes: { email: { before, after: email } } })
}

const isChangeLinkOf = (userId: string) =>
  and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.purpose, ['email-old', 'email-new']))

/** Both links together; null without a pair that still fits the account. */
async function pendingChangeOf(
  tx: SiteTx,
  { now }: AuthContext,
  account: AccountCredentials,
): Promise<PendingEmailChange | null> {
  const { purpose, email, usedAt, expiresAt, passwordVersion } = oneTimeTokens
  const found = await tx
    .select({ purpose, email, usedAt, expiresAt })
    .from(oneTimeTokens)
    .where(and(isChangeLinkOf(account.id), eq(passwordVersion, account.passwordVersion), gt(expiresAt, now)))
  const toOld = found.find((link) => link.purpose === 'email-old' && link.email === account.email)
  const toNew = found.find((link) => link.purpose === 'email-new')
  if (!toOld || !toNew) return null
  return {
    email: toNew.email,
    confirmedByOld: toOld.usedAt !== null,
    confirmedByNew: toNew.usedAt !== null,
    expiresAt: toNew.expiresAt,
  }
}

async function deleteLinks(tx: SiteTx, userId: string): Promise<boolean> {
  const deleted = await tx.delete(oneTimeTokens).where(isChangeLinkOf(userId)).returning({ id: oneTimeTokens.id })
  return deleted.length > 0
}

type Action = 'email_change_asked' | 'email_change_withdrawn' | 'email_changed'

const logEmailChange = (tx: SiteTx, auth: AuthContext, userId: string, action: Action, details = {}): Promise<void> =>
  recordActivity(
    tx,
    { resourceType: 'account', action, userId, details: { ...details, ...clientDetails(auth) } },
    auth.now,
  )
