/** On every page, so apart from the texts of the contact form. */
export const mailingListTexts = {
  offer: 'Subscribe to Updates',
  continue: 'Continue to Subscribe',
  subscribe: 'Subscribe',
} as const
