/** Ours too, but apart from `our-words.ts`, which visitors load: what an owner reads about what can be heard. */
export const ourPreviewTexts = {
  waiting: 'The preview is being cut.',
  again: 'The preview is being cut anew; until then visitors hear the one before.',
  ready: ({ from, to }: { from: string; to: string }) => `Visitors hear ${from} to ${to}.`,
  failed: 'No preview could be cut from this file, so visitors hear nothing of it. It is sold all the same.',
  chosen: ({ name }: { name: string }) => `The preview of ${name} begins elsewhere now.`,
} as const
