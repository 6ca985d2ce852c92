import { sameEmail } from '#domain/accounts/email.ts'
import { limits } from '#domain/accounts/limits.ts'
import { forgotPasswordProblem } from '#domain/accounts/sign-in.ts'
import { Refusal } from '#domain/refusal.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import { deviceOf, knownDevice } from '#server/accounts/device.ts'
import { confirmationProblem, newPasswordProblem, refuseProblems } from '#server/accounts/fields.ts'
import { makeLink, openLink, useUp } from '#server/accounts/links.ts'
import { passwordChangedMail, resetMail } from '#server/accounts/mails.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { endOthers } from '#server/accounts/sessions.ts'
import { forgetSignIns } from '#server/accounts/sign-in.ts'
import { counting, takeAll, tooMany } from '#server/accounts/tries.ts'
import { accountOf, lockedAccount, setPassword } from '#server/accounts/users.ts'
import { record } from '#server/activity/actions.ts'
import { take } from '#server/limits/take.ts'
import { queueMail } from '#server/mail/queue.ts'

/**
 * Sends a link if there is such an account, and says nothing about it, nor that a mailbox has had enough of them for now.
 * A browser that somebody has signed in with has mails of its own, which strangers cannot use up.
 */
export async function askForReset(auth: AuthContext, { email: typed }: { email: string }): Promise<void> {
  refuseProblems({ email: forgotPasswordProblem(typed) })
  const email = sameEmail(typed)
  const over = await auth.inSite(async (tx) => {
    const account = await accountOf(tx, email)
    const device = deviceOf(auth, account)
    if (!device) {
      const ofAddress = counting(auth, limits.resetFromAddress, auth.address)
      const { over } = await takeAll(tx, auth, [ofAddress])
      if (over) return over
    }
    const mails = device
      ? counting(auth, limits.resetOfDevice, device.id)
      : counting(auth, limits.resetOfMailbox, email)
    const { over: isFull } = await take(tx, mails, auth.now)
    if (isFull || !account) return null
    await queueMail(tx, resetMail(auth, email, await makeLink(tx, auth, 'reset', account)))
    const about = { resourceType: 'account', userId: null, resourceId: account.id } as const
    await record(tx, { ...about, action: 'password_reset_asked', details: { address: auth.address } }, auth.now)
    return null
  })
  if (over) throw tooMany(over)
}

type ResetForm = { token: string; newPassword: string; confirmPassword: string }

/**
 * Signs nobody in, and leaves two-factor authentication as it is: a mailbox is not a second factor. The browser is known
 * from now on, so that strangers cannot use up the tries at the new password.
 */
export async function resetPassword(
  auth: AuthContext,
  { token, newPassword, confirmPassword }: ResetForm,
): Promise<{ device: string }> {
  refuseProblems({
    newPassword: newPasswordProblem(newPassword, auth.site.passwords),
    confirmPassword: confirmationProblem(newPassword, confirmPassword),
  })
  // Looked at before, so that nobody has us hash passwords for nothing, and used up after.
  if (!(await auth.inSite((tx) => openLink(tx, auth, 'reset', token)))) throw new Refusal('link-invalid')
  const passwordHash = await hashPassword(newPassword)
  return auth.inSite(async (tx) => {
    const asked = await openLink(tx, auth, 'reset', token)
    if (!asked) throw new Refusal('link-invalid')
    const { id: userId, email } = await lockedAccount(tx, asked.userId)
    // Somebody may have used it, or another one, while we waited for the account.
    if (!(await openLink(tx, auth, 'reset', token))) throw new Refusal('link-invalid')
    await useUp(tx, auth, asked)
    const passwordVersion = await setPassword(tx, userId, passwordHash)
    await endOthers(tx, userId)
    await queueMail(tx, passwordChangedMail(auth, email))
    await record(
      tx,
      { resourceType: 'account', action: 'password_reset', userId, details: { address: auth.address } },
      auth.now,
    )
    await forgetSignIns(tx, auth, email)
    return { device: knownDevice(auth, { id: userId, passwordVersion }, 'reset') }
  })
}
