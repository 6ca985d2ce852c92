export const cookieBannerTexts = {
  essentialOnly: 'Essential Only',
  acceptAll: 'Accept All',
} as const
