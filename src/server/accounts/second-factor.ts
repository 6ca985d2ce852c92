import { and, eq, gt } from 'drizzle-orm'
import { limits, networkOf } from '#domain/accounts/limits.ts'
import { isCode, recoveryCode, recoveryCodeLength } from '#domain/accounts/second-factor.ts'
import { Refusal } from '#domain/refusal.ts'
import { challengeTexts, recoveryTexts } from '#domain/texts/accounts.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import { checkCode } from '#server/accounts/codes.ts'
import { deviceOf } from '#server/accounts/device.ts'
import { tellOfNewBrowser } from '#server/accounts/disown.ts'
import { refuseProblems } from '#server/accounts/fields.ts'
import { recoveryUsedMail } from '#server/accounts/mails.ts'
import { endOthers, type OpenedSession, openSession } from '#server/accounts/sessions.ts'
import { challenges, factors, recoveryCodes, users } from '#server/accounts/table.ts'
import { hashOf } from '#server/accounts/tokens.ts'
import { counting, countTry } from '#server/accounts/tries.ts'
import { type Account, accountColumns, lockedAccount, turnOff, type User, userOf } from '#server/accounts/users.ts'
import { record } from '#server/activity/actions.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { forget } from '#server/limits/take.ts'
import { queueMail } from '#server/mail/queue.ts'

type Answer = { factorId: string; code: string }
export type LetIn = { user: User; session: OpenedSession }

/** The second step of signing in, with the code of an authenticator app. */
export async function answerChallenge(auth: AuthContext, { factorId, code }: Answer): Promise<LetIn> {
  refuseProblems({ code: isCode(code) ? null : challengeTexts.wrongCode })
  const outcome = await auth.inSite(async (tx) => {
    const challenge = await lockedChallenge(tx, auth)
    if (!challenge) return 'expired'
    const { account, id: challengeId } = challenge
    const userId = account.id
    if (!(await hasFactor(tx, userId, factorId))) return 'no factor'
    const checked = await checkCode(tx, auth, { account, factorId, challengeId }, code)
    if (checked === 'right') {
      await tellOfNewBrowser(tx, auth, account)
      return letIn(tx, auth, challenge, 'signed_in')
    }
    if (checked === 'locked') return checked
    const action = checked.attemptsRemaining ? 'second_factor_failed' : 'second_factor_locked'
    await record(tx, { resourceType: 'account', action, userId, details: by(auth) }, auth.now)
    return checked
  })
  return admitted(outcome, 'wrong-code')
}

/**
 * A recovery code instead: two-factor authentication is off from then on, until it is set up again. Wrong authenticator
 * codes do not lock it. Somebody who knows the password may have made the owner use it, so the session that it opens is
 * good for nothing but a second factor or a new password until there is one of them.
 */
export async function useRecoveryCode(auth: AuthContext, { factorId, code }: Answer): Promise<LetIn> {
  const typed = recoveryCode(code)
  const isPossible = typed.length === recoveryCodeLength && /^[A-Z0-9]+$/.test(typed)
  refuseProblems({ code: isPossible ? null : recoveryTexts.invalid })
  const waiting = await auth.inSite((tx) => pendingChallenge(tx, auth))
  if (!waiting) throw new Refusal('challenge-expired')
  const device = deviceOf(auth, waiting.account)
  const ownTries = device
    ? counting(auth, limits.recoveryOfDevice, device.id)
    : counting(auth, limits.recoveryFromNetwork, `${waiting.account.id} ${networkOf(auth.address)}`)
  await countTry(auth, [ownTries], () => ({
    resourceType: 'account',
    action: 'second_factor_locked',
    userId: waiting.account.id,
    details: { ...by(auth), with: 'recovery code' },
  }))
  const outcome = await auth.inSite(async (tx) => {
    const challenge = await lockedChallenge(tx, auth)
    if (!challenge) return 'expired'
    const { id: userId, email } = challenge.account
    if (!(await hasFactor(tx, userId, factorId))) return 'no factor'
    const matching = and(
      eq(recoveryCodes.userId, userId),
      eq(recoveryCodes.codeHash, auth.keys.recoveryCode(userId, typed)),
    )
    const used = await tx.delete(recoveryCodes).where(matching).returning({ userId: recoveryCodes.userId })
    if (!used.length) {
      const failed = { resourceType: 'account', action: 'recovery_code_failed', userId } as const
      await record(tx, { ...failed, details: by(auth) }, auth.now)
      return 'wrong recovery code'
    }
    await turnOff(tx, userId)
    await queueMail(tx, recoveryUsedMail(auth, email))
    await tellOfNewBrowser(tx, auth, challenge.account)
    await endOthers(tx, userId)
    const letInNow = await letIn(tx, auth, challenge, 'recovery_code_used')
    await forget(tx, ownTries)
    return letInNow
  })
  return admitted(outcome, 'wrong-recovery-code')
}

type Outcome = LetIn | 'expired' | 'no factor' | 'locked' | 'wrong recovery code' | { attemptsRemaining: number }

/** What was counted is stored by now, so it can be refused. */
function admitted(outcome: Outcome, wrong: 'wrong-code' | 'wrong-recovery-code'): LetIn {
  if (outcome === 'expired') throw new Refusal('challenge-expired')
  if (outcome === 'no factor') throw new Refusal('challenge-failed')
  if (outcome === 'locked') throw new Refusal('too-many-attempts')
  if (outcome === 'wrong recovery code') throw new Refusal(wrong)
  if ('attemptsRemaining' in outcome) throw new Refusal(wrong, { facts: outcome })
  return outcome
}

type Challenge = { id: string; account: Account; remember: boolean }

async function pendingChallenge(tx: SiteTx, { tokens, now }: AuthContext): Promise<Challenge | undefined> {
  const hash = hashOf(tokens.challenge)
  if (!hash) return
  const [found] = await tx
    .select({ id: challenges.id, account: accountColumns, remember: challenges.remember })
    .from(challenges)
    .innerJoin(users, and(eq(users.id, challenges.userId), eq(users.passwordVersion, challenges.passwordVersion)))
    .where(and(eq(challenges.tokenHash, hash), gt(challenges.expiresAt, now)))
  return found
}

/** Those who answer challenges of one account at the same time come one after the other. */
async function lockedChallenge(tx: SiteTx, auth: AuthContext): Promise<Challenge | undefined> {
  const waiting = await pendingChallenge(tx, auth)
  if (!waiting) return
  await lockedAccount(tx, waiting.account.id)
  return pendingChallenge(tx, auth)
}

async function hasFactor(tx: SiteTx, userId: string, factorId: string): Promise<boolean> {
  const [found] = await tx
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.id, factorId), eq(factors.userId, userId), eq(factors.status, 'verified')))
  return found !== undefined
}

async function letIn(
  tx: SiteTx,
  auth: AuthContext,
  { id, account: { id: userId }, remember }: Challenge,
  action: 'signed_in' | 'recovery_code_used',
): Promise<LetIn> {
  await tx.delete(challenges).where(eq(challenges.id, id))
  const account = await lockedAccount(tx, userId)
  await record(tx, { resourceType: 'account', action, userId, details: by(auth) }, auth.now)
  const session = await openSession(tx, auth, account, { remember, limited: action === 'recovery_code_used' })
  return { user: await userOf(tx, account), session }
}

const by = ({ device, address }: AuthContext) => ({ device, address })
