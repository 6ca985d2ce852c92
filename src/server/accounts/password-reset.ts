import { and, eq, gt, isNull } from 'drizzle-orm'
import { sameEmail } from '#domain/accounts/email.ts'
import { lifetimes } from '#domain/accounts/lifetimes.ts'
import { limits } from '#domain/accounts/limits.ts'
import { forgotPasswordProblem } from '#domain/accounts/sign-in.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Desk } from '#server/accounts/desk.ts'
import { confirmationProblem, newPasswordProblem, refuseProblems } from '#server/accounts/fields.ts'
import { passwordChangedMail, resetMail } from '#server/accounts/mails.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { endOthers } from '#server/accounts/sessions.ts'
import { oneTimeTokens, users } from '#server/accounts/table.ts'
import { hashOf, newToken, tokenHash } from '#server/accounts/tokens.ts'
import { counting, countTry } from '#server/accounts/tries.ts'
import { accountOf, lockedAccount, setPassword } from '#server/accounts/users.ts'
import { record } from '#server/activity/actions.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { forget } from '#server/limits/take.ts'
import { queueMail } from '#server/mail/queue.ts'

/** Sends a link if there is such an account, and says nothing about it. */
export async function askForReset(desk: Desk, { email: typed }: { email: string }): Promise<void> {
  refuseProblems({ email: forgotPasswordProblem(typed) })
  const email = sameEmail(typed)
  await countTry(desk, [
    counting(desk, limits.resetFromAddress, desk.address),
    counting(desk, limits.resetOfAccount, email),
  ])
  const token = newToken()
  await desk.inSite(async (tx) => {
    const account = await accountOf(tx, email)
    if (!account) return
    await tx.insert(oneTimeTokens).values({
      purpose: 'reset',
      tokenHash: tokenHash(token),
      email,
      userId: account.id,
      passwordVersion: account.passwordVersion,
      expiresAt: new Date(+desk.now + lifetimes.reset),
      createdAt: desk.now,
    })
    await queueMail(tx, resetMail(desk, email, token))
    const about = { resourceType: 'account', userId: null, resourceId: account.id } as const
    await record(tx, { ...about, action: 'password_reset_asked', details: { address: desk.address } }, desk.now)
  })
}

type ResetForm = { token: string; newPassword: string; confirmPassword: string }

/** Signs nobody in, and leaves two-factor authentication as it is: a mailbox is not a second factor. */
export async function resetPassword(desk: Desk, { token, newPassword, confirmPassword }: ResetForm): Promise<void> {
  refuseProblems({
    newPassword: newPasswordProblem(newPassword, desk.site.passwords),
    confirmPassword: confirmationProblem(newPassword, confirmPassword),
  })
  // Looked at before, so that nobody has us hash passwords for nothing, and used up after.
  if (!(await desk.inSite((tx) => openReset(tx, desk, token)))) throw new Refusal('link-invalid')
  const passwordHash = await hashPassword(newPassword)
  await desk.inSite(async (tx) => {
    const asked = await openReset(tx, desk, token)
    if (!asked) throw new Refusal('link-invalid')
    const { id: userId, email } = await lockedAccount(tx, asked.userId)
    // Somebody may have used it, or another one, while we waited for the account.
    if (!(await openReset(tx, desk, token))) throw new Refusal('link-invalid')
    await tx.update(oneTimeTokens).set({ usedAt: desk.now }).where(eq(oneTimeTokens.id, asked.id))
    await setPassword(tx, userId, passwordHash)
    await endOthers(tx, userId)
    await queueMail(tx, passwordChangedMail(desk, email))
    await record(
      tx,
      { resourceType: 'account', action: 'password_reset', userId, details: { address: desk.address } },
      desk.now,
    )
    await forget(tx, counting(desk, limits.signInOfAccount, email))
  })
}

/** A reset that somebody asked for before the password was last changed is over. */
async function openReset(
  tx: SiteTx,
  { now }: Desk,
  token: string,
): Promise<{ id: string; userId: string } | undefined> {
  const hash = hashOf(token)
  if (!hash) return
  const [found] = await tx
    .select({ id: oneTimeTokens.id, userId: users.id })
    .from(oneTimeTokens)
    .innerJoin(users, and(eq(users.id, oneTimeTokens.userId), eq(users.passwordVersion, oneTimeTokens.passwordVersion)))
    .where(
      and(
        eq(oneTimeTokens.purpose, 'reset'),
        eq(oneTimeTokens.tokenHash, hash),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, now),
      ),
    )
  return found
}
