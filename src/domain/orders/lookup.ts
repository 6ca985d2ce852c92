import type { Limit } from '#domain/accounts/limits.ts'

const minute = 60

/**
 * For whoever guesses: an order's number is on its parcel, and the address of a friend is no secret. Only wrong guesses
 * count, and those of one network lock out nobody else.
 */
export const lookupRates = {
  fromAddress: { name: 'order-find-address', most: 20, seconds: 10 * minute },
  fromNetwork: { name: 'order-find-network', most: 10, seconds: 15 * minute },
  /** From all networks together; afterwards whoever asks is asked for the human check, and nobody is refused for it. */
  ofNumber: { name: 'order-find-number', most: 100, seconds: 24 * 60 * minute },
  ofSite: { name: 'order-find-site', most: 1_000, seconds: 60 * minute },
  /** Mails to one buyer: who does not know number and address uses up none of them. */
  linksOfBuyer: { name: 'order-links-buyer', most: 3, seconds: 60 * minute },
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
