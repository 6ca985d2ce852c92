import { longestPasswordBytes, type PasswordRequirements, passwordProblems } from '#domain/accounts/password.ts'
import { Refusal } from '#domain/refusal.ts'
import { changePasswordTexts } from '#domain/texts/accounts.ts'
import { ourPasswordTexts } from '#domain/texts/our-words.ts'

type Problems = Record<string, string | null | undefined>

/** Refuses a form whose fields have problems; nothing is looked up for it. */
export function refuseProblems(problems: Problems): void {
  const fields = Object.fromEntries(Object.entries(problems).filter((entry): entry is [string, string] => !!entry[1]))
  if (Object.keys(fields).length) throw new Refusal('invalid', { fields })
}

/** What can be no account's password, and is not worth hashing. */
export function impossiblePassword(password: string): string | null {
  if (Buffer.byteLength(password) > longestPasswordBytes) return ourPasswordTexts.tooLong
  return password.isWellFormed() ? null : ourPasswordTexts.notText
}

export const newPasswordProblem = (password: string, asked: PasswordRequirements): string | undefined =>
  passwordProblems(password, asked)[0]

export function confirmationProblem(password: string, confirmation: string): string | null {
  if (!confirmation) return changePasswordTexts.confirmRequired
  return confirmation === password ? null : changePasswordTexts.mismatch
}
