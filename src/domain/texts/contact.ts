export const contactFormTexts = {
  submit: 'Send Message',
  nameTooShort: 'Name must be at least 2 characters',
  nameTooLong: 'Name must be less than 50 characters',
  subjectTooShort: 'Subject must be at least 5 characters',
  subjectTooLong: 'Subject must be less than 100 characters',
  messageTooShort: 'Message must be at least 10 characters',
  messageTooLong: 'Message must be less than 1000 characters',
  sent: 'Thank you for your message. We will get back to you soon!',
  verificationPending: 'Security verification pending. Please wait a moment and try again.',
  /** When the server refused without a sentence of its own. */
  refused: 'Failed to send email',
  /** When no answer came at all. */
  failed: 'Failed to send email notification',
  problem: 'Sorry, there was a problem sending your message. Please try again.',
} as const

/** What the contact function itself answers. */
export const contactServiceTexts = {
  notConfigured: 'The email service is not properly configured. Please try again later.',
  notSent: 'Unable to send your message at this time. Please try again later.',
} as const
