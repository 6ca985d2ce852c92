import type { Limit } from '#domain/accounts/limits.ts'

const minute = 60
const hour = 60 * minute

/** Enough for everyone who changes their mind, and too little to try stolen cards or to keep a shop empty. */
export const checkoutRates = {
  /** Beyond this a human check is asked for, each time: many people may share an address. */
  fromAddress: { name: 'checkout-address', most: 30, seconds: hour },
  /** A cart is looked at again with every change to it, by everyone behind one address. */
  quotesFromAddress: { name: 'quote-address', most: 300, seconds: 5 * minute },
  ofBuyer: { name: 'checkout-buyer', most: 30, seconds: hour },
} as const satisfies Record<string, Limit>
