import { eq } from 'drizzle-orm'
import { normalizeEmail } from '#domain/accounts/email.ts'
import { accountRateLimits } from '#domain/accounts/limits.ts'
import { tokenLifetimesMs } from '#domain/accounts/session.ts'
import { type SignInValues, signInProblems } from '#domain/accounts/sign-in.ts'
import { Refusal } from '#domain/refusal.ts'
import { type AuthContext, clientDetails, refuseInvalidFields } from '#server/accounts/auth-context.ts'
import { signInCodesLeft } from '#server/accounts/authenticator-codes.ts'
import { newBrowserMail, signInDisownedMail, twoFactorDisownedMail } from '#server/accounts/mails.ts'
import {
  createLinkToken,
  endDisownLinks,
  findOneTimeLink,
  markLinkUsed,
  type OneTimeLink,
} from '#server/accounts/one-time-links.ts'
import { hashPassword, passwordMatches, unusablePasswordProblem } from '#server/accounts/passwords.ts'
import { countAttempts, signInLimits, tooManyAttemptsRefusal } from '#server/accounts/rate-limits.ts'
import { endOtherSessions, type NewSession, openSession } from '#server/accounts/sessions.ts'
import { isAwaitingVerification } from '#server/accounts/sign-up.ts'
import { challenges } from '#server/accounts/table.ts'
import { hashToken, hashTokenIfValid, newToken, verifyDeviceCookie } from '#server/accounts/tokens.ts'
import {
  type AccountCredentials,
  findAccount,
  loadUser,
  lockAccountRow,
  removeFactorsOfNewBrowsers,
  storePasswordHash,
  type User,
} from '#server/accounts/users.ts'
import { recordActivity } from '#server/activity/record.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { queueMail } from '#server/mail/queue.ts'

/** A session, or a challenge where the second factor is still missing. */
export type SignInResult = { user: User } & (
  | { session: NewSession }
  | { challenge: { token: string; attemptsRemaining: number } }
)

/** Answers the same, and takes as long, whether or not the account exists. */
export async function signIn(auth: AuthContext, form: SignInValues & { rememberMe: boolean }): Promise<SignInResult> {
  refuseInvalidFields({ password: unusablePasswordProblem(form.password), ...signInProblems(form) })
  const email = normalizeEmail(form.email)
  const activity = { resourceType: 'account', userId: null, details: clientDetails(auth) } as const
  const { account, clear, over } = await auth.inSite(async (tx) => {
    const account = await findAccount(tx, email)
    const { keys, clear } = signInLimits(auth, email, account)
    // The log names the account, never the address that a stranger has typed.
    const { over } = await countAttempts(tx, auth, keys, (_, { limit }) => ({
      ...activity,
      action: 'sign_in_locked',
      ...(limit !== accountRateLimits.signInFromAddress && account && { resourceId: account.id }),
    }))
    return { account, clear, over }
  })
  if (over) throw tooManyAttemptsRefusal(over)

  const isRight = await passwordMatches(account?.passwordHash, form.password)
  if (!account || !isRight) {
    const isAwaiting = await auth.inSite(async (tx) => {
      const failed = { ...activity, action: 'sign_in_failed' } as const
      await recordActivity(tx, { ...failed, ...(account && { resourceId: account.id }) }, auth.now)
      return isAwaitingVerification(tx, auth, email)
    })
    throw new Refusal(isAwaiting ? 'email-not-confirmed' : 'wrong-credentials')
  }
  return auth.inSite(async (tx) => {
    const result = await openSessionOrChallenge(tx, auth, account, form.rememberMe)
    await clear(tx)
    return result
  })
}

