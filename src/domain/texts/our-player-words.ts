/** Ours too, but apart from `our-words.ts`: loaded with the player, once somebody listens. */
export const ourPlayerTexts = {
  failed: 'This preview cannot be played just now.',
  preview: 'Preview',
} as const
