export const tourTexts = {
  websiteRequired: 'Website ID is required to fetch performances',
} as const
