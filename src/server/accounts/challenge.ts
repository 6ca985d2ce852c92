import { and, eq, gt } from 'drizzle-orm'
import { accountRateLimits, networkPrefixOf } from '#domain/accounts/limits.ts'
import { isTotpCode, normalizeRecoveryCode, recoveryCodeLength } from '#domain/accounts/second-factor.ts'
import { Refusal } from '#domain/refusal.ts'
import { challengeTexts } from '#domain/texts/accounts.ts'
import { type AuthContext, clientDetails, refuseInvalidFields } from '#server/accounts/auth-context.ts'
import { checkSignInCode } from '#server/accounts/authenticator-codes.ts'
import { recoveryUsedMail } from '#server/accounts/mails.ts'
import { createLinkToken } from '#server/accounts/one-time-links.ts'
import { accountLimitKey, enforceLimits } from '#server/accounts/rate-limits.ts'
import { endOtherSessions, type NewSession, openSession } from '#server/accounts/sessions.ts'
import { mailAboutNewBrowser } from '#server/accounts/sign-in.ts'
import { challenges, factors, recoveryCodes, users } from '#server/accounts/table.ts'
import { hashTokenIfValid, verifyDeviceCookie } from '#server/accounts/tokens.ts'
import {
  type AccountCredentials,
  accountColumns,
  loadUser,
  lockAccountRow,
  removeFactors,
  type User,
} from '#server/accounts/users.ts'
import { recordActivity } from '#server/activity/record.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { resetLimit } from '#server/limits/rate-limit.ts'
import { queueMail } from '#server/mail/queue.ts'

type ChallengeAnswer = { factorId: string; code: string }
export type CompletedSignIn = { user: User; session: NewSession }

/** The second step of signing in, with the code of an authenticator app. */
export async function answerChallenge(
  auth: AuthContext,
  { factorId, code }: ChallengeAnswer,
): Promise<CompletedSignIn> {
  refuseInvalidFields({ code: isTotpCode(code) ? null : challengeTexts.wrongCode })
  const outcome = await auth.inSite(async (tx) => {
    const challenge = await lockChallenge(tx, auth)
    if (!challenge) return 'expired'
    const { account, id: challengeId } = challenge
    const userId = account.id
    if (!(await hasFactor(tx, userId, factorId))) return 'no factor'
    const checked = await checkSignInCode(tx, auth, { account, factorId, challengeId }, code)
    if (checked === 'right') {
      await mailAboutNewBrowser(tx, auth, account)
      return completeSignIn(tx, auth, challenge, 'signed_in')
    }
    if (checked === 'locked') return checked
    const action = checked.attemptsRemaining ? 'second_factor_failed' : 'second_factor_locked'
    await recordActivity(tx, { resourceType: 'account', action, userId, details: clientDetails(auth) }, auth.now)
    return checked
  })
  return signInOrRefuse(outcome, 'wrong-code')
}

/**
 * The second step of signing in, with a recovery code. It turns two-factor authentication off until it is set up again.
 * Wrong authenticator codes do not lock it. A stranger who knows the password may have entered wrong codes to make the
 * owner use a recovery code, so the session is limited until a second factor is set up or the password changed.
 */
