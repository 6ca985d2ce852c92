export const orderPageSizes = [10, 25, 50] as const
/** For older orders the owner filters by date. */
export const maxOrderPage = 10_000
export const maxNoteLength = 2_000
export const maxNotes = 200

/** So many orders are opened in one call at most. */
export const decryptionBatchSize = 50
