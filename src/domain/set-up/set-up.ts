/** What an owner has chosen in the set-up guide: to look at the demo first, the site is theirs, or no guide any more. */
export const setUpStates = ['exploring', 'mine', 'dismissed'] as const
