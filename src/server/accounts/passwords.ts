import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { maxPasswordBytes, type PasswordRequirements, passwordProblems } from '#domain/accounts/password.ts'
import { Refusal } from '#domain/refusal.ts'
import { changePasswordTexts } from '#domain/texts/accounts.ts'
import { passwordRuleTexts } from '#domain/texts/own-words.ts'
import { createWorkQueue, QueueFullError } from '#server/limits/work-queue.ts'

/** argon2id, as OWASP recommends it: 19 MiB, two passes, one lane. */
const argon2Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashing is expensive on purpose; a flood of it must leave CPU time for other requests. */
const queue = createWorkQueue({ atOnce: Math.max(1, Math.min(4, availableParallelism() - 1)), maxWaiting: 200 })

const enqueue = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await queue.run(work)
  } catch (error) {
    throw error instanceof QueueFullError ? new Refusal('unavailable') : error
  }
}

export const hashPassword = (password: string): Promise<string> => enqueue(() => hash(password, argon2Options))

const randomText = (length: number) => randomBytes(length).toString('base64').replaceAll('=', '')
/** A hash that no password matches. */
const dummyHash = `$argon2id$v=19$m=${argon2Options.memoryCost},t=${argon2Options.timeCost},p=${argon2Options.parallelism}$${randomText(16)}$${randomText(32)}`

/** Takes as long for an account that does not exist, whose hash is undefined, as for one that does. */
export const passwordMatches = (passwordHash: string | undefined, password: string): Promise<boolean> =>
  enqueue(() => verify(passwordHash ?? dummyHash, password))

/** The problem of a text that no account can have as its password; it is not worth hashing. */
export function unusablePasswordProblem(password: string): string | null {
  if (Buffer.byteLength(password) > maxPasswordBytes) return passwordRuleTexts.tooLong
  return password.isWellFormed() ? null : passwordRuleTexts.notText
}

export const newPasswordProblem = (password: string, requirements: PasswordRequirements): string | undefined =>
  passwordProblems(password, requirements)[0]

export function passwordMismatchProblem(password: string, confirmation: string): string | null {
  if (!confirmation) return changePasswordTexts.confirmRequired
  return confirmation === password ? null : changePasswordTexts.mismatch
}
