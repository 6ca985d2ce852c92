import { type Limit, limits } from '#domain/accounts/limits.ts'
import { isCode } from '#domain/accounts/second-factor.ts'
import type { Activity } from '#domain/activity/activity.ts'
import { Refusal } from '#domain/refusal.ts'
import { changePasswordTexts, twoFactorTexts } from '#domain/texts/accounts.ts'
import { ourAccountTexts } from '#domain/texts/our-words.ts'
import { checkCode, recordWrongCode } from '#server/accounts/codes.ts'
import { confirmationToken } from '#server/accounts/confirmation.ts'
import type { Desk, Person } from '#server/accounts/desk.ts'
import { impossiblePassword, refuseProblems } from '#server/accounts/fields.ts'
import { passwordMatches } from '#server/accounts/passwords.ts'
import { endByForce } from '#server/accounts/sessions.ts'
import { counting, countTry } from '#server/accounts/tries.ts'
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

async function confirmPassword(desk: Desk, person: Person, password: string): Promise<Account> {
  refuseProblems({
    currentPassword: password ? impossiblePassword(password) : changePasswordTexts.currentRequired,
  })
  const account = await desk.inSite((tx) => accountById(tx, person.userId))
  const locked: Activity = { ...about(desk, person), action: 'sign_in_locked' }
  const counted = await countOwnTry(desk, person, limits.passwordOfSession, () => locked)
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
  const counted = await countOwnTry(desk, person, limits.codeOfSession)
  const checked = await desk.inSite(async (tx) => {
    await lockedAccount(tx, userId)
    const outcome = await checkCode(tx, desk, { factorId, userId, status: 'verified' }, code)
    if (outcome === 'right') await giveBack(tx, counted)
    else if (outcome !== 'locked') await recordWrongCode(tx, desk, person, outcome.attemptsRemaining, 'confirmation')
    return outcome
  })
  // Locked by whoever knows the password and has tried codes elsewhere: that is not this session's fault.
  if (checked === 'locked') throw new Refusal('too-many-attempts')
  if (checked !== 'right')
    throw new Refusal('enrollment-code-invalid', { fields: { code: twoFactorTexts.wrongCode }, facts: checked })
}

const about = ({ address }: Desk, { userId }: Person) =>
  ({ resourceType: 'account', userId, details: { during: 'confirmation', address } }) as const

/** One try more than the limit allows is this session's last. */
async function countOwnTry(desk: Desk, person: Person, limit: Limit, whenLocked?: () => Activity): Promise<Counted> {
  const counted = counting(desk, limit, `${person.userId} ${person.sessionId}`)
  try {
    await countTry(desk, [counted], whenLocked)
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'too-many') throw error
    await endByForce(desk, person)
    throw limit === limits.codeOfSession ? new Refusal('too-many-attempts') : error
  }
  return counted
}
