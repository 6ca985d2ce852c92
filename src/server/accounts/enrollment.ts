import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { accountRateLimits } from '#domain/accounts/limits.ts'
import {
  isSecondFactorEnabled,
  isTotpCode,
  recoveryCodeAlphabet,
  recoveryCodeCount,
  recoveryCodeLength,
} from '#domain/accounts/second-factor.ts'
import { Refusal } from '#domain/refusal.ts'
import { twoFactorTexts } from '#domain/texts/accounts.ts'
import {
  type AuthContext,
  clientDetails,
  refuseInvalidFields,
  type SessionUser,
} from '#server/accounts/auth-context.ts'
import { consumeAuthenticatorCode, factorSealContext, recordWrongCode } from '#server/accounts/authenticator-codes.ts'
import { type ConfirmationForm, confirmByRecoveryCode, verifyCredentials } from '#server/accounts/confirmation.ts'
import { twoFactorOffMail, twoFactorOnMail } from '#server/accounts/mails.ts'
import { createLinkToken } from '#server/accounts/one-time-links.ts'
import { accountLimitKey, enforceLimits } from '#server/accounts/rate-limits.ts'
import { endOtherSessions, liftSessionLimits, lockOwnAccountRow } from '#server/accounts/sessions.ts'
import { factors, recoveryCodes } from '#server/accounts/table.ts'
import { firstSignInOfBrowser } from '#server/accounts/tokens.ts'
import { generateTotpSecret, otpauthUri } from '#server/accounts/totp.ts'
import { type AccountCredentials, type EnrolledFactor, loadFactors, removeFactors } from '#server/accounts/users.ts'
import { recordActivity } from '#server/activity/record.ts'
import { toRefusal } from '#server/db/errors.ts'
import { newId } from '#server/db/id.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { queueMail } from '#server/mail/queue.ts'

type Enrollment = { qrCodeUri: string; secret: string; factorId: string }

export const listFactors = (auth: AuthContext, { userId }: SessionUser): Promise<EnrolledFactor[]> =>
  auth.inSite((tx) => loadFactors(tx, userId))

/** Removes an earlier factor first. The new factor counts once one of its codes was accepted. */
export async function startEnrollment(
  auth: AuthContext,
  person: SessionUser,
  confirmation: ConfirmationForm,
): Promise<Enrollment> {
  const confirmed = await verifyCredentials(auth, person, confirmation, 'enrolment')
  const secret = generateTotpSecret()
  const factorId = newId()
  await auth.inSite(async (tx) => {
    const account = await lockUnchangedAccount(tx, auth, person, confirmed)
    await disableFactors(tx, auth, person, account)
    await tx.insert(factors).values({
      id: factorId,
      userId: account.id,
      friendlyName: 'Authenticator app',
      secret: auth.sealer.seal(factorSealContext(factorId), secret),
      browserSince: firstSignInOfBrowser(auth, account),
      createdAt: auth.now,
    })
  })
  const qrCodeUri = otpauthUri(secret, { issuer: auth.site.name, account: confirmed.email })
  return { qrCodeUri, secret, factorId }
}

/** Turns two-factor authentication on. The recovery codes are returned this once. */
export async function finishEnrollment(
  auth: AuthContext,
  person: SessionUser,
  { factorId, code }: { factorId: string; code: string },
): Promise<{ recoveryCodes: string[] }> {
  refuseInvalidFields({ code: isTotpCode(code) ? null : twoFactorTexts.wrongCode })
  const { userId, sessionId } = person
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await enforceLimits(auth, [accountLimitKey(auth, accountRateLimits.enrollmentOfSession, sessionId)])
  const outcome = await auth.inSite(async (tx) => {
    const account = await lockOwnAccountRow(tx, auth, person)
    const found = (await loadFactors(tx, userId)).find(({ id }) => id === factorId)
    if (found?.status !== 'unverified') return 'no factor'
    if (!(await consumeAuthenticatorCode(tx, auth, { factorId, userId, status: 'unverified' }, code))) {
      await recordWrongCode(tx, auth, person, 'enrolment')
      return 'wrong code'
    }
    await tx.update(factors).set({ status: 'verified' }).where(eq(factors.id, factorId))
    await storeRecoveryCodes(tx, auth, userId, codes)
    await endOtherSessions(tx, userId, sessionId)
    await liftSessionLimits(tx, sessionId)
    await queueMail(tx, twoFactorOnMail(auth, account.email, await createLinkToken(tx, auth, 'disown', account)))
    const subject = { resourceType: 'account', userId, resourceId: factorId } as const
    await recordActivity(tx, { ...subject, action: 'two_factor_enabled', details: clientDetails(auth) }, auth.now)
    return 'on'
  })
  if (outcome === 'no factor') throw new Refusal('enrollment-not-started')
  if (outcome === 'wrong code')
    throw new Refusal('enrollment-code-invalid', { fields: { code: twoFactorTexts.wrongCode } })
  return { recoveryCodes: codes }
}

/** A factor is not turned on without its recovery codes; the refusal says that storing them failed. */
async function storeRecoveryCodes(tx: SiteTx, { keys }: AuthContext, userId: string, codes: string[]): Promise<void> {
  try {
    const rows = codes.map((code) => ({ userId, codeHash: keys.recoveryCode(userId, code) }))
    await tx.insert(recoveryCodes).values(rows)
  } catch (error) {
    const known = toRefusal(error)
    throw known instanceof Refusal ? known : Object.assign(new Refusal('recovery-codes-not-stored'), { cause: error })
  }
}

/** Confirmed with a code of the app, or with a recovery code where the app is lost. */
export async function disableTwoFactor(
  auth: AuthContext,
  person: SessionUser,
  { recoveryCode, ...confirmation }: ConfirmationForm & { recoveryCode?: string | undefined },
): Promise<void> {
  const { currentPassword } = confirmation
  const confirmed = recoveryCode
    ? await confirmByRecoveryCode(auth, person, { currentPassword, recoveryCode }, 'disabling')
    : await verifyCredentials(auth, person, confirmation, 'disabling')
  await auth.inSite(async (tx) =>
    disableFactors(tx, auth, person, await lockUnchangedAccount(tx, auth, person, confirmed)),
  )
}

async function disableFactors(
  tx: SiteTx,
  auth: AuthContext,
  { sessionId }: SessionUser,
  account: AccountCredentials,
): Promise<void> {
  const { id, email } = account
  const wasOn = isSecondFactorEnabled(await loadFactors(tx, id))
  await removeFactors(tx, id)
  if (!wasOn) return
  await endOtherSessions(tx, id, sessionId)
  await queueMail(tx, twoFactorOffMail(auth, email, await createLinkToken(tx, auth, 'disown', account)))
  const details = clientDetails(auth)
  await recordActivity(tx, { resourceType: 'account', action: 'two_factor_disabled', userId: id, details }, auth.now)
}

/** Refuses when the password was changed or a factor added since the confirmation. */
async function lockUnchangedAccount(
  tx: SiteTx,
  auth: AuthContext,
  person: SessionUser,
  confirmed: AccountCredentials,
): Promise<AccountCredentials> {
  const account = await lockOwnAccountRow(tx, auth, person)
  if (account.generation !== confirmed.generation) throw new Refusal('conflict')
  return account
}

const newRecoveryCode = () =>
  Array.from({ length: recoveryCodeLength }, () => recoveryCodeAlphabet[randomInt(recoveryCodeAlphabet.length)]).join(
    '',
  )
