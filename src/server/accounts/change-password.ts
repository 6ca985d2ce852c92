import {
  type ChangePasswordForm,
  changePasswordProblems,
  changeRequirementsIn,
} from '#domain/accounts/change-password.ts'
import { Refusal } from '#domain/refusal.ts'
import { confirmPerson } from '#server/accounts/confirm.ts'
import type { Desk, Person } from '#server/accounts/desk.ts'
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
  desk: Desk,
  person: Person,
  form: ChangePasswordForm & { code?: string | undefined },
): Promise<{ device: string }> {
  refuseProblems(changePasswordProblems(form, changeRequirementsIn(desk.site.passwords)))
  const checked = await confirmPerson(desk, person, form)
  const passwordHash = await hashPassword(form.newPassword)
  return desk.inSite(async (tx) => {
    const { id: userId, email, ...account } = await lockedOwn(tx, desk, person)
    // A factor that was set up in the meantime is not passed over either.
    if (account.generation !== checked.generation) throw new Refusal('conflict')
    const passwordVersion = await setPassword(tx, userId, passwordHash)
    await endOthers(tx, userId, person.sessionId)
    await liftLimit(tx, person.sessionId)
    await queueMail(tx, passwordChangedMail(desk, email))
    await record(tx, { resourceType: 'account', action: 'password_changed', userId }, desk.now)
    return { device: knownDevice(desk, { id: userId, passwordVersion }, 'signed-in') }
  })
}
