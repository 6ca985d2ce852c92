/** So many orders are opened in one call at most. */
export const decryptionBatch = 50
