export const downloadTexts = {
  noFileInformation: 'Failed to get file information',
} as const
