export const announcementBannerTexts = {
  learnMore: 'Learn More',
} as const

export const announcementAdminTexts = {
  cannotGenerate: 'Cannot generate announcement for this activity type',
} as const

export const tourTexts = {
  websiteRequired: 'Website ID is required to fetch performances',
} as const
