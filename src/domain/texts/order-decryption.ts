/** Reading the encrypted customer data of orders. */
export const decryptionTexts = {
  signInRequired: 'Authentication required for order decryption',
  failed: ({ detail }: { detail: string }) => `Decryption API error: ${detail}`,
  batchTooLarge: 'Maximum 50 orders can be decrypted in a single batch',
} as const
