import { and, eq, gt } from 'drizzle-orm'
import { sameEmail } from '#domain/accounts/email.ts'
import { lifetimes } from '#domain/accounts/lifetimes.ts'
import { Refusal } from '#domain/refusal.ts'
import { ourAccountTexts } from '#domain/texts/our-words.ts'
import { accessMails, emailOf, tellAdministrators } from '#server/accounts/access-mails.ts'
import type { AuthContext, Person } from '#server/accounts/auth-context.ts'
import { refuseProblems } from '#server/accounts/fields.ts'
import { giveAccess, isOpenInvitation } from '#server/accounts/give-access.ts'
import { invitationMail } from '#server/accounts/mails.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { applyDueRemovals } from '#server/accounts/removal.ts'
import { makeAccount, type SignUpForm, signUpProblems } from '#server/accounts/sign-up.ts'
import { type SignUpStatus, verified } from '#server/accounts/sign-up-status.ts'
import { oneTimeTokens } from '#server/accounts/table.ts'
import { hashOf, newToken, tokenHash } from '#server/accounts/tokens.ts'
import { accountOf } from '#server/accounts/users.ts'
import { record } from '#server/activity/actions.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { queueMail } from '#server/mail/queue.ts'

/** A second invitation to the same address takes the place of the first. */
export async function invite(tx: SiteTx, auth: AuthContext, by: Person, email: string): Promise<void> {
  await tx.delete(oneTimeTokens).where(and(isOpenInvitation, eq(oneTimeTokens.email, email)))
  const token = newToken()
  await tx.insert(oneTimeTokens).values({
    purpose: 'invite',
    tokenHash: tokenHash(token),
    email,
    invitedBy: by.userId,
    expiresAt: new Date(+auth.now + lifetimes.invitation),
    createdAt: auth.now,
  })
  await queueMail(tx, invitationMail(auth, email, token))
  await tellAdministrators(tx, auth, accessMails.invited({ by: await emailOf(tx, by.userId), email }))
  await record(tx, { resourceType: 'access', action: 'invited', userId: by.userId, resourceName: email }, auth.now)
}

const isInvitation = ({ now }: AuthContext, token: string) =>
  and(isOpenInvitation, eq(oneTimeTokens.tokenHash, hashOf(token) ?? ''), gt(oneTimeTokens.expiresAt, now))

/** Whom an invitation is for; does not use it up. */
export function readInvitation(auth: AuthContext, { token }: { token: string }): Promise<{ email: string }> {
  return auth.inSite(async (tx) => {
    const { email } = oneTimeTokens
    const [found] = await tx.select({ email }).from(oneTimeTokens).where(isInvitation(auth, token))
    if (!found) throw new Refusal('link-invalid')
    return found
  })
}

/**
 * The invitation came by mail, so the address is proven and the account exists at once, with access. Somebody who has
 * one already keeps its password, gets access with it, and is told so.
 */
export async function signUpInvited(
  auth: AuthContext,
  form: SignUpForm & { invitation: string },
): Promise<SignUpStatus> {
  refuseProblems(signUpProblems(form, auth))
  const { email } = await readInvitation(auth, { token: form.invitation })
  refuseProblems({ email: sameEmail(form.email) === email ? null : ourAccountTexts.invitedOther })
  const passwordHash = await hashPassword(form.password)
  const isNew = await auth.inSite(async (tx) => {
    await applyDueRemovals(tx, auth.now)
    const [used] = await tx
      .update(oneTimeTokens)
      .set({ usedAt: auth.now })
      .where(isInvitation(auth, form.invitation))
      .returning({ invitedBy: oneTimeTokens.invitedBy })
    if (!used) throw new Refusal('link-invalid')
    const made = await makeAccount(tx, auth, { email, passwordHash })
    const userId = made ?? (await accountOf(tx, email))!.id
    if (await giveAccess(tx, auth, { userId, email, grantedBy: used.invitedBy, action: 'invitation_accepted' }))
      await tellAdministrators(tx, auth, accessMails.accepted({ email }))
    return made !== undefined
  })
  return verified(isNew)
}
