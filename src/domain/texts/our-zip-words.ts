/** About archives of albums: only their owners load them. */
export const ourZipTexts = {
  trackMissing: ({ name }: { name: string }) =>
    `${name} cannot be read, so no zip was made. Please upload this recording again.`,
  trackUnreachable: ({ name }: { name: string }) =>
    `${name} could not be read to its end. Please check your connection and try again.`,
  signedOut: 'You are signed out. Please sign in and try again.',
  storageFull:
    'This browser has not enough room left for the zip. Please free some space on this device and try again.',
  elsewhere: 'This zip is being made in another tab already.',
  uploadPaused: 'The zip is made, and its upload is paused: it can be resumed in the list above.',
  notUploaded: 'The zip is made, but was not uploaded: the list above says why. Try it again there, or dismiss it.',
  failed: 'The zip could not be made. Please try again.',
} as const
