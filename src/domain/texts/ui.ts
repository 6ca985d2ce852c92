/** Words that many screens share. */
export const uiTexts = {
  loading: 'Loading...',
  processing: 'Processing...',
  confirm: 'Confirm',
  cancel: 'Cancel',
  retry: 'Retry',
  reload: 'Reload Page',
  offline: 'No internet connection',
} as const

export const errorPanelTexts = {
  title: 'Something went wrong',
  unexpected: 'An unexpected error occurred',
} as const

export const imageTexts = {
  unavailable: 'Image unavailable',
  failed: 'Failed to load image',
} as const

export const missingProviderTexts = {
  useWebsite: 'useWebsite must be used within a WebsiteProvider',
} as const
