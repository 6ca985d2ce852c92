import { eq } from 'drizzle-orm'
import { sameEmail } from '#domain/accounts/email.ts'
import { lifetimes } from '#domain/accounts/lifetimes.ts'
import { limits, networkOf } from '#domain/accounts/limits.ts'
import { type SignInForm, signInProblems } from '#domain/accounts/sign-in.ts'
import { Refusal } from '#domain/refusal.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import { attemptsLeft } from '#server/accounts/codes.ts'
import { deviceOf } from '#server/accounts/device.ts'
import { tellOfNewBrowser } from '#server/accounts/disown.ts'
import { impossiblePassword, refuseProblems } from '#server/accounts/fields.ts'
import { passwordMatches } from '#server/accounts/passwords.ts'
import { type OpenedSession, openSession } from '#server/accounts/sessions.ts'
import { isAwaitingVerification } from '#server/accounts/sign-up-status.ts'
import { challenges } from '#server/accounts/table.ts'
import { hashOf, newToken, tokenHash } from '#server/accounts/tokens.ts'
import { counting, takeAll, tooMany } from '#server/accounts/tries.ts'
import { type Account, accountOf, lockedAccount, type User, userOf } from '#server/accounts/users.ts'
import { record } from '#server/activity/actions.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { forget, giveBack } from '#server/limits/take.ts'

/** A session, or a challenge where a second factor is still to come. */
export type SignedIn = { user: User } & ({ session: OpenedSession } | { challenge: OpenedChallenge })
type OpenedChallenge = { token: string; attemptsRemaining: number }

/** Says and takes the same whether or not there is such an account. */
export async function signIn(auth: AuthContext, form: SignInForm & { rememberMe: boolean }): Promise<SignedIn> {
  refuseProblems({ password: impossiblePassword(form.password), ...signInProblems(form) })
  const email = sameEmail(form.email)
  const about = { resourceType: 'account', userId: null, details: { address: auth.address } } as const
  const { account, clear, over } = await auth.inSite(async (tx) => {
    const account = await accountOf(tx, email)
    const { all, clear } = triesOf(auth, email, account)
    // What a stranger has typed is not written down, only whose it is.
    const { over } = await takeAll(tx, auth, all, (_, { limit }) => ({
      ...about,
      action: 'sign_in_locked',
      ...(limit !== limits.signInFromAddress && account && { resourceId: account.id }),
    }))
    return { account, clear, over }
  })
  if (over) throw tooMany(over)

  const isRight = await passwordMatches(account?.passwordHash, form.password)
  if (!account || !isRight) {
    const isAwaiting = await auth.inSite(async (tx) => {
      const failed = { ...about, action: 'sign_in_failed' } as const
      await record(tx, { ...failed, ...(account && { resourceId: account.id }) }, auth.now)
      return isAwaitingVerification(tx, auth, email)
    })
    throw new Refusal(isAwaiting ? 'email-not-confirmed' : 'wrong-credentials')
  }
  return auth.inSite(async (tx) => {
    const signedIn = await letIn(tx, auth, account, form.rememberMe)
    await clear(tx)
    return signedIn
  })
}

/**
 * A browser that has signed in before has tries of its own. All others share those of their network, and of the account:
 * wrong passwords of strangers keep the strangers out, and never such a browser.
 */
function triesOf(auth: AuthContext, email: string, account: Account | undefined) {
  const device = deviceOf(auth, account)
  if (device) {
    const ofDevice = counting(auth, limits.signInOfDevice, device.id)
    return { all: [ofDevice], clear: (tx: SiteTx) => forget(tx, ofDevice) }
  }
  const ofAddress = counting(auth, limits.signInFromAddress, auth.address)
  const ofNetwork = signInsFromNetwork(auth, email)
  const ofAccount = counting(auth, limits.signInOfAccount, email)
  return {
    all: [ofAddress, ofNetwork, ofAccount],
    clear: async (tx: SiteTx) => {
      await giveBack(tx, ofAddress)
      await forget(tx, ofNetwork)
      await giveBack(tx, ofAccount)
    },
  }
}

const signInsFromNetwork = (auth: AuthContext, email: string) =>
  counting(auth, limits.signInFromNetwork, `${email} ${networkOf(auth.address)}`)

/** With a new password nobody has tried wrong ones yet. */
export async function forgetSignIns(tx: SiteTx, auth: AuthContext, email: string): Promise<void> {
  await forget(tx, signInsFromNetwork(auth, email))
  await forget(tx, counting(auth, limits.signInOfAccount, email))
}

async function letIn(
  tx: SiteTx,
  auth: AuthContext,
  { id, passwordHash }: Account,
  remember: boolean,
): Promise<SignedIn> {
  const account = await lockedAccount(tx, id)
  // The password was changed while it was being checked.
  if (account.passwordHash !== passwordHash) throw new Refusal('wrong-credentials')
  const user = await userOf(tx, account)
  const factor = user.factors.find(({ status }) => status === 'verified')
  if (factor) {
    const attemptsRemaining = await attemptsLeft(tx, auth, account, factor.id)
    return { user, challenge: { token: await openChallenge(tx, auth, account, remember), attemptsRemaining } }
  }
  await tellOfNewBrowser(tx, auth, account)
  await record(tx, { resourceType: 'account', action: 'signed_in', userId: id, details: by(auth) }, auth.now)
  return { user, session: await openSession(tx, auth, account, { remember }) }
}

const by = ({ device, address }: AuthContext) => ({ device, address })

async function openChallenge(
  tx: SiteTx,
  { now, tokens }: AuthContext,
  { id: userId, passwordVersion }: Account,
  remember: boolean,
): Promise<string> {
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
  return token
}
