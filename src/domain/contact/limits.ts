import type { Limit } from '#domain/accounts/limits.ts'

const hour = 60 * 60

/** Enough for everyone who has something to say, and too little to flood a mailbox. */
export const contactRates = {
  fromAddress: { name: 'contact-address', most: 10, seconds: hour },
  ofSender: { name: 'contact-sender', most: 5, seconds: hour },
  ofSite: { name: 'contact-site', most: 300, seconds: hour },
  challengesFromAddress: { name: 'challenge-address', most: 120, seconds: hour },
} as const satisfies Record<string, Limit>
