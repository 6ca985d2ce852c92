import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { limits } from '#domain/accounts/limits.ts'
import {
  isCode,
  isEnabled,
  recoveryCodeAlphabet,
  recoveryCodeCount,
  recoveryCodeLength,
} from '#domain/accounts/second-factor.ts'
import { Refusal } from '#domain/refusal.ts'
import { twoFactorTexts } from '#domain/texts/accounts.ts'
import type { AuthContext, Person } from '#server/accounts/auth-context.ts'
import { acceptsCode, recordWrongCode, secretPlace } from '#server/accounts/codes.ts'
import { confirmByRecoveryCode, confirmPerson } from '#server/accounts/confirm.ts'
import { refuseProblems } from '#server/accounts/fields.ts'
import { twoFactorOffMail, twoFactorOnMail } from '#server/accounts/mails.ts'
import { endOthers, liftLimit, lockedOwn } from '#server/accounts/sessions.ts'
import { factors, recoveryCodes } from '#server/accounts/table.ts'
import { enrollmentUri, newSecret } from '#server/accounts/totp.ts'
import { counting, countTry } from '#server/accounts/tries.ts'
import { type Account, type Factor, factorsOf, turnOff } from '#server/accounts/users.ts'
import { record } from '#server/activity/actions.ts'
import { refused } from '#server/db/errors.ts'
import { newId } from '#server/db/id.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { queueMail } from '#server/mail/queue.ts'

type Confirmation = { currentPassword: string; code?: string | undefined }
export type Enrollment = { qrCodeUri: string; secret: string; factorId: string }

export const listFactors = (auth: AuthContext, { userId }: Person): Promise<Factor[]> =>
  auth.inSite((tx) => factorsOf(tx, userId))

/** What there was before is removed first. The new factor counts once a code of it has been accepted. */
export async function startEnrollment(
  auth: AuthContext,
  person: Person,
  confirmation: Confirmation,
): Promise<Enrollment> {
  const confirmed = await confirmPerson(auth, person, confirmation)
  const secret = newSecret()
  const factorId = newId()
  await auth.inSite(async (tx) => {
    const account = await unchanged(tx, auth, person, confirmed)
    await disable(tx, auth, person, account)
    await tx.insert(factors).values({
      id: factorId,
      userId: account.id,
      friendlyName: 'Authenticator app',
      secret: auth.sealer.seal(secretPlace(factorId), secret),
      createdAt: auth.now,
    })
  })
  const qrCodeUri = enrollmentUri(secret, { issuer: auth.site.name, account: confirmed.email })
  return { qrCodeUri, secret, factorId }
}

/** Two-factor authentication is on from here; the recovery codes are seen this once. */
export async function finishEnrollment(
  auth: AuthContext,
  person: Person,
  { factorId, code }: { factorId: string; code: string },
): Promise<{ recoveryCodes: string[] }> {
  refuseProblems({ code: isCode(code) ? null : twoFactorTexts.wrongCode })
  const { userId, sessionId } = person
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await countTry(auth, [counting(auth, limits.enrolmentOfSession, sessionId)])
  const outcome = await auth.inSite(async (tx) => {
    const account = await lockedOwn(tx, auth, person)
    const found = (await factorsOf(tx, userId)).find(({ id }) => id === factorId)
    if (found?.status !== 'unverified') return 'no factor'
    if (!(await acceptsCode(tx, auth, { factorId, userId, status: 'unverified' }, code))) {
      await recordWrongCode(tx, auth, person, 'enrolment')
      return 'wrong code'
    }
    await tx.update(factors).set({ status: 'verified' }).where(eq(factors.id, factorId))
    await storeCodes(tx, auth, userId, codes)
    await endOthers(tx, userId, sessionId)
    await liftLimit(tx, sessionId)
    await queueMail(tx, twoFactorOnMail(auth, account.email))
    await record(tx, { resourceType: 'account', action: 'two_factor_enabled', userId, resourceId: factorId }, auth.now)
    return 'on'
  })
  if (outcome === 'no factor') throw new Refusal('enrollment-not-started')
  if (outcome === 'wrong code')
    throw new Refusal('enrollment-code-invalid', { fields: { code: twoFactorTexts.wrongCode } })
  return { recoveryCodes: codes }
}

/** Without its codes a factor is not turned on: the sentence says which half has failed. */
async function storeCodes(tx: SiteTx, { keys }: AuthContext, userId: string, codes: string[]): Promise<void> {
  try {
    const rows = codes.map((code) => ({ userId, codeHash: keys.recoveryCode(userId, code) }))
    await tx.insert(recoveryCodes).values(rows)
  } catch (error) {
    const known = refused(error)
    throw known instanceof Refusal ? known : Object.assign(new Refusal('recovery-codes-not-stored'), { cause: error })
  }
}

/** With a code of the app, or with a recovery code where the app is lost. */
export async function disableTwoFactor(
  auth: AuthContext,
  person: Person,
  { recoveryCode, ...confirmation }: Confirmation & { recoveryCode?: string | undefined },
): Promise<void> {
  const { currentPassword } = confirmation
  const confirmed = recoveryCode
    ? await confirmByRecoveryCode(auth, person, { currentPassword, recoveryCode })
    : await confirmPerson(auth, person, confirmation)
  await auth.inSite(async (tx) => disable(tx, auth, person, await unchanged(tx, auth, person, confirmed)))
}

async function disable(tx: SiteTx, auth: AuthContext, { sessionId }: Person, { id, email }: Account): Promise<void> {
  const wasOn = isEnabled(await factorsOf(tx, id))
  await turnOff(tx, id)
  if (!wasOn) return
  await endOthers(tx, id, sessionId)
  await queueMail(tx, twoFactorOffMail(auth, email))
  await record(tx, { resourceType: 'account', action: 'two_factor_disabled', userId: id }, auth.now)
}

/** What was confirmed must still be so: a password changed, or a factor added, in the meantime is not passed over. */
async function unchanged(tx: SiteTx, auth: AuthContext, person: Person, confirmed: Account): Promise<Account> {
  const account = await lockedOwn(tx, auth, person)
  if (account.generation !== confirmed.generation) throw new Refusal('conflict')
  return account
}

const newRecoveryCode = () =>
  Array.from({ length: recoveryCodeLength }, () => recoveryCodeAlphabet[randomInt(recoveryCodeAlphabet.length)]).join(
    '',
  )
