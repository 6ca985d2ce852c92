import { and, eq, isNull } from 'drizzle-orm'
import { type AccountStatus, accountStatus } from '#domain/accounts/account-status.ts'
import { ourAccountTexts } from '#domain/texts/our-words.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import { oneTimeTokens } from '#server/accounts/table.ts'
import { hashOf } from '#server/accounts/tokens.ts'
import type { SiteTx } from '#server/db/in-site.ts'

export type SignUpStatus = { status: AccountStatus; message: string }

export const statusOf = (message: string): SignUpStatus => ({ status: accountStatus(message), message })

/** The address is proven. Whoever had an account already is not led to believe that the typed password is its own. */
export const verified = (isNew: boolean): SignUpStatus => ({
  status: 'verified',
  message: isNew ? ourAccountTexts.statusVerified : ourAccountTexts.statusKnown,
})

export type SignUp = {
  id: string
  email: string
  /** Null when the address had an account already, which the browser must not learn. */
  passwordHash: string | null
  usedAt: Date | null
}

/** The sign-up that this very browser has made. */
export async function ownSignUp(tx: SiteTx, { tokens }: Pick<AuthContext, 'tokens'>): Promise<SignUp | undefined> {
  const hash = hashOf(tokens.signUp)
  if (!hash) return
  const { id, email, passwordHash, usedAt, browserHash } = oneTimeTokens
  const [found] = await tx.select({ id, email, passwordHash, usedAt }).from(oneTimeTokens).where(eq(browserHash, hash))
  return found
}

/** How the sign-up of this browser is going; of accounts that it did not make, it learns nothing. */
export async function signUpStatus(auth: AuthContext): Promise<SignUpStatus> {
  const signUp = await auth.inSite((tx) => ownSignUp(tx, auth))
  if (!signUp) return statusOf(ourAccountTexts.statusNotFound)
  return statusOf(signUp.usedAt ? ourAccountTexts.statusVerified : ourAccountTexts.statusPending)
}

/** Asked when signing in has failed: the answer is the same whether or not the address has an account. */
export async function isAwaitingVerification(tx: SiteTx, { tokens }: AuthContext, email: string): Promise<boolean> {
  const hash = hashOf(tokens.signUp)
  if (!hash) return false
  const mine = and(eq(oneTimeTokens.browserHash, hash), eq(oneTimeTokens.email, email), isNull(oneTimeTokens.usedAt))
  const found = await tx.select({ id: oneTimeTokens.id }).from(oneTimeTokens).where(mine)
  return found.length > 0
}
