/** What the set-up says; the specification has no words for it. */
export const setUpTexts = {
  noDemo: 'This website has no demo content any more.',
  backupFailed: 'No backup could be made, so nothing was changed. Try again, or go on without a backup.',
} as const
