import type { RateLimit } from '#domain/accounts/limits.ts'

const hour = 60 * 60

/** From the request on: for the link in the mail, and for the file that it leads to. */
export const exportLifetimeMs = 24 * hour * 1000

export const exportRateLimits = {
  /** Mails to one mailbox; further requests are answered alike and send none. */
  perMailbox: { name: 'export-email', max: 3, seconds: 24 * hour },
  perNetworkAddress: { name: 'export-address', max: 10, seconds: hour },
  /** Above it, only addresses that the site holds something on get a mail. */
  perSite: { name: 'export-site', max: 300, seconds: hour },
  confirmPerNetworkAddress: { name: 'export-confirm', max: 60, seconds: hour },
} as const satisfies Record<string, RateLimit>
