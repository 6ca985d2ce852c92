export const announcementBannerTexts = {
  learnMore: 'Learn More',
} as const

export const announcementAdminTexts = {
  cannotGenerate: 'Cannot generate announcement for this activity type',
} as const
