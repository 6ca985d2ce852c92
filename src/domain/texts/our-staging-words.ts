/** Apart from other texts, because every page has it. */
export const stagingTexts = {
  label: 'Trial installation',
  banner: 'This is a trial of a website. Nothing here is for sale, and no money moves.',
} as const
