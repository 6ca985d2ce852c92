import {
  type ChangePasswordForm,
  changePasswordProblems,
  changeRequirementsIn,
} from '#domain/accounts/change-password.ts'
import { Refusal } from '#domain/refusal.ts'
import type { AuthContext, Person } from '#server/accounts/auth-context.ts'
import { confirmPerson } from '#server/accounts/confirm.ts'
import { knownDevice } from '#server/accounts/device.ts'
import { refuseProblems } from '#server/accounts/fields.ts'
import { passwordChangedMail } from '#server/accounts/mails.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { endOthers, liftLimit, lockedOwn } from '#server/accounts/sessions.ts'
import { setPassword } from '#server/accounts/users.ts'
import { record } from '#server/activity/actions.ts'
import { queueMail } from '#server/mail/queue.ts'

/** This session goes on, every other one ends, and so does what other browsers are known by. */
export async function changePassword(
  auth: AuthContext,
  person: Person,
  form: ChangePasswordForm & { code?: string | undefined },
): Promise<{ device: string }> {
  refuseProblems(changePasswordProblems(form, changeRequirementsIn(auth.site.passwords)))
  const checked = await confirmPerson(auth, person, form)
  const passwordHash = await hashPassword(form.newPassword)
  return auth.inSite(async (tx) => {
    const { id: userId, email, ...account } = await lockedOwn(tx, auth, person)
    // A factor that was set up in the meantime is not passed over either.
    if (account.generation !== checked.generation) throw new Refusal('conflict')
    const passwordVersion = await setPassword(tx, userId, passwordHash)
    await endOthers(tx, userId, person.sessionId)
    await liftLimit(tx, person.sessionId)
    await queueMail(tx, passwordChangedMail(auth, email))
    await record(tx, { resourceType: 'account', action: 'password_changed', userId }, auth.now)
    return { device: knownDevice(auth, { id: userId, passwordVersion }, 'signed-in') }
  })
}
