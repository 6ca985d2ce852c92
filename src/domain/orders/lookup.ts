import type { RateLimit } from '#domain/accounts/limits.ts'

const minute = 60

/**
 * Limits guessing: an order's number is on its parcel, and an e-mail address is no secret. Only wrong guesses count, and
 * those of one network do not lock out others.
 */
export const orderLookupRateLimits = {
  fromAddress: { name: 'order-find-address', max: 20, seconds: 10 * minute },
  fromNetwork: { name: 'order-find-network', max: 10, seconds: 15 * minute },
  /** From all networks together. Beyond it each request needs a human check and is not refused. */
  ofNumber: { name: 'order-find-number', max: 100, seconds: 24 * 60 * minute },
  ofSite: { name: 'order-find-site', max: 1_000, seconds: 60 * minute },
  /** Mails to one buyer. A request with a wrong number or address does not count. */
  linksOfBuyer: { name: 'order-links-buyer', max: 3, seconds: 60 * minute },
} as const satisfies Record<string, RateLimit>

/** Fewer than any limit above, so that right look-ups that arrive together do not reach one. */
export const concurrentLookupsOfNetwork = 5

export const orderNumberPattern = /^\d{6}-[0-9A-HJKMNP-TV-Z]{6}$/

/** The letters and digits of a typed code, with look-alikes replaced. */
export const normalizeCodeLetters = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

/** The order number as stored. */
export function normalizeOrderNumber(typed: string): string {
  const letters = normalizeCodeLetters(typed)
  return `${letters.slice(0, 6)}-${letters.slice(6)}`
}

/** What the text in the search box of the order list can mean. */
export type OrderQuery =
  | { by: 'email'; email: string }
  | { by: 'code'; number: string | null; reference: string | null; words: string }
  | { by: 'payment'; id: string }
  | { by: 'product'; words: string }

/**
 * Recognises numbers (`260501-7QX2MK`) and references (`K7Q2-9XWM-4TPA`) by their form, however they are typed. A product
 * name may look the same, so `words` is kept.
 */
export function parseOrderQuery(typed: string): OrderQuery {
  const words = typed.trim()
  if (words.includes('@')) return { by: 'email', email: words }
  if (/^(pi|cs)_\w+$/.test(words)) return { by: 'payment', id: words }
  const [letters, number] = [normalizeCodeLetters(words), normalizeOrderNumber(words)]
  // Other characters mean that it is not a code.
  if (letters.length !== 12 || !/^#?[\dA-Za-z\s-]+$/.test(words)) return { by: 'product', words }
  return {
    by: 'code',
    words,
    number: orderNumberPattern.test(number) ? number : null,
    reference: letters.replace(/(.{4})(?=.)/g, '$1-'),
  }
}
