import type { Limit } from '#domain/accounts/limits.ts'

const minute = 60

/** For whoever guesses: an order's number is on its parcel, and the address of a friend is no secret. */
export const lookupRates = {
  fromAddress: { name: 'order-find-address', most: 20, seconds: 10 * minute },
  ofNumber: { name: 'order-find-number', most: 10, seconds: 60 * minute },
  ofSite: { name: 'order-find-site', most: 1_000, seconds: 60 * minute },
  linksFromAddress: { name: 'order-links-address', most: 5, seconds: 60 * minute },
  linksOfNumber: { name: 'order-links-number', most: 3, seconds: 60 * minute },
} as const satisfies Record<string, Limit>

export const orderNumberShape = /^\d{6}-[0-9A-HJKMNP-TV-Z]{6}$/

/** The letters and digits of a code that somebody typed off a parcel or a mail: look-alikes are forgiven. */
export const lettersOf = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

/** A number as it is kept. */
export function orderNumberOf(typed: string): string {
  const letters = lettersOf(typed)
  return `${letters.slice(0, 6)}-${letters.slice(6)}`
}
