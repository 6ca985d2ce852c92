import { and, eq } from 'drizzle-orm'
import { type Limit, limits } from '#domain/accounts/limits.ts'
import { recoveryCode as asCompared, isCode } from '#domain/accounts/second-factor.ts'
import type { Activity } from '#domain/activity/activity.ts'
import { Refusal } from '#domain/refusal.ts'
import { challengeTexts, changePasswordTexts, twoFactorTexts } from '#domain/texts/accounts.ts'
import { ourAccountTexts } from '#domain/texts/our-words.ts'
import { acceptsCode, recordWrongCode } from '#server/accounts/codes.ts'
import { confirmationToken } from '#server/accounts/confirmation.ts'
import type { Desk, Person } from '#server/accounts/desk.ts'
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
  desk: Desk,
  person: Person,
  { currentPassword, code }: Confirmation,
): Promise<Account> {
  const account = await confirmPassword(desk, person, currentPassword)
  const factors = await desk.inSite((tx) => factorsOf(tx, person.userId))
  const factor = factors.find(({ status }) => status === 'verified')
  if (!factor) return account
  refuseProblems({ code: !code ? ourAccountTexts.codeRequired : isCode(code) ? null : twoFactorTexts.wrongCode })
  await confirmCode(desk, person, factor.id, code!)
  return account
}

/** The same for a while, for everything that asks for a confirmation in this session. */
export async function confirmForAWhile(desk: Desk, person: Person, form: Confirmation) {
  await confirmPerson(desk, person, form)
  return confirmationToken(desk.keys, { siteId: desk.site.siteId, sessionId: person.sessionId }, desk.now)
}

/** For whoever has lost their authenticator app and is still signed in; the code is not used up here. */
export async function confirmByRecoveryCode(
  desk: Desk,
  person: Person,
  { currentPassword, recoveryCode }: { currentPassword: string; recoveryCode: string },
): Promise<Account> {
  const { userId } = person
  const account = await confirmPassword(desk, person, currentPassword)
  const { counted } = await countOwnTry(desk, person, limits.codeOfSession)
  const isOne = await desk.inSite(async (tx) => {
    const codeHash = desk.keys.recoveryCode(userId, asCompared(recoveryCode))
    const matching = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash))
    if (await tx.$count(recoveryCodes, matching)) return giveBack(tx, counted).then(() => true)
    const failed = { resourceType: 'account', action: 'recovery_code_failed', userId } as const
    await record(tx, { ...failed, details: { during: 'confirmation', address: desk.address } }, desk.now)
    return false
  })
  if (!isOne) throw new Refusal('invalid', { fields: { recoveryCode: challengeTexts.wrongRecoveryCode } })
  return account
}

async function confirmPassword(desk: Desk, person: Person, password: string): Promise<Account> {
  refuseProblems({
    currentPassword: password ? impossiblePassword(password) : changePasswordTexts.currentRequired,
  })
  const account = await desk.inSite((tx) => accountById(tx, person.userId))
  const locked: Activity = { ...about(desk, person), action: 'sign_in_locked' }
  const { counted } = await countOwnTry(desk, person, limits.passwordOfSession, () => locked)
  const isRight = await passwordMatches(account.passwordHash, password)
  if (isRight) {
    await desk.inSite((tx) => giveBack(tx, counted))
    return account
  }
  await desk.inSite((tx) => record(tx, { ...about(desk, person), action: 'sign_in_failed' }, desk.now))
  const { currentIncorrect } = changePasswordTexts
  throw new Refusal('current-password-incorrect', { fields: { currentPassword: currentIncorrect } })
}

async function confirmCode(desk: Desk, person: Person, factorId: string, code: string): Promise<void> {
  const { userId } = person
  const { counted, left } = await countOwnTry(desk, person, limits.codeOfSession)
  const isRight = await desk.inSite(async (tx) => {
    await lockedAccount(tx, userId)
    const accepted = await acceptsCode(tx, desk, { factorId, userId, status: 'verified' }, code)
    if (accepted) await giveBack(tx, counted)
    else await recordWrongCode(tx, desk, person, 'confirmation', left === 0)
    return accepted
  })
  const facts = { attemptsRemaining: left }
  if (!isRight) throw new Refusal('enrollment-code-invalid', { fields: { code: twoFactorTexts.wrongCode }, facts })
}

const about = ({ address }: Desk, { userId }: Person) =>
  ({ resourceType: 'account', userId, details: { during: 'confirmation', address } }) as const

type OwnTry = { counted: Counted; left: number }

/** One try more than the limit allows is this session's last. */
async function countOwnTry(desk: Desk, person: Person, limit: Limit, whenLocked?: () => Activity): Promise<OwnTry> {
  const counted = counting(desk, limit, `${person.userId} ${person.sessionId}`)
  try {
    return { counted, left: await triesLeft(desk, [counted], whenLocked) }
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'too-many') throw error
    await endByForce(desk, person)
    throw limit === limits.codeOfSession ? new Refusal('too-many-attempts') : error
  }
}
