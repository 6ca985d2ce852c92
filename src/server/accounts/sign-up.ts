import { and, eq, gt, isNull } from 'drizzle-orm'
import { emailProblem, normalizeEmail } from '#domain/accounts/email.ts'
import { accountRateLimits } from '#domain/accounts/limits.ts'
import { tokenLifetimesMs } from '#domain/accounts/session.ts'
import { type AccountStatus, accountStatusFromMessage } from '#domain/accounts/sign-in.ts'
import { Refusal } from '#domain/refusal.ts'
import { accountTexts } from '#domain/texts/own-words.ts'
import { type AuthContext, refuseInvalidFields } from '#server/accounts/auth-context.ts'
import { accountExistsMail, verificationMail } from '#server/accounts/mails.ts'
import {
  hashPassword,
  newPasswordProblem,
  passwordMatches,
  unusablePasswordProblem,
} from '#server/accounts/passwords.ts'
import { accountLimitKey, enforceLimits } from '#server/accounts/rate-limits.ts'
import { oneTimeTokens, users } from '#server/accounts/table.ts'
import { hashToken, hashTokenIfValid, newToken } from '#server/accounts/tokens.ts'
import { findAccount } from '#server/accounts/users.ts'
import { recordActivity } from '#server/activity/record.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { queueMail } from '#server/mail/queue.ts'

export type SignUpInput = { email: string; password: string }

export const signUpProblems = ({ email, password }: SignUpInput, { site }: AuthContext) => ({
  email: emailProblem(email),
  password: newPasswordProblem(password, site.passwords),
})

/**
 * Creates no account yet: that happens when the link in the mail is used by a person who knows this password. So a
 * stranger cannot create an account with their own password under another person's address. The token is for the browser
 * that signed up: it may ask for the status, and needs no password to use the link.
 */
export async function signUp(auth: AuthContext, form: SignUpInput): Promise<SignUpStatus & { token: string }> {
  refuseInvalidFields(signUpProblems(form, auth))
  const email = normalizeEmail(form.email)
  await enforceLimits(auth, [
    accountLimitKey(auth, accountRateLimits.signUpFromAddress, auth.address),
    accountLimitKey(auth, accountRateLimits.signUpOfAccount, email),
  ])
  const passwordHash = await hashPassword(form.password)
  const token = newToken()
  await auth.inSite(async (tx) => {
    const isKnown = (await findAccount(tx, email)) !== undefined
    const link = newToken()
    await tx.insert(oneTimeTokens).values({
      purpose: 'verify',
      tokenHash: hashToken(link),
      browserHash: hashToken(token),
      email,
      passwordHash: isKnown ? null : passwordHash,
      expiresAt: new Date(+auth.now + tokenLifetimesMs.verification),
      createdAt: auth.now,
    })
    await queueMail(tx, isKnown ? accountExistsMail(auth, email) : verificationMail(auth, email, link))
    const details = { address: auth.address }
    await recordActivity(tx, { resourceType: 'account', action: 'signed_up', userId: null, details }, auth.now)
  })
  return { ...createSignUpStatus(accountTexts.statusPending), token }
}

/** Mails a new link for this browser's sign-up; the old link no longer works. */
export async function resendVerification(auth: AuthContext): Promise<SignUpStatus> {
  const signUp = await auth.inSite((tx) => signUpOfBrowser(tx, auth))
  if (!signUp || signUp.usedAt) throw new Refusal('verification-mail-failed')
  await enforceLimits(auth, [
    accountLimitKey(auth, accountRateLimits.signUpFromAddress, auth.address),
    accountLimitKey(auth, accountRateLimits.resendOfAccount, signUp.email),
  ])
  const link = newToken()
  await auth.inSite(async (tx) => {
    const renewed = await tx
      .update(oneTimeTokens)
      .set({ tokenHash: hashToken(link), expiresAt: new Date(+auth.now + tokenLifetimesMs.verification) })
      .where(and(eq(oneTimeTokens.id, signUp.id), isNull(oneTimeTokens.usedAt)))
      .returning({ id: oneTimeTokens.id })
    // The address was verified in the meantime: a new link would not work.
    if (!renewed.length) throw new Refusal('verification-mail-failed')
    const { email, passwordHash } = signUp
    await queueMail(tx, passwordHash ? verificationMail(auth, email, link) : accountExistsMail(auth, email))
  })
  return createSignUpStatus(accountTexts.statusPending)
}

