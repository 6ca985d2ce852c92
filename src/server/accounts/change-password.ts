import { normalizeEmail } from '#domain/accounts/email.ts'
import { accountRateLimits } from '#domain/accounts/limits.ts'
import { type ChangePasswordValues, changeFormRequirements, changePasswordProblems } from '#domain/accounts/password.ts'
import { forgotPasswordProblem } from '#domain/accounts/sign-in.ts'
import { Refusal } from '#domain/refusal.ts'
import {
  type AuthContext,
  clientDetails,
  refuseInvalidFields,
  type SessionUser,
} from '#server/accounts/auth-context.ts'
import { verifyCredentials } from '#server/accounts/confirmation.ts'
import { passwordChangedMail, passwordResetMail } from '#server/accounts/mails.ts'
import { createLinkToken, endDisownLinks, findOneTimeLink, markLinkUsed } from '#server/accounts/one-time-links.ts'
import { hashPassword, newPasswordProblem, passwordMismatchProblem } from '#server/accounts/passwords.ts'
import {
  accountLimitKey,
  countAttempts,
  resetSignInLimits,
  tooManyAttemptsRefusal,
} from '#server/accounts/rate-limits.ts'
import { endOtherSessions, liftSessionLimits, lockOwnAccountRow } from '#server/accounts/sessions.ts'
import { createDeviceCookie, verifyDeviceCookie } from '#server/accounts/tokens.ts'
import { findAccount, lockAccountRow, storePasswordHash } from '#server/accounts/users.ts'
import { recordActivity } from '#server/activity/record.ts'
import { countAttempt } from '#server/limits/rate-limit.ts'
import { queueMail } from '#server/mail/queue.ts'

/** Keeps this session, ends every other one, and invalidates the device cookies of other browsers. */
export async function changePassword(
  auth: AuthContext,
  person: SessionUser,
  form: ChangePasswordValues & { code?: string | undefined },
): Promise<{ device: string }> {
  refuseInvalidFields(changePasswordProblems(form, changeFormRequirements(auth.site.passwords)))
  const confirmed = await verifyCredentials(auth, person, form, 'password-change')
  const passwordHash = await hashPassword(form.newPassword)
  return auth.inSite(async (tx) => {
    const account = await lockOwnAccountRow(tx, auth, person)
    const { id: userId, email } = account
    // The password was changed or a factor set up since the confirmation.
    if (account.generation !== confirmed.generation) throw new Refusal('conflict')
    const known = verifyDeviceCookie(auth, account)
    const passwordVersion = await storePasswordHash(tx, userId, passwordHash)
    await endOtherSessions(tx, userId, person.sessionId)
    await liftSessionLimits(tx, person.sessionId)
    const token = await createLinkToken(tx, auth, 'disown', { id: userId, email, passwordVersion })
    await queueMail(tx, passwordChangedMail(auth, email, token))
    const details = clientDetails(auth)
    await recordActivity(tx, { resourceType: 'account', action: 'password_changed', userId, details }, auth.now)
    return { device: createDeviceCookie(auth, { id: userId, passwordVersion }, 'signed-in', known) }
  })
}

/**
 * Mails a link if the account exists. The answer reveals neither that nor whether the mailbox has reached its limit. A
 * browser that has signed in before has a limit of its own, which strangers cannot use up.
 */
export async function requestPasswordReset(auth: AuthContext, { email: typed }: { email: string }): Promise<void> {
  refuseInvalidFields({ email: forgotPasswordProblem(typed) })
  const email = normalizeEmail(typed)
  const over = await auth.inSite(async (tx) => {
    const account = await findAccount(tx, email)
    const device = verifyDeviceCookie(auth, account)
    if (!device) {
      const { over } = await countAttempts(tx, auth, [
        accountLimitKey(auth, accountRateLimits.resetFromAddress, auth.address),
      ])
      if (over) return over
    }
    const mails = device
      ? accountLimitKey(auth, accountRateLimits.resetOfDevice, device.id)
      : accountLimitKey(auth, accountRateLimits.resetOfMailbox, email)
    const { over: isFull } = await countAttempt(tx, mails, auth.now)
    if (isFull || !account) return null
    await queueMail(tx, passwordResetMail(auth, email, await createLinkToken(tx, auth, 'reset', account)))
    const subject = { resourceType: 'account', userId: null, resourceId: account.id } as const
    await recordActivity(tx, { ...subject, action: 'password_reset_asked', details: clientDetails(auth) }, auth.now)
    return null
  })
  if (over) throw tooManyAttemptsRefusal(over)
}

type ResetForm = { token: string; newPassword: string; confirmPassword: string }

/**
 * Opens no session, and leaves two-factor authentication as it is: a mailbox is not a second factor. Ends the links
 * "This was not me" of earlier mails; the mail about the new password carries a new one. The browser gets a
 * device cookie, so that strangers cannot use up its attempts at the new password.
 */
export async function resetPassword(
  auth: AuthContext,
  { token, newPassword, confirmPassword }: ResetForm,
): Promise<{ device: string }> {
  refuseInvalidFields({
    newPassword: newPasswordProblem(newPassword, auth.site.passwords),
    confirmPassword: passwordMismatchProblem(newPassword, confirmPassword),
  })
  // The link is checked before hashing, so that invalid links cost no hash, and used up afterwards.
  if (!(await auth.inSite((tx) => findOneTimeLink(tx, auth, 'reset', token)))) throw new Refusal('link-invalid')
  const passwordHash = await hashPassword(newPassword)
  return auth.inSite(async (tx) => {
    const link = await findOneTimeLink(tx, auth, 'reset', token)
    if (!link) throw new Refusal('link-invalid')
    const { id: userId, email } = await lockAccountRow(tx, link.userId)
    // Another request may have used this link, or another one, while this one waited for the lock.
    if (!(await findOneTimeLink(tx, auth, 'reset', token))) throw new Refusal('link-invalid')
    await markLinkUsed(tx, auth, link)
    const passwordVersion = await storePasswordHash(tx, userId, passwordHash)
    await endOtherSessions(tx, userId)
    await endDisownLinks(tx, userId, passwordVersion)
    const disownToken = await createLinkToken(tx, auth, 'disown', { id: userId, email, passwordVersion })
    await queueMail(tx, passwordChangedMail(auth, email, disownToken))
    const details = clientDetails(auth)
    await recordActivity(tx, { resourceType: 'account', action: 'password_reset', userId, details }, auth.now)
    await resetSignInLimits(tx, auth, email)
    return { device: createDeviceCookie(auth, { id: userId, passwordVersion }, 'reset') }
  })
}
