import { eq } from 'drizzle-orm'
import {
  type ChangePasswordForm,
  changePasswordProblems,
  changeRequirementsIn,
} from '#domain/accounts/change-password.ts'
import { Refusal } from '#domain/refusal.ts'
import { confirmPassword } from '#server/accounts/confirm.ts'
import type { Desk, Person } from '#server/accounts/desk.ts'
import { refuseProblems } from '#server/accounts/fields.ts'
import { passwordChangedMail } from '#server/accounts/mails.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { endOthers } from '#server/accounts/sessions.ts'
import { users } from '#server/accounts/table.ts'
import { lockedAccount } from '#server/accounts/users.ts'
import { record } from '#server/activity/actions.ts'
import { queueMail } from '#server/mail/queue.ts'

/** This session goes on, every other one ends. */
export async function changePassword(desk: Desk, person: Person, form: ChangePasswordForm): Promise<void> {
  refuseProblems(changePasswordProblems(form, changeRequirementsIn(desk.site.passwords)))
  const checked = await confirmPassword(desk, person, form.currentPassword)
  const passwordHash = await hashPassword(form.newPassword)
  await desk.inSite(async (tx) => {
    const { id: userId, email, ...account } = await lockedAccount(tx, person.userId)
    if (account.passwordHash !== checked.passwordHash) throw new Refusal('conflict')
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await endOthers(tx, userId, person.sessionId)
    await queueMail(tx, passwordChangedMail(desk, email))
    await record(tx, { resourceType: 'account', action: 'password_changed', userId }, desk.now)
  })
}
