import { and, eq, gt, isNull } from 'drizzle-orm'
import { emailProblem, sameEmail } from '#domain/accounts/email.ts'
import { lifetimes } from '#domain/accounts/lifetimes.ts'
import { limits } from '#domain/accounts/limits.ts'
import { Refusal } from '#domain/refusal.ts'
import { ourAccountTexts } from '#domain/texts/our-words.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import { impossiblePassword, newPasswordProblem, refuseProblems } from '#server/accounts/fields.ts'
import { knownAddressMail, verificationMail } from '#server/accounts/mails.ts'
import { hashPassword, passwordMatches } from '#server/accounts/passwords.ts'
import { ownSignUp, type SignUpStatus, statusOf, verified } from '#server/accounts/sign-up-status.ts'
import { oneTimeTokens, users } from '#server/accounts/table.ts'
import { hashOf, newToken, tokenHash } from '#server/accounts/tokens.ts'
import { counting, countTry } from '#server/accounts/tries.ts'
import { accountOf } from '#server/accounts/users.ts'
import { record } from '#server/activity/actions.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { queueMail } from '#server/mail/queue.ts'

export type SignUpForm = { email: string; password: string }

export const signUpProblems = ({ email, password }: SignUpForm, { site }: AuthContext) => ({
  email: emailProblem(email),
  password: newPasswordProblem(password, site.passwords),
})

/**
 * Makes no account yet: that happens when the link in the mail is used, by somebody who knows this password. So nobody
 * can put an account with a password of their own under somebody else's address. The token is for the browser, which may
 * ask how it is going, and shows that it was the one that signed up.
 */
export async function signUp(auth: AuthContext, form: SignUpForm): Promise<SignUpStatus & { token: string }> {
  refuseProblems(signUpProblems(form, auth))
  const email = sameEmail(form.email)
  await countTry(auth, [
    counting(auth, limits.signUpFromAddress, auth.address),
    counting(auth, limits.signUpOfAccount, email),
  ])
  const passwordHash = await hashPassword(form.password)
  const token = newToken()
  await auth.inSite(async (tx) => {
    const isKnown = (await accountOf(tx, email)) !== undefined
    const link = newToken()
    await tx.insert(oneTimeTokens).values({
      purpose: 'verify',
      tokenHash: tokenHash(link),
      browserHash: tokenHash(token),
      email,
      passwordHash: isKnown ? null : passwordHash,
      expiresAt: new Date(+auth.now + lifetimes.verification),
      createdAt: auth.now,
    })
    await queueMail(tx, isKnown ? knownAddressMail(auth, email) : verificationMail(auth, email, link))
    const about = { resourceType: 'account', action: 'signed_up', userId: null } as const
    await record(tx, { ...about, details: { address: auth.address } }, auth.now)
  })
  return { ...statusOf(ourAccountTexts.statusPending), token }
}

/** Sends the mail of this browser's sign-up again, with a new link; the old one is over. */
export async function resendVerification(auth: AuthContext): Promise<SignUpStatus> {
  const mine = await auth.inSite((tx) => ownSignUp(tx, auth))
  if (!mine || mine.usedAt) throw new Refusal('verification-mail-failed')
  await countTry(auth, [
    counting(auth, limits.signUpFromAddress, auth.address),
    counting(auth, limits.resendOfAccount, mine.email),
  ])
  const link = newToken()
  await auth.inSite(async (tx) => {
    const renewed = await tx
      .update(oneTimeTokens)
      .set({ tokenHash: tokenHash(link), expiresAt: new Date(+auth.now + lifetimes.verification) })
      .where(and(eq(oneTimeTokens.id, mine.id), isNull(oneTimeTokens.usedAt)))
      .returning({ id: oneTimeTokens.id })
    // The address was verified in the meantime: a link would lead nowhere.
    if (!renewed.length) throw new Refusal('verification-mail-failed')
    const { email, passwordHash } = mine
    await queueMail(tx, passwordHash ? verificationMail(auth, email, link) : knownAddressMail(auth, email))
  })
  return statusOf(ourAccountTexts.statusPending)
}

/**
 * The account exists from here on. It has no access to any website. The link shows whose the mailbox is, not who chose
 * the password: that is shown by the browser that signed up, and in any other one by the password itself.
 */
export async function verifyEmail(auth: AuthContext, { token, password }: Verification): Promise<SignUpStatus> {
  const open = await auth.inSite((tx) => openVerification(tx, auth, token))
  if (!open) throw new Refusal('link-invalid')
  if (open.browserHash !== hashOf(auth.tokens.signUp)) await confirmChosen(auth, open, password)
  const isNew = await auth.inSite(async (tx) => {
    const used = await tx
      .update(oneTimeTokens)
      .set({ usedAt: auth.now })
      .where(and(eq(oneTimeTokens.id, open.id), isOpenVerification(auth, token)))
      .returning({ id: oneTimeTokens.id })
    if (!used.length) throw new Refusal('link-invalid')
    const { email, passwordHash } = open
    const userId = await makeAccount(tx, auth, { email, passwordHash })
    if (userId) await record(tx, { resourceType: 'account', action: 'email_verified', userId }, auth.now)
    return userId !== undefined
  })
  return verified(isNew)
}

type Verification = { token: string; password?: string | undefined }
type OpenVerification = NewAccount & { id: string; browserHash: string | null }

/** A wrong password leaves the link as it is, and there are not many tries. */
async function confirmChosen(auth: AuthContext, { id, passwordHash }: OpenVerification, password = ''): Promise<void> {
  refuseProblems({ password: password ? impossiblePassword(password) : ourAccountTexts.signUpPasswordRequired })
  await countTry(auth, [counting(auth, limits.verificationOfSignUp, id)])
  if (!(await passwordMatches(passwordHash, password)))
    refuseProblems({ password: ourAccountTexts.signUpPasswordWrong })
}

const isOpenVerification = ({ now }: AuthContext, token: string) =>
  and(
    eq(oneTimeTokens.purpose, 'verify'),
    eq(oneTimeTokens.tokenHash, hashOf(token) ?? ''),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, now),
  )

async function openVerification(tx: SiteTx, auth: AuthContext, token: string): Promise<OpenVerification | undefined> {
  const { id, email, passwordHash, browserHash } = oneTimeTokens
  const [found] = await tx
    .select({ id, email, passwordHash, browserHash })
    .from(oneTimeTokens)
    .where(isOpenVerification(auth, token))
  return found?.passwordHash ? { ...found, passwordHash: found.passwordHash } : undefined
}

type NewAccount = { email: string; passwordHash: string }

/** Nothing when there is one with this address by now; its password stays. */
export async function makeAccount(
  tx: SiteTx,
  { now }: Pick<AuthContext, 'now'>,
  account: NewAccount,
): Promise<string | undefined> {
  const [made] = await tx
    .insert(users)
    .values({ ...account, emailVerifiedAt: now })
    .onConflictDoNothing()
    .returning({ id: users.id })
  return made?.id
}