/**
 * Creates the account. It has no access to any website. The link proves who owns the mailbox, not who chose the password:
 * the browser that signed up proves that with its cookie, any other browser with the password.
 */
export async function verifyEmail(
  auth: AuthContext,
  { token, password }: { token: string; password?: string | undefined },
): Promise<SignUpStatus> {
  const open = await auth.inSite((tx) => openVerification(tx, auth, token))
  if (!open) throw new Refusal('link-invalid')
  if (open.browserHash !== hashTokenIfValid(auth.tokens.signUp)) await checkSignUpPassword(auth, open, password)
  const isNew = await auth.inSite(async (tx) => {
    const used = await tx
      .update(oneTimeTokens)
      .set({ usedAt: auth.now })
      .where(and(eq(oneTimeTokens.id, open.id), isOpenVerification(auth, token)))
      .returning({ id: oneTimeTokens.id })
    if (!used.length) throw new Refusal('link-invalid')
    const { email, passwordHash } = open
    const userId = await createAccount(tx, auth, { email, passwordHash })
    if (userId) await recordActivity(tx, { resourceType: 'account', action: 'email_verified', userId }, auth.now)
    return userId !== undefined
  })
  return verifiedStatus(isNew)
}

type OpenVerification = NewAccount & { id: string; browserHash: string | null }

/** A wrong password does not use up the link; the number of attempts is limited. */
async function checkSignUpPassword(
  auth: AuthContext,
  { id, passwordHash }: OpenVerification,
  password = '',
): Promise<void> {
  refuseInvalidFields({
    password: password ? unusablePasswordProblem(password) : accountTexts.signUpPasswordRequired,
  })
  await enforceLimits(auth, [accountLimitKey(auth, accountRateLimits.verificationOfSignUp, id)])
  if (!(await passwordMatches(passwordHash, password)))
    refuseInvalidFields({ password: accountTexts.signUpPasswordWrong })
}

const isOpenVerification = ({ now }: AuthContext, token: string) =>
  and(
    eq(oneTimeTokens.purpose, 'verify'),
    eq(oneTimeTokens.tokenHash, hashTokenIfValid(token) ?? ''),
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

/** Returns nothing when an account with this address exists by now; its password stays. */
export async function createAccount(
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

export type SignUpStatus = { status: AccountStatus; message: string }

export const createSignUpStatus = (message: string): SignUpStatus => ({
  status: accountStatusFromMessage(message),
  message,
})

/** An account that existed before keeps its password, and the message says so. */
export const verifiedStatus = (isNew: boolean): SignUpStatus => ({
  status: 'verified',
  message: isNew ? accountTexts.statusVerified : accountTexts.statusKnown,
})

export type SignUp = {
  id: string
  email: string
  /** Null when the address had an account already; the browser must not learn that. */
  passwordHash: string | null
  usedAt: Date | null
}

/** The sign-up of this browser, by its cookie. */
export async function signUpOfBrowser(
  tx: SiteTx,
  { tokens }: Pick<AuthContext, 'tokens'>,
): Promise<SignUp | undefined> {
  const hash = hashTokenIfValid(tokens.signUp)
  if (!hash) return
  const { id, email, passwordHash, usedAt, browserHash } = oneTimeTokens
  const [found] = await tx.select({ id, email, passwordHash, usedAt }).from(oneTimeTokens).where(eq(browserHash, hash))
  return found
}

/** The status of this browser's sign-up. It reveals nothing about other accounts. */
export async function signUpStatus(auth: AuthContext): Promise<SignUpStatus> {
  const signUp = await auth.inSite((tx) => signUpOfBrowser(tx, auth))
  if (!signUp) return createSignUpStatus(accountTexts.statusNotFound)
  return createSignUpStatus(signUp.usedAt ? accountTexts.statusVerified : accountTexts.statusPending)
}

/** Checked after a failed sign-in. The answer is the same whether or not the address has an account. */
export async function isAwaitingVerification(tx: SiteTx, { tokens }: AuthContext, email: string): Promise<boolean> {
  const hash = hashTokenIfValid(tokens.signUp)
  if (!hash) return false
  const own = and(eq(oneTimeTokens.browserHash, hash), eq(oneTimeTokens.email, email), isNull(oneTimeTokens.usedAt))
  const found = await tx.select({ id: oneTimeTokens.id }).from(oneTimeTokens).where(own)
  return found.length > 0
}
