import { and, eq, gt, isNull } from 'drizzle-orm'
import { sameEmail } from '#domain/accounts/email.ts'
import { lifetimes } from '#domain/accounts/lifetimes.ts'
import { Refusal } from '#domain/refusal.ts'
import { ourAccountTexts } from '#domain/texts/our-words.ts'
import type { Desk, Person } from '#server/accounts/desk.ts'
import { refuseProblems } from '#server/accounts/fields.ts'
import { giveAccess } from '#server/accounts/give-access.ts'
import { invitationMail } from '#server/accounts/mails.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { makeAccount, type SignUpForm, signUpProblems } from '#server/accounts/sign-up.ts'
import { type SignUpStatus, statusOf } from '#server/accounts/sign-up-status.ts'
import { oneTimeTokens } from '#server/accounts/table.ts'
import { hashOf, newToken, tokenHash } from '#server/accounts/tokens.ts'
import { accountOf } from '#server/accounts/users.ts'
import { record } from '#server/activity/actions.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { queueMail } from '#server/mail/queue.ts'

/** A second invitation to the same address takes the place of the first. */
export async function invite(tx: SiteTx, desk: Desk, by: Person, email: string): Promise<void> {
  await tx
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.purpose, 'invite'), eq(oneTimeTokens.email, email), isNull(oneTimeTokens.usedAt)))
  const token = newToken()
  await tx.insert(oneTimeTokens).values({
    purpose: 'invite',
    tokenHash: tokenHash(token),
    email,
    invitedBy: by.userId,
    expiresAt: new Date(+desk.now + lifetimes.invitation),
    createdAt: desk.now,
  })
  await queueMail(tx, invitationMail(desk, email, token))
  await record(tx, { resourceType: 'access', action: 'invited', userId: by.userId, resourceName: email }, desk.now)
}

type OpenInvitation = { id: string; email: string; invitedBy: string | null }

async function openInvitation(tx: SiteTx, { now }: Desk, token: string): Promise<OpenInvitation> {
  const hash = hashOf(token)
  if (!hash) throw new Refusal('link-invalid')
  const { id, email, invitedBy, purpose, usedAt, expiresAt } = oneTimeTokens
  const [found] = await tx
    .select({ id, email, invitedBy })
    .from(oneTimeTokens)
    .where(and(eq(purpose, 'invite'), eq(oneTimeTokens.tokenHash, hash), isNull(usedAt), gt(expiresAt, now)))
    .for('update')
  if (!found) throw new Refusal('link-invalid')
  return found
}

/** Whom an invitation is for; does not use it up. */
export function readInvitation(desk: Desk, { token }: { token: string }): Promise<{ email: string }> {
  return desk.inSite(async (tx) => ({ email: (await openInvitation(tx, desk, token)).email }))
}

/**
 * The invitation came by mail, so the address is proven and the account exists at once, with access. Somebody who has
 * made an account in the meantime keeps its password.
 */
export async function signUpInvited(desk: Desk, form: SignUpForm & { invitation: string }): Promise<SignUpStatus> {
  refuseProblems(signUpProblems(form, desk))
  const { email } = await readInvitation(desk, { token: form.invitation })
  refuseProblems({ email: sameEmail(form.email) === email ? null : ourAccountTexts.invitedOther })
  const passwordHash = await hashPassword(form.password)
  await desk.inSite(async (tx) => {
    const { id, invitedBy } = await openInvitation(tx, desk, form.invitation)
    await tx.update(oneTimeTokens).set({ usedAt: desk.now }).where(eq(oneTimeTokens.id, id))
    const userId = (await makeAccount(tx, desk, { email, passwordHash })) ?? (await accountOf(tx, email))!.id
    await giveAccess(tx, desk, { userId, email, grantedBy: invitedBy, action: 'invitation_accepted' })
  })
  return statusOf(ourAccountTexts.statusVerified)
}
