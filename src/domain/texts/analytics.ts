export const analyticsTexts = {
  downloadsFailed: 'Failed to retrieve download analytics',
  performanceFailed: 'Failed to retrieve performance metrics',
  failureRateFailed: 'Failed to retrieve failure rate',
} as const

export const deviceTexts = {
  mobile: 'Mobile',
  tablet: 'Tablet',
  desktop: 'Desktop',
  other: 'Other',
  unknown: 'Unknown',
} as const
