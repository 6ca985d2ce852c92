import type { RateLimit } from '#domain/accounts/limits.ts'

export const orderPageSizes = [10, 25, 50] as const
/** For older orders the owner filters by date. */
export const maxOrderPage = 10_000
export const maxNoteLength = 2_000
export const maxNotes = 200

/** So many orders are opened in one call at most. */
export const decryptionBatchSize = 50

/** So many customers of orders a session opens in an hour; for more it needs a fresh confirmation, like an export. */
export const openedCustomersOfSession = {
  name: 'opened-customers-session',
  max: 200,
  seconds: 3_600,
} as const satisfies RateLimit
