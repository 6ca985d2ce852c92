/** Texts that the specification leaves to us and only administrators read. Visitors load `own-words.ts` instead. */

export const authenticatorCodeTexts = {
  codesUnreadable: 'Authenticator codes cannot be checked at the moment. Please use a recovery code.',
} as const

/** Why an action on a download right or a customer is refused. */
export const downloadAdminTexts = {
  ofCancelled: 'This order is cancelled, so its files cannot be downloaded again.',
  expired: 'This download has expired. Extend it first.',
  withdrawn: 'This download was withdrawn. Restore it first.',
  noRecipient: 'There is no email address for this customer any more.',
} as const

export const undoTexts = {
  hint: 'For 10 seconds you can undo this.',
  restored: 'Restored.',
  over: 'This can no longer be undone: it was deleted too long ago, or is restored already.',
  taken: 'This cannot be restored, because its name or address is in use again.',
  incomplete: 'This cannot be restored, because something that belongs to it was deleted or changed in the meantime.',
} as const

export const supportTexts = {
  unknownLink: 'No order has this download link. Please check that the link is complete, or use the order number.',
} as const

export const fileUploadTexts = {
  networkDisconnected: 'Network disconnected',
  connectionTooSlow: 'Connection too slow',
  signedOut: 'Signed out',
  connectionLost: 'The connection was lost. Please try again. The upload continues where it stopped.',
  productFirst: 'Choose the product for these files first. Then drop them again.',
  needsFile: 'Choose the same file again to continue the upload.',
  notSent: 'Nothing was sent yet. Choose the file again to upload it.',
  cancelledTooLate:
    'The upload was already complete. If you do not want the file, delete it in the files of its product.',
  notAudio: 'This audio format is not supported. Please choose an MP3, FLAC, WAV, M4A, AAC or OGG file.',
  notZip: 'This file is not a zip archive. Please choose a .zip file.',
  notPicture: 'This file is not a supported picture. Please choose a JPEG, PNG, WebP or AVIF file.',
  chunkDamaged: 'Part of the file was damaged during the upload. Please try again.',
  chunkOutOfPlace: 'The upload does not match the file. Please start it again.',
  fileDamaged: 'The uploaded file is damaged. Please upload it again.',
  tooMany: 'Too many uploads are open. Please finish or cancel some of them first.',
  quota: 'The storage of this site is full. Please delete files that you no longer sell.',
  allUploaded: 'All files are uploaded.',
  notUploaded: ({ count }: { count: number }) =>
    count === 1 ? 'One file was not uploaded.' : `${count} files were not uploaded.`,
  stopped: ({ count, why }: { count: number; why: string }) =>
    count === 1 ? `One file has stopped. ${why}.` : `${count} files have stopped. ${why}.`,
  goesOnWithTheLine: 'The connection was lost. Uploads continue when it is back.',
} as const

/** What an owner should know about the tracks of a product. */
export const trackTexts = {
  noTracks: 'There are no tracks yet.',
  albumMissing: 'The album has no name.',
  artistMissing: 'The album has no artist.',
  titlesMissing: ({ tracks }: { tracks: string }) => `No title: ${tracks}.`,
  durationsMissing: ({ tracks }: { tracks: string }) => `The length is unknown: ${tracks}.`,
  numbersTwice: ({ number, tracks }: { number: number; tracks: string }) =>
    `The number ${number} is used more than once: ${tracks}.`,
  unreadable: ({ tracks }: { tracks: string }) =>
    `These files could not be read: ${tracks}. Please listen to them before you sell them.`,
  addDurations: 'Export the tracks again with your audio program: some have no length that players can read.',
  addTags: 'Add ID3 tags (title, artist, album, number) to the files: players show them to buyers.',
  addCover: 'Add a cover: upload a picture here, or embed one in each track.',
} as const

/** State of a track's preview, for its owner. */
export const trackPreviewTexts = {
  waiting: 'The preview is being made.',
  again: 'A new preview is being made. Until then visitors hear the old one.',
  ready: ({ from, to }: { from: string; to: string }) => `Visitors hear ${from} to ${to}.`,
  failed: 'No preview could be made from this file, so visitors cannot listen to it. It can still be sold.',
  chosen: ({ name }: { name: string }) => `The preview of ${name} has a new start.`,
} as const

/** Album archives that the owner's browser makes. */
export const albumZipTexts = {
  trackMissing: ({ name }: { name: string }) =>
    `${name} cannot be read, so no zip was made. Please upload this track again.`,
  trackUnreachable: ({ name }: { name: string }) =>
    `${name} could not be read completely. Please check your connection and try again.`,
  signedOut: 'You are signed out. Please sign in and try again.',
  storageFull: 'There is not enough space for the zip. Please free some space on this device and try again.',
  elsewhere: 'This zip is already being made in another tab.',
  uploadPaused: 'The zip is ready, but its upload is paused. You can resume it in the list above.',
  notUploaded: 'The zip is ready, but was not uploaded. The list above says why; try again there, or dismiss it.',
  failed: 'The zip could not be made. Please try again.',
} as const

/** Groups and entries of the sidebar that the specification does not name. */
export const sidebarGroupTexts = {
  messages: 'Messages',
  site: 'Site',
  installation: 'Installation',
  websites: 'Websites',
} as const

/** On every screen until payments are real and mails are sent. */
export const notLiveTexts = {
  label: 'Not live yet',
  payments: 'Your shop takes test payments only',
  paymentsMeaning: ': orders look real, but no money moves',
  mails: 'Mails reach nobody',
  mailsMeaning: ', neither buyers nor you: they are saved as files',
  action: 'What is missing',
} as const

/** No mail server is set up: mails are files in the outbox. */
export const mailOutboxTexts = {
  help: 'Until a mail server is connected, mails are only files. README.md says how to connect one.',
} as const

/** The toast after a mail was queued. */
export const mailQueuedTexts = {
  sending: 'The mail is being sent.',
  saving: 'The mail is saved as a file. No mail server is set up.',
} as const

export const pictureLibraryTexts = {
  title: 'Pictures',
  intro: 'Everything you have uploaded, for all pages and forms. Drop files anywhere on this screen to add them.',
} as const

/** The checklist of the set-up, on the dashboard. */
export const checklistTexts = {
  title: 'Set up your website',
  intro: 'A checklist on the dashboard leads from the demo to your own website. It goes away when everything is done.',
  hidden: 'The checklist is hidden. You find it in the settings, under Set-up.',
  shown: 'The checklist is on the dashboard.',
} as const

/** The removal of the demo content. */
export const demoTexts = {
  intro:
    'This website came with sample content, so that you could see it at work. Remove it when you no longer need it.',
  none: 'There is no demo content on this website.',
  visits: 'Visits in the analytics',
  stays: 'Everything that you have added or use, your settings, your texts and your design',
  question: 'Remove the demo content?',
  backup: 'A backup is made first. After that, this cannot be undone here.',
  noBackup: 'No backup is made. This cannot be undone.',
  removed: 'The demo content is removed.',
  includesVisits: 'Includes demo visits.',
  includesOrders: 'Includes demo orders.',
  remove: 'Remove demo content',
  noDemo: 'This website has no demo content any more.',
  alreadyOwn: 'This website is already your own: it was set up a moment ago. Nothing was changed now.',
  backupFailed: 'No backup could be made, so nothing was changed. Try again, or go on without a backup.',
} as const
