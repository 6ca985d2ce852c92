import type { Limit } from '#domain/accounts/limits.ts'

const hour = 60 * 60

/** Enough for everyone who changes their mind, and too little to try stolen cards or to keep a shop empty. */
export const checkoutRates = {
  fromAddress: { name: 'checkout-address', most: 30, seconds: hour },
  ofBuyer: { name: 'checkout-buyer', most: 30, seconds: hour },
} as const satisfies Record<string, Limit>