async function openSessionOrChallenge(
  tx: SiteTx,
  auth: AuthContext,
  { id, passwordHash }: AccountCredentials,
  remember: boolean,
): Promise<SignInResult> {
  const account = await lockAccountRow(tx, id)
  // The password was changed while it was being checked.
  if (account.passwordHash !== passwordHash) throw new Refusal('wrong-credentials')
  const user = await loadUser(tx, account)
  const factor = user.factors.find(({ status }) => status === 'verified')
  if (factor) {
    const attemptsRemaining = await signInCodesLeft(tx, auth, account, factor.id)
    return { user, challenge: { token: await openChallenge(tx, auth, account, remember), attemptsRemaining } }
  }
  await mailAboutNewBrowser(tx, auth, account)
  const details = clientDetails(auth)
  await recordActivity(tx, { resourceType: 'account', action: 'signed_in', userId: id, details }, auth.now)
  return { user, session: await openSession(tx, auth, account, { remember }) }
}

async function openChallenge(
  tx: SiteTx,
  { now, tokens }: AuthContext,
  { id: userId, passwordVersion }: AccountCredentials,
  remember: boolean,
): Promise<string> {
  const previous = hashTokenIfValid(tokens.challenge)
  if (previous) await tx.delete(challenges).where(eq(challenges.tokenHash, previous))
  const token = newToken()
  await tx.insert(challenges).values({
    userId,
    passwordVersion,
    remember,
    tokenHash: hashToken(token),
    expiresAt: new Date(+now + tokenLifetimesMs.challenge),
  })
  return token
}

/** Tells the owner of the account about a sign-in with a browser that has not signed in before. */
export async function mailAboutNewBrowser(tx: SiteTx, auth: AuthContext, account: AccountCredentials): Promise<void> {
  if (verifyDeviceCookie(auth, account)?.proof === 'signed-in') return
  const token = await createLinkToken(tx, auth, 'disown', account)
  await queueMail(tx, newBrowserMail(auth, account.email, token))
}

/**
 * "This was not me": ends every session on all websites and replaces the password that the stranger knows with an
 * unusable one. Ends all other such links, so it also undoes what they could have undone: a second factor is removed that
 * was set up with a browser which first signed in when the oldest of them was mailed, or later. It may be the stranger's.
 * Returns a token for setting a new password; the owner can request another one by mail.
 */
export async function disownSignIn(auth: AuthContext, { token }: { token: string }): Promise<{ resetToken: string }> {
  // The link is checked before hashing, so that invalid links cost no hash, and used up afterwards.
  if (!(await auth.inSite((tx) => findOneTimeLink(tx, auth, 'disown', token)))) throw new Refusal('link-invalid')
  const unusableHash = await hashPassword(newToken())
  return auth.inSite(async (tx) => {
    const link = await findOneTimeLink(tx, auth, 'disown', token)
    if (!link) throw new Refusal('link-invalid')
    const account = await lockAccountRow(tx, link.userId)
    // Another request may have used the link while this one waited for the lock.
    if (!(await findOneTimeLink(tx, auth, 'disown', token))) throw new Refusal('link-invalid')
    await markLinkUsed(tx, auth, link)
    const passwordVersion = await storePasswordHash(tx, account.id, unusableHash)
    await endOtherSessions(tx, account.id)
    await endDisownLinks(tx, account.id, passwordVersion)
    await queueMail(tx, signInDisownedMail(auth, account.email))
    const activity = { resourceType: 'account', userId: account.id, details: clientDetails(auth) } as const
    await recordActivity(tx, { ...activity, action: 'sign_in_disowned' }, auth.now)
    if (await removeFactorsOfNewBrowsers(tx, account.id, oldestSignIn(link, auth.now))) {
      await queueMail(tx, twoFactorDisownedMail(auth, account.email))
      const details = { ...activity.details, because: 'sign_in_disowned' }
      await recordActivity(tx, { ...activity, action: 'two_factor_disabled', details }, auth.now)
    }
    return { resetToken: await createLinkToken(tx, auth, 'reset', { ...account, passwordVersion }) }
  })
}

/** The oldest sign-in that the owner of the account could still have disowned. */
const oldestSignIn = ({ createdAt, disownableSince }: OneTimeLink, now: Date): Date =>
  new Date(Math.min(+createdAt, Math.max(+(disownableSince ?? createdAt), +now - tokenLifetimesMs.disowning)))
