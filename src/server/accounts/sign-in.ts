import { eq } from 'drizzle-orm'
import { sameEmail } from '#domain/accounts/email.ts'
import { lifetimes } from '#domain/accounts/lifetimes.ts'
import { limits } from '#domain/accounts/limits.ts'
import { isEnabled } from '#domain/accounts/second-factor.ts'
import { type SignInForm, signInProblems } from '#domain/accounts/sign-in.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Desk } from '#server/accounts/desk.ts'
import { impossiblePassword, refuseProblems } from '#server/accounts/fields.ts'
import { passwordMatches } from '#server/accounts/passwords.ts'
import { type OpenedSession, openSession } from '#server/accounts/sessions.ts'
import { isAwaitingVerification } from '#server/accounts/sign-up-status.ts'
import { challenges } from '#server/accounts/table.ts'
import { hashOf, newToken, tokenHash } from '#server/accounts/tokens.ts'
import { counting, countTry } from '#server/accounts/tries.ts'
import { type Account, accountOf, lockedAccount, type User, userOf } from '#server/accounts/users.ts'
import { record } from '#server/activity/actions.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { forget, giveBack } from '#server/limits/take.ts'

/** A session, or a challenge where a second factor is still to come. */
export type SignedIn = { user: User } & ({ session: OpenedSession } | { challenge: { token: string } })

/** Says and takes the same whether or not there is such an account. */
export async function signIn(desk: Desk, form: SignInForm & { rememberMe: boolean }): Promise<SignedIn> {
  refuseProblems({ password: impossiblePassword(form.password), ...signInProblems(form) })
  const email = sameEmail(form.email)
  const ofAddress = counting(desk, limits.signInFromAddress, desk.address)
  const ofAccount = counting(desk, limits.signInOfAccount, email)
  const about = { resourceType: 'account', userId: null, details: { address: desk.address } } as const
  await countTry(desk, [ofAddress, ofAccount], async (tx, { limit }) => {
    // What a stranger has typed is not written down, only whose it is.
    const locked = limit === limits.signInOfAccount ? await accountOf(tx, email) : undefined
    return { ...about, action: 'sign_in_locked', resourceId: locked?.id }
  })

  const account = await desk.inSite((tx) => accountOf(tx, email))
  const isRight = await passwordMatches(account?.passwordHash, form.password)
  if (!account || !isRight) {
    const isAwaiting = await desk.inSite(async (tx) => {
      await record(tx, { ...about, action: 'sign_in_failed', resourceId: account?.id }, desk.now)
      return isAwaitingVerification(tx, desk, email)
    })
    throw new Refusal(isAwaiting ? 'email-not-confirmed' : 'wrong-credentials')
  }
  return desk.inSite(async (tx) => {
    const signedIn = await letIn(tx, desk, account, form.rememberMe)
    await giveBack(tx, ofAddress)
    await forget(tx, ofAccount)
    return signedIn
  })
}

async function letIn(tx: SiteTx, desk: Desk, { id, passwordHash }: Account, remember: boolean): Promise<SignedIn> {
  const account = await lockedAccount(tx, id)
  // The password was changed while it was being checked.
  if (account.passwordHash !== passwordHash) throw new Refusal('wrong-credentials')
  const user = await userOf(tx, account)
  if (isEnabled(user.factors)) return { user, challenge: await openChallenge(tx, desk, account, remember) }
  await record(tx, { resourceType: 'account', action: 'signed_in', userId: id, details: by(desk) }, desk.now)
  return { user, session: await openSession(tx, desk, account, remember) }
}

const by = ({ device, address }: Desk) => ({ device, address })

async function openChallenge(
  tx: SiteTx,
  { now, tokens }: Desk,
  { id: userId, passwordVersion }: Account,
  remember: boolean,
): Promise<{ token: string }> {
  const previous = hashOf(tokens.challenge)
  if (previous) await tx.delete(challenges).where(eq(challenges.tokenHash, previous))
  const token = newToken()
  await tx.insert(challenges).values({
    userId,
    passwordVersion,
    remember,
    tokenHash: tokenHash(token),
    expiresAt: new Date(+now + lifetimes.challenge),
  })
  return { token }
}
