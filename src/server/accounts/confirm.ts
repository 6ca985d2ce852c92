import { and, eq } from 'drizzle-orm'
import { type Limit, limits } from '#domain/accounts/limits.ts'
import { recoveryCode as asCompared, isCode } from '#domain/accounts/second-factor.ts'
import type { Activity } from '#domain/activity/activity.ts'
import { Refusal } from '#domain/refusal.ts'
import { challengeTexts, changePasswordTexts, twoFactorTexts } from '#domain/texts/accounts.ts'
import { ourAccountTexts } from '#domain/texts/our-words.ts'
import type { AuthContext, Person } from '#server/accounts/auth-context.ts'
import { acceptsCode, recordWrongCode } from '#server/accounts/codes.ts'
import { confirmationToken } from '#server/accounts/confirmation.ts'
import { impossiblePassword, refuseProblems } from '#server/accounts/fields.ts'
import { passwordMatches } from '#server/accounts/passwords.ts'
import { endByForce } from '#server/accounts/sessions.ts'
import { recoveryCodes } from '#server/accounts/table.ts'
import { counting, triesLeft } from '#server/accounts/tries.ts'
import { type Account, accountById, factorsOf, lockedAccount } from '#server/accounts/users.ts'
import { record } from '#server/activity/actions.ts'
import { type Counted, giveBack } from '#server/limits/take.ts'

type Confirmation = { currentPassword: string; code?: string | undefined }

/**
 * Whoever changes how an account is entered shows again that it is theirs; a session that somebody has got hold of is
 * not enough: the password, and where two-factor authentication is on, a code of it too. The tries of a session are
 * counted for that session alone, and too many end it. Nobody outside can use them up.
 */
export async function confirmPerson(
  auth: AuthContext,
  person: Person,
  { currentPassword, code }: Confirmation,
): Promise<Account> {
  const account = await confirmPassword(auth, person, currentPassword)
  const factors = await auth.inSite((tx) => factorsOf(tx, person.userId))
  const factor = factors.find(({ status }) => status === 'verified')
  if (!factor) return account
  refuseProblems({ code: !code ? ourAccountTexts.codeRequired : isCode(code) ? null : twoFactorTexts.wrongCode })
  await confirmCode(auth, person, factor.id, code!)
  return account
}

/** The same for a while, for everything that asks for a confirmation in this session. */
export async function confirmForAWhile(auth: AuthContext, person: Person, form: Confirmation) {
  await confirmPerson(auth, person, form)
  return confirmationToken(auth.keys, { siteId: auth.site.siteId, sessionId: person.sessionId }, auth.now)
}

/** For whoever has lost their authenticator app and is still signed in; the code is not used up here. */
export async function confirmByRecoveryCode(
  auth: AuthContext,
  person: Person,
  { currentPassword, recoveryCode }: { currentPassword: string; recoveryCode: string },
): Promise<Account> {
  const { userId } = person
  const account = await confirmPassword(auth, person, currentPassword)
  const { counted } = await countOwnTry(auth, person, limits.codeOfSession)
  const isOne = await auth.inSite(async (tx) => {
    const codeHash = auth.keys.recoveryCode(userId, asCompared(recoveryCode))
    const matching = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash))
    if (await tx.$count(recoveryCodes, matching)) return giveBack(tx, counted).then(() => true)
    const failed = { resourceType: 'account', action: 'recovery_code_failed', userId } as const
    await record(tx, { ...failed, details: { during: 'confirmation', address: auth.address } }, auth.now)
    return false
  })
  if (!isOne) throw new Refusal('invalid', { fields: { recoveryCode: challengeTexts.wrongRecoveryCode } })
  return account
}

async function confirmPassword(auth: AuthContext, person: Person, password: string): Promise<Account> {
  refuseProblems({
    currentPassword: password ? impossiblePassword(password) : changePasswordTexts.currentRequired,
  })
  const account = await auth.inSite((tx) => accountById(tx, person.userId))
  const locked: Activity = { ...about(auth, person), action: 'sign_in_locked' }
  const { counted } = await countOwnTry(auth, person, limits.passwordOfSession, () => locked)
  const isRight = await passwordMatches(account.passwordHash, password)
  if (isRight) {
    await auth.inSite((tx) => giveBack(tx, counted))
    return account
  }
  await auth.inSite((tx) => record(tx, { ...about(auth, person), action: 'sign_in_failed' }, auth.now))
  const { currentIncorrect } = changePasswordTexts
  throw new Refusal('current-password-incorrect', { fields: { currentPassword: currentIncorrect } })
}

async function confirmCode(auth: AuthContext, person: Person, factorId: string, code: string): Promise<void> {
  const { userId } = person
  const { counted, left } = await countOwnTry(auth, person, limits.codeOfSession)
  const isRight = await auth.inSite(async (tx) => {
    await lockedAccount(tx, userId)
    const accepted = await acceptsCode(tx, auth, { factorId, userId, status: 'verified' }, code)
    if (accepted) await giveBack(tx, counted)
    else await recordWrongCode(tx, auth, person, 'confirmation', left === 0)
    return accepted
  })
  const facts = { attemptsRemaining: left }
  if (!isRight) throw new Refusal('enrollment-code-invalid', { fields: { code: twoFactorTexts.wrongCode }, facts })
}

const about = ({ address }: AuthContext, { userId }: Person) =>
  ({ resourceType: 'account', userId, details: { during: 'confirmation', address } }) as const

type OwnTry = { counted: Counted; left: number }

/** One try more than the limit allows is this session's last. */
async function countOwnTry(
  auth: AuthContext,
  person: Person,
  limit: Limit,
  whenLocked?: () => Activity,
): Promise<OwnTry> {
  const counted = counting(auth, limit, `${person.userId} ${person.sessionId}`)
  try {
    return { counted, left: await triesLeft(auth, [counted], whenLocked) }
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'too-many') throw error
    await endByForce(auth, person)
    throw limit === limits.codeOfSession ? new Refusal('too-many-attempts') : error
  }
}
