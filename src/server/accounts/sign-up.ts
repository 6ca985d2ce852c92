import { and, eq, gt, isNull } from 'drizzle-orm'
import { emailProblem, sameEmail } from '#domain/accounts/email.ts'
import { lifetimes } from '#domain/accounts/lifetimes.ts'
import { limits } from '#domain/accounts/limits.ts'
import { Refusal } from '#domain/refusal.ts'
import { ourAccountTexts } from '#domain/texts/our-words.ts'
import type { Desk } from '#server/accounts/desk.ts'
import { newPasswordProblem, refuseProblems } from '#server/accounts/fields.ts'
import { knownAddressMail, verificationMail } from '#server/accounts/mails.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { ownSignUp, type SignUpStatus, statusOf } from '#server/accounts/sign-up-status.ts'
import { oneTimeTokens, users } from '#server/accounts/table.ts'
import { hashOf, newToken, tokenHash } from '#server/accounts/tokens.ts'
import { counting, countTry } from '#server/accounts/tries.ts'
import { accountOf } from '#server/accounts/users.ts'
import { record } from '#server/activity/actions.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { queueMail } from '#server/mail/queue.ts'

export type SignUpForm = { email: string; password: string }

export const signUpProblems = ({ email, password }: SignUpForm, { site }: Desk) => ({
  email: emailProblem(email),
  password: newPasswordProblem(password, site.passwords),
})

/**
 * Makes no account yet: that happens when the link in the mail is used, so nobody can put an account with a password of
 * their own under somebody else's address. The token is for the browser, which may ask how it is going.
 */
export async function signUp(desk: Desk, form: SignUpForm): Promise<SignUpStatus & { token: string }> {
  refuseProblems(signUpProblems(form, desk))
  const email = sameEmail(form.email)
  await countTry(desk, [
    counting(desk, limits.signUpFromAddress, desk.address),
    counting(desk, limits.signUpOfAccount, email),
  ])
  const passwordHash = await hashPassword(form.password)
  const token = newToken()
  await desk.inSite(async (tx) => {
    const isKnown = (await accountOf(tx, email)) !== undefined
    const link = newToken()
    await tx.insert(oneTimeTokens).values({
      purpose: 'verify',
      tokenHash: tokenHash(link),
      browserHash: tokenHash(token),
      email,
      passwordHash: isKnown ? null : passwordHash,
      expiresAt: new Date(+desk.now + lifetimes.verification),
      createdAt: desk.now,
    })
    await queueMail(tx, isKnown ? knownAddressMail(desk, email) : verificationMail(desk, email, link))
    const about = { resourceType: 'account', action: 'signed_up', userId: null } as const
    await record(tx, { ...about, details: { address: desk.address } }, desk.now)
  })
  return { ...statusOf(ourAccountTexts.statusPending), token }
}

/** Sends the mail of this browser's sign-up again, with a new link; the old one is over. */
export async function resendVerification(desk: Desk): Promise<SignUpStatus> {
  const mine = await desk.inSite((tx) => ownSignUp(tx, desk))
  if (!mine || mine.usedAt) throw new Refusal('not-found')
  await countTry(desk, [
    counting(desk, limits.signUpFromAddress, desk.address),
    counting(desk, limits.resendOfAccount, mine.email),
  ])
  const link = newToken()
  await desk.inSite(async (tx) => {
    await tx
      .update(oneTimeTokens)
      .set({ tokenHash: tokenHash(link), expiresAt: new Date(+desk.now + lifetimes.verification) })
      .where(and(eq(oneTimeTokens.id, mine.id), isNull(oneTimeTokens.usedAt)))
    const { email, passwordHash } = mine
    await queueMail(tx, passwordHash ? verificationMail(desk, email, link) : knownAddressMail(desk, email))
  })
  return statusOf(ourAccountTexts.statusPending)
}

/** The account exists from here on. It has no access to any website. */
export async function verifyEmail(desk: Desk, { token }: { token: string }): Promise<SignUpStatus> {
  await desk.inSite(async (tx) => {
    const { email, passwordHash } = await usedVerification(tx, desk, token)
    const userId = await makeAccount(tx, desk, { email, passwordHash })
    if (userId) await record(tx, { resourceType: 'account', action: 'email_verified', userId }, desk.now)
  })
  return statusOf(ourAccountTexts.statusVerified)
}

async function usedVerification(
  tx: SiteTx,
  { now }: Desk,
  token: string,
): Promise<{ email: string; passwordHash: string }> {
  const { email, passwordHash, purpose, usedAt, expiresAt } = oneTimeTokens
  const hash = hashOf(token)
  if (!hash) throw new Refusal('link-invalid')
  const isOpen = and(eq(purpose, 'verify'), isNull(usedAt), gt(expiresAt, now))
  const [used] = await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(and(eq(oneTimeTokens.tokenHash, hash), isOpen))
    .returning({ email, passwordHash })
  if (!used?.passwordHash) throw new Refusal('link-invalid')
  return { email: used.email, passwordHash: used.passwordHash }
}

type NewAccount = { email: string; passwordHash: string }

/** Nothing when there is one with this address by now; its password stays. */
export async function makeAccount(
  tx: SiteTx,
  { now }: Pick<Desk, 'now'>,
  account: NewAccount,
): Promise<string | undefined> {
  const [made] = await tx
    .insert(users)
    .values({ ...account, emailVerifiedAt: now })
    .onConflictDoNothing()
    .returning({ id: users.id })
  return made?.id
}
