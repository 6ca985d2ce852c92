import { limits } from '#domain/accounts/limits.ts'
import { isCode } from '#domain/accounts/second-factor.ts'
import { Refusal } from '#domain/refusal.ts'
import { changePasswordTexts, twoFactorTexts } from '#domain/texts/accounts.ts'
import { ourAccountTexts } from '#domain/texts/our-words.ts'
import { checkCode } from '#server/accounts/codes.ts'
import type { Desk, Person } from '#server/accounts/desk.ts'
import { impossiblePassword, refuseProblems } from '#server/accounts/fields.ts'
import { passwordMatches } from '#server/accounts/passwords.ts'
import { endThis } from '#server/accounts/sessions.ts'
import { counting, countTry } from '#server/accounts/tries.ts'
import { type Account, accountById, factorsOf, lockedAccount } from '#server/accounts/users.ts'
import { record } from '#server/activity/actions.ts'
import { giveBack } from '#server/limits/take.ts'

/**
 * Whoever changes how an account is entered shows again that they know its password; a session that somebody has got
 * hold of is not enough. Wrong tries count like those of signing in, and too many end the session.
 */
export async function confirmPassword(desk: Desk, person: Person, password: string): Promise<Account> {
  refuseProblems({
    currentPassword: password ? impossiblePassword(password) : changePasswordTexts.currentRequired,
  })
  const account = await desk.inSite((tx) => accountById(tx, person.userId))
  const ofAccount = counting(desk, limits.signInOfAccount, account.email)
  await orEndSession(desk, person, () => countTry(desk, [ofAccount]))
  const isRight = await passwordMatches(account.passwordHash, password)
  if (!isRight) {
    const { currentIncorrect } = changePasswordTexts
    throw new Refusal('current-password-incorrect', { fields: { currentPassword: currentIncorrect } })
  }
  await desk.inSite((tx) => giveBack(tx, ofAccount))
  return account
}

/** The password, and where two-factor authentication is on, a code of it too. */
export async function confirmPerson(
  desk: Desk,
  person: Person,
  { currentPassword, code }: { currentPassword: string; code?: string | undefined },
): Promise<Account> {
  const account = await confirmPassword(desk, person, currentPassword)
  const factors = await desk.inSite((tx) => factorsOf(tx, person.userId))
  const factor = factors.find(({ status }) => status === 'verified')
  if (!factor) return account
  refuseProblems({ code: !code ? ourAccountTexts.codeRequired : isCode(code) ? null : twoFactorTexts.wrongCode })
  await orEndSession(desk, person, () => confirmCode(desk, person, factor.id, code!))
  return account
}

async function confirmCode(desk: Desk, { userId }: Person, factorId: string, code: string): Promise<void> {
  const checked = await desk.inSite(async (tx) => {
    await lockedAccount(tx, userId)
    const outcome = await checkCode(tx, desk, { factorId, userId, status: 'verified' }, code)
    if (outcome !== 'right' && outcome !== 'locked') {
      const action = outcome.attemptsRemaining ? 'second_factor_failed' : 'second_factor_locked'
      await record(tx, { resourceType: 'account', action, userId }, desk.now)
    }
    return outcome
  })
  if (checked === 'locked') throw new Refusal('too-many-attempts')
  if (checked !== 'right')
    throw new Refusal('enrollment-code-invalid', { fields: { code: twoFactorTexts.wrongCode }, facts: checked })
}

async function orEndSession(desk: Desk, person: Person, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isTooMany = error instanceof Refusal && ['too-many', 'too-many-attempts'].includes(error.reason)
    if (isTooMany) await desk.inSite((tx) => endThis(tx, person))
    throw error
  }
}