export async function signInWithRecoveryCode(
  auth: AuthContext,
  { factorId, code }: ChallengeAnswer,
): Promise<CompletedSignIn> {
  const typed = normalizeRecoveryCode(code)
  const isPossible = typed.length === recoveryCodeLength && /^[A-Z0-9]+$/.test(typed)
  refuseInvalidFields({ code: isPossible ? null : challengeTexts.wrongRecoveryCode })
  const pending = await auth.inSite((tx) => pendingChallenge(tx, auth))
  if (!pending) throw new Refusal('challenge-expired')
  const device = verifyDeviceCookie(auth, pending.account)
  const ownLimit = device
    ? accountLimitKey(auth, accountRateLimits.recoveryOfDevice, device.id)
    : accountLimitKey(
        auth,
        accountRateLimits.recoveryFromNetwork,
        `${pending.account.id} ${networkPrefixOf(auth.address)}`,
      )
  await enforceLimits(auth, [ownLimit], () => ({
    resourceType: 'account',
    action: 'second_factor_locked',
    userId: pending.account.id,
    details: { ...clientDetails(auth), with: 'recovery code' },
  }))
  const outcome = await auth.inSite(async (tx) => {
    const challenge = await lockChallenge(tx, auth)
    if (!challenge) return 'expired'
    const { account } = challenge
    const { id: userId, email } = account
    if (!(await hasFactor(tx, userId, factorId))) return 'no factor'
    const matching = and(
      eq(recoveryCodes.userId, userId),
      eq(recoveryCodes.codeHash, auth.keys.recoveryCode(userId, typed)),
    )
    const used = await tx.delete(recoveryCodes).where(matching).returning({ userId: recoveryCodes.userId })
    if (!used.length) {
      const details = clientDetails(auth)
      await recordActivity(tx, { resourceType: 'account', action: 'recovery_code_failed', userId, details }, auth.now)
      return 'wrong recovery code'
    }
    await removeFactors(tx, userId)
    await queueMail(tx, recoveryUsedMail(auth, email, await createLinkToken(tx, auth, 'disown', account)))
    await mailAboutNewBrowser(tx, auth, account)
    await endOtherSessions(tx, userId)
    const completed = await completeSignIn(tx, auth, challenge, 'recovery_code_used')
    await resetLimit(tx, ownLimit)
    return completed
  })
  return signInOrRefuse(outcome, 'wrong-recovery-code')
}

type ChallengeOutcome =
  | CompletedSignIn
  | 'expired'
  | 'no factor'
  | 'locked'
  | 'wrong recovery code'
  | { attemptsRemaining: number }

/** Runs after the transaction: the counts are committed, so the attempt can be refused. */
function signInOrRefuse(outcome: ChallengeOutcome, wrong: 'wrong-code' | 'wrong-recovery-code'): CompletedSignIn {
  if (outcome === 'expired') throw new Refusal('challenge-expired')
  if (outcome === 'no factor') throw new Refusal('challenge-failed')
  if (outcome === 'locked') throw new Refusal('too-many-attempts')
  if (outcome === 'wrong recovery code') throw new Refusal(wrong)
  if ('attemptsRemaining' in outcome) throw new Refusal(wrong, { facts: outcome })
  return outcome
}

type Challenge = { id: string; account: AccountCredentials; remember: boolean }

async function pendingChallenge(tx: SiteTx, { tokens, now }: AuthContext): Promise<Challenge | undefined> {
  const hash = hashTokenIfValid(tokens.challenge)
  if (!hash) return
  const [found] = await tx
    .select({ id: challenges.id, account: accountColumns, remember: challenges.remember })
    .from(challenges)
    .innerJoin(users, and(eq(users.id, challenges.userId), eq(users.passwordVersion, challenges.passwordVersion)))
    .where(and(eq(challenges.tokenHash, hash), gt(challenges.expiresAt, now)))
  return found
}

/** Serialises parallel answers to the challenges of one account. */
async function lockChallenge(tx: SiteTx, auth: AuthContext): Promise<Challenge | undefined> {
  const pending = await pendingChallenge(tx, auth)
  if (!pending) return
  await lockAccountRow(tx, pending.account.id)
  return pendingChallenge(tx, auth)
}

async function hasFactor(tx: SiteTx, userId: string, factorId: string): Promise<boolean> {
  const [found] = await tx
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.id, factorId), eq(factors.userId, userId), eq(factors.status, 'verified')))
  return found !== undefined
}

async function completeSignIn(
  tx: SiteTx,
  auth: AuthContext,
  { id, account: { id: userId }, remember }: Challenge,
  action: 'signed_in' | 'recovery_code_used',
): Promise<CompletedSignIn> {
  await tx.delete(challenges).where(eq(challenges.id, id))
  const account = await lockAccountRow(tx, userId)
  await recordActivity(tx, { resourceType: 'account', action, userId, details: clientDetails(auth) }, auth.now)
  const session = await openSession(tx, auth, account, { remember, limited: action === 'recovery_code_used' })
  return { user: await loadUser(tx, account), session }
}
