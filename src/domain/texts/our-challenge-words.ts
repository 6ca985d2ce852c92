/** Ours too, but apart from `our-words.ts`, which visitors load. */
export const ourChallengeTexts = {
  codesUnreadable: 'Codes of your authenticator app cannot be checked at the moment. Please use a recovery code.',
} as const
