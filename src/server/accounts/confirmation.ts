import { and, eq } from 'drizzle-orm'
import { accountRateLimits, type RateLimit } from '#domain/accounts/limits.ts'
import { isTotpCode, normalizeRecoveryCode } from '#domain/accounts/second-factor.ts'
import type { ActivityRecord } from '#domain/activity/activity.ts'
import { Refusal } from '#domain/refusal.ts'
import { challengeTexts, changePasswordTexts, twoFactorTexts } from '#domain/texts/accounts.ts'
import { accountTexts } from '#domain/texts/own-words.ts'
import {
  type AuthContext,
  type ConfirmationPurpose,
  clientDetails,
  refuseInvalidFields,
  type SessionUser,
} from '#server/accounts/auth-context.ts'
import { consumeAuthenticatorCode, recordWrongCode } from '#server/accounts/authenticator-codes.ts'
import { passwordMatches, unusablePasswordProblem } from '#server/accounts/passwords.ts'
import { accountLimitKey, enforceLimits } from '#server/accounts/rate-limits.ts'
import { endSessionAfterFailures } from '#server/accounts/sessions.ts'
import { recoveryCodes } from '#server/accounts/table.ts'
import { createConfirmationToken, type SignedToken } from '#server/accounts/tokens.ts'
import { type AccountCredentials, accountById, loadFactors, lockAccountRow } from '#server/accounts/users.ts'
import { recordActivity } from '#server/activity/record.ts'
import { type RateLimitKey, uncountAttempt } from '#server/limits/rate-limit.ts'

export type ConfirmationForm = { currentPassword: string; code?: string | undefined }

/**
 * A stolen session is not enough to change how an account is entered: that needs the password, and a code where
 * two-factor authentication is on. Attempts are counted per session, and too many end the session. Strangers cannot use
 * them up.
 */
export async function verifyCredentials(
  auth: AuthContext,
  person: SessionUser,
  { currentPassword, code }: ConfirmationForm,
  during: ConfirmationPurpose,
): Promise<AccountCredentials> {
  const account = await confirmPassword(auth, person, currentPassword, during)
  const factors = await auth.inSite((tx) => loadFactors(tx, person.userId))
  const factor = factors.find(({ status }) => status === 'verified')
  if (!factor) return account
  refuseInvalidFields({
    code: !code ? accountTexts.codeRequired : isTotpCode(code) ? null : twoFactorTexts.wrongCode,
  })
  await confirmCode(auth, person, { factorId: factor.id, code: code!, during })
  return account
}

/** Returns a token that is a confirmation for five minutes, for every route that requires one. */
export async function issueConfirmation(
  auth: AuthContext,
  person: SessionUser,
  form: ConfirmationForm,
): Promise<SignedToken> {
  await verifyCredentials(auth, person, form, 'confirmation')
  return createConfirmationToken(auth.keys, { siteId: auth.site.siteId, sessionId: person.sessionId }, auth.now)
}

/** For a signed-in user who has lost the authenticator app. The recovery code is not used up here. */
export async function confirmByRecoveryCode(
  auth: AuthContext,
  person: SessionUser,
  { currentPassword, recoveryCode }: { currentPassword: string; recoveryCode: string },
  during: ConfirmationPurpose,
): Promise<AccountCredentials> {
  const { userId } = person
  const account = await confirmPassword(auth, person, currentPassword, during)
  const { key } = await countSessionAttempt(auth, person, accountRateLimits.codeOfSession)
  const isRight = await auth.inSite(async (tx) => {
    const codeHash = auth.keys.recoveryCode(userId, normalizeRecoveryCode(recoveryCode))
    const matching = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash))
    if (await tx.$count(recoveryCodes, matching)) return uncountAttempt(tx, key).then(() => true)
    await recordActivity(tx, { ...failedConfirmation(auth, person, during), action: 'recovery_code_failed' }, auth.now)
    return false
  })
  if (!isRight) throw new Refusal('invalid', { fields: { recoveryCode: challengeTexts.wrongRecoveryCode } })
  return account
}

async function confirmPassword(
  auth: AuthContext,
  person: SessionUser,
  password: string,
  during: ConfirmationPurpose,
): Promise<AccountCredentials> {
  refuseInvalidFields({
    currentPassword: password ? unusablePasswordProblem(password) : changePasswordTexts.currentRequired,
  })
  const account = await auth.inSite((tx) => accountById(tx, person.userId))
  const failed = failedConfirmation(auth, person, during)
  const locked: ActivityRecord = { ...failed, action: 'sign_in_locked' }
  const { key } = await countSessionAttempt(auth, person, accountRateLimits.passwordOfSession, () => locked)
  const isRight = await passwordMatches(account.passwordHash, password)
  if (isRight) {
    await auth.inSite((tx) => uncountAttempt(tx, key))
    return account
  }
  await auth.inSite((tx) => recordActivity(tx, { ...failed, action: 'sign_in_failed' }, auth.now))
  const { currentIncorrect } = changePasswordTexts
  throw new Refusal('current-password-incorrect', { fields: { currentPassword: currentIncorrect } })
}

type CodeToConfirm = { factorId: string; code: string; during: ConfirmationPurpose }

async function confirmCode(
  auth: AuthContext,
  person: SessionUser,
  { factorId, code, during }: CodeToConfirm,
): Promise<void> {
  const { userId } = person
  const { key, left } = await countSessionAttempt(auth, person, accountRateLimits.codeOfSession)
  const isRight = await auth.inSite(async (tx) => {
    await lockAccountRow(tx, userId)
    const accepted = await consumeAuthenticatorCode(tx, auth, { factorId, userId, status: 'verified' }, code)
    if (accepted) await uncountAttempt(tx, key)
    else await recordWrongCode(tx, auth, person, during, left === 0)
    return accepted
  })
  const facts = { attemptsRemaining: left }
  if (!isRight) throw new Refusal('enrollment-code-invalid', { fields: { code: twoFactorTexts.wrongCode }, facts })
}

const failedConfirmation = (auth: AuthContext, { userId }: SessionUser, during: ConfirmationPurpose) =>
  ({ resourceType: 'account', userId, details: { during, ...clientDetails(auth) } }) as const

/** An attempt over the limit ends the session. */
async function countSessionAttempt(
  auth: AuthContext,
  person: SessionUser,
  limit: RateLimit,
  lockedActivity?: () => ActivityRecord,
): Promise<{ key: RateLimitKey; left: number }> {
  const key = accountLimitKey(auth, limit, `${person.userId} ${person.sessionId}`)
  try {
    return { key, left: await enforceLimits(auth, [key], lockedActivity) }
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'too-many') throw error
    await endSessionAfterFailures(auth, person)
    throw limit === accountRateLimits.codeOfSession ? new Refusal('too-many-attempts') : error
  }
}
