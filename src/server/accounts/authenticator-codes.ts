import { and, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { accountRateLimits, networkPrefixOf } from '#domain/accounts/limits.ts'
import { maxSecondFactorAttempts, wrongCodeLimit } from '#domain/accounts/second-factor.ts'
import { Refusal } from '#domain/refusal.ts'
import {
  type AuthContext,
  type ConfirmationPurpose,
  clientDetails,
  type SessionUser,
} from '#server/accounts/auth-context.ts'
import { accountLimitKey, countAttempts } from '#server/accounts/rate-limits.ts'
import { factors } from '#server/accounts/table.ts'
import { verifyDeviceCookie } from '#server/accounts/tokens.ts'
import { matchingTimeStep } from '#server/accounts/totp.ts'
import type { AccountCredentials } from '#server/accounts/users.ts'
import { recordActivity } from '#server/activity/record.ts'
import { type SealContext, UnreadableValueError } from '#server/crypto/sealer.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { peekLimit, type RateLimitKey, resetLimit } from '#server/limits/rate-limit.ts'

/** A factor belongs to a user, not to a website. */
export const factorSealContext = (factorId: string): SealContext => ({
  websiteId: null,
  table: 'factors',
  column: 'secret',
  rowId: factorId,
})

/** Accepts each code once. The caller has locked the account and limits how often this is called. */
export async function consumeAuthenticatorCode(
  tx: SiteTx,
  { sealer, now }: Pick<AuthContext, 'sealer' | 'now'>,
  { factorId, userId, status }: { factorId: string; userId: string; status: 'verified' | 'unverified' },
  code: string,
): Promise<boolean> {
  const matching = and(eq(factors.id, factorId), eq(factors.userId, userId), eq(factors.status, status))
  const [factor] = await tx.select().from(factors).where(matching)
  const step = factor ? matchingTimeStep(openSecret(sealer, factor), code, now, factor.lastUsedStep) : null
  if (step === null) return false
  const isUnused = or(isNull(factors.lastUsedStep), lt(factors.lastUsedStep, step))
  const used = await tx
    .update(factors)
    .set({ lastUsedStep: step })
    .where(and(matching, isUnused))
    .returning({ id: factors.id })
  return used.length === 1
}

export type CodeCheck = 'right' | 'locked' | { attemptsRemaining: number }

/**
 * Counts every attempt as wrong before checking the code, and clears all counts when it was right. Wrong codes lock the
 * challenge and the network; many of them lock all browsers except those that have signed in before, whose attempts are
 * counted apart. The counts must be committed, so the caller refuses after the transaction. The caller has locked the
 * account, so that parallel attempts are serialised.
 */
export async function checkSignInCode(
  tx: SiteTx,
  auth: AuthContext,
  { account, factorId, challengeId }: { account: AccountCredentials; factorId: string; challengeId: string },
  code: string,
): Promise<CodeCheck> {
  const { isKnown, keys } = codeLimits(auth, account, factorId)
  const all = [accountLimitKey(auth, accountRateLimits.codeOfChallenge, challengeId), ...keys]
  const { left, over } = await countAttempts(tx, auth, all)
  if (over) return 'locked'
  const leftOfFactor = isKnown ? left : await countFactorAttempt(tx, auth, factorId)
  if (leftOfFactor === null) return 'locked'
  if (!(await consumeAuthenticatorCode(tx, auth, { factorId, userId: account.id, status: 'verified' }, code)))
    return { attemptsRemaining: Math.min(left, leftOfFactor) }
  for (const key of all) await resetLimit(tx, key)
  await tx.update(factors).set({ wrongCodes: 0, wrongCodesEndAt: null }).where(eq(factors.id, factorId))
  return 'right'
}

/** How many codes this browser may try for a new challenge. */
export async function signInCodesLeft(
  tx: SiteTx,
  auth: AuthContext,
  account: AccountCredentials,
  factorId: string,
): Promise<number> {
  const { isKnown, keys } = codeLimits(auth, account, factorId)
  let min: number = maxSecondFactorAttempts
  for (const key of keys) min = Math.min(min, (await peekLimit(tx, key, auth.now)).left)
  if (isKnown) return min
  const { wrongCodes, wrongCodesEndAt, id } = factors
  const [counted] = await tx
    .select({ wrongCodes })
    .from(factors)
    .where(and(eq(id, factorId), gt(wrongCodesEndAt, auth.now)))
  return Math.max(0, Math.min(min, wrongCodeLimit.max - (counted?.wrongCodes ?? 0)))
}

function codeLimits(
  auth: AuthContext,
  account: AccountCredentials,
  factorId: string,
): { isKnown: boolean; keys: RateLimitKey[] } {
  const device = verifyDeviceCookie(auth, account)
  if (device?.proof !== 'signed-in')
    return {
      isKnown: false,
      keys: [accountLimitKey(auth, accountRateLimits.codeFromNetwork, `${factorId} ${networkPrefixOf(auth.address)}`)],
    }
  const subject = `${factorId} ${device.id}`
  return {
    isKnown: true,
    keys: [
      accountLimitKey(auth, accountRateLimits.codeOfDevice, subject),
      accountLimitKey(auth, accountRateLimits.codesOfDevice, subject),
    ],
  }
}

/** Counts an attempt over all networks and websites. Returns how many are left; null when there were too many. */
async function countFactorAttempt(tx: SiteTx, { now }: AuthContext, factorId: string): Promise<number | null> {
  const { wrongCodes, wrongCodesEndAt } = factors
  const { max, ms } = wrongCodeLimit
  const isOver = or(isNull(wrongCodesEndAt), lte(wrongCodesEndAt, now))
  const ends = new Date(+now + ms).toISOString()
  const [taken] = await tx
    .update(factors)
    .set({
      wrongCodes: sql`case when ${isOver} then 1 else ${wrongCodes} + 1 end`,
      wrongCodesEndAt: sql`case when ${isOver} then ${ends}::timestamptz else ${wrongCodesEndAt} end`,
    })
    .where(and(eq(factors.id, factorId), or(isOver, lt(wrongCodes, max))))
    .returning({ wrongCodes })
  return taken ? max - taken.wrongCodes : null
}

function openSecret(sealer: AuthContext['sealer'], { id, secret }: { id: string; secret: Buffer }): string {
  try {
    return sealer.open(factorSealContext(id), secret)
  } catch (error) {
    throw error instanceof UnreadableValueError ? new Refusal('codes-unreadable') : error
  }
}

/** Records a wrong code of a signed-in user. */
export async function recordWrongCode(
  tx: SiteTx,
  auth: AuthContext,
  { userId }: SessionUser,
  during: ConfirmationPurpose,
  isLast = false,
): Promise<void> {
  const action = isLast ? 'second_factor_locked' : 'second_factor_failed'
  const details = { during, ...clientDetails(auth) }
  await recordActivity(tx, { resourceType: 'account', action, userId, details }, auth.now)
}
