/** Texts of the download page, apart from `own-words.ts`, which every visitor loads. */

export const downloadRefusalTexts = {
  unknown:
    'This download link does not work. Please check that it is whole, or ask for a new one where you find your order.',
  expired: 'This download link has expired. You can ask for a new one where you find your order.',
  withdrawn: 'This download was withdrawn. Write to us if you think that this is a mistake.',
  cancelled: 'This download is no longer yours: the order was cancelled or refunded.',
  usedUp: 'This has been downloaded as often as it may be. Write to us if you need it again.',
  fileMissing:
    'This file cannot be found at the moment. We have told the artist, and none of your downloads was used up. Please try again later.',
  fileGone: 'The artist has put another file in its place. Please load this page again.',
} as const

/** Messages of the download manager. */
export const downloadManagerTexts = {
  goOn: 'Some of it is here already. It goes on where it stopped.',
  offline: 'No internet connection. It goes on by itself when you are back.',
  connectionLost: 'The connection broke. Nothing that has arrived is lost: please try again.',
  noRoom: 'There is no room left on this device. Make some, or use the plain link.',
  notKept: 'This browser could not keep what has arrived. Please use the plain link.',
  damaged: 'Something was damaged on the way. Please try again: only the damaged part is fetched once more.',
} as const

export const downloadsPageTexts = {
  title: 'Your downloads',
  intro: ({ orderNumber, times, until }: { orderNumber: string; times: string; until: string }) =>
    `Yours with order ${orderNumber}: each file ${times}, until ${until}. A download that breaks off goes on where it stopped.`,
  files: 'Your files',
  noFiles: 'The artist has not put the files here yet. This link stays yours: please look again later.',
  download: 'Download',
  pause: 'Pause',
  resume: 'Go on',
  again: 'Try again',
  save: 'Save again',
  take: 'Save',
  plainLink: 'Plain link',
  kept: 'In this browser already',
  keptPart: 'This much is here. When you may download it again, it goes on where it stopped.',
  unknownTitle: 'This link leads nowhere',
  unknown: 'Please check that the link is whole. If it was replaced by a newer one, that one is in your mailbox.',
  newLink: 'Get a new link',
  write: 'Write to us',
} as const

/** On the page of an order that was found. */
export const newDownloadLinksTexts = {
  open: 'Get it',
  ask: 'Mail me new links',
  help: 'They go to the address that you ordered with, and those in earlier mails end.',
  sent: 'We are sending them. Please look into your mailbox.',
  failed: 'The mail could not be written. Please try again.',
} as const
