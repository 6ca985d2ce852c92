import { emailTexts } from '#domain/texts/accounts.ts'

export const maxEmailLength = 254

/** The typed address without markup and surrounding space, as it is stored. */
export const cleanEmail = (typed: string): string => typed.replace(/<[^<>]*>/g, '').trim()

/** Two addresses are equal when their normalized forms are. */
export const normalizeEmail = (typed: string): string => cleanEmail(typed).toLowerCase()

/** Whether a text contains the address; a longer address that contains it does not count. */
export function mentionsEmail(text: string, email: string): boolean {
  const escaped = normalizeEmail(email).replaceAll(/[^\w@]/g, '\\$&')
  return new RegExp(`(?<![\\w.+-])${escaped}(?![\\w-]|\\.\\w)`, 'u').test(text.toLowerCase())
}

/** The problem of an address, after cleaning, or null. */
export function emailProblem(typed: string): string | null {
  const email = cleanEmail(typed)
  if (!email) return emailTexts.required
  if (!looksLikeAddress(email)) return emailTexts.invalid
  if (email.length > maxEmailLength) return emailTexts.tooLong
  if (email.includes('..')) return emailTexts.consecutiveDots
  return null
}

/**
 * Plain addresses only: no quoted names, comments, lists, address literals or letters outside ASCII, because mail
 * programs read each of them differently. Length and double dots have messages of their own.
 */
function looksLikeAddress(email: string): boolean {
  const [, local, domain] = /^([\w.!#$%&'*+/=?^`{|}~-]+)@([A-Za-z0-9.-]+)$/.exec(email) ?? []
  if (!local || !domain) return false
  if (local.startsWith('.') || local.endsWith('.') || domain.startsWith('.')) return false
  const labels = domain.split('.')
  const last = labels.at(-1)!
  return (
    labels.length > 1 &&
    labels.every((label) => !label.startsWith('-') && !label.endsWith('-')) &&
    last.length > 1 &&
    /[A-Za-z]/.test(last)
  )
}
