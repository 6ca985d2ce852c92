/** Texts that the specification leaves to us and only administrators read. Visitors load `our-words.ts` instead. */

export const ourChallengeTexts = {
  codesUnreadable: 'Codes of your authenticator app cannot be checked at the moment. Please use a recovery code.',
} as const

/** Why an action on a download right or a customer is refused. */
export const ourDownloadAdminTexts = {
  ofCancelled: 'This order is cancelled, so nothing of it can be downloaded again.',
  expired: 'This download has expired. Make it last longer first.',
  withdrawn: 'This download was withdrawn. Give it back first.',
  noRecipient: 'No address of this customer is known any more.',
} as const

export const supportTexts = {
  unknownLink: 'No order has this download link. Please check that it is whole, or ask for the order number.',
} as const

export const ourUploadTexts = {
  networkDisconnected: 'Network disconnected',
  connectionTooSlow: 'Connection too slow',
  signedOut: 'Signed out',
  connectionLost: 'The connection was lost. What has arrived is kept: please try again.',
  productFirst: 'Choose the product first that these files belong to. Then drop them again.',
  needsFile: 'Choose the same file again to go on where it stopped.',
  notSent: 'Nothing of this file was sent. Choose it again to send it.',
  cancelledTooLate:
    'It had arrived before it was cancelled. Delete it among the files of its product if it is not wanted.',
  notAudio:
    'This file is not a recording that can be sold here. Please choose an MP3, FLAC, WAV, M4A, AAC or OGG file.',
  notZip: 'This file is not a zip archive. Please choose one that ends in .zip and opens on your computer.',
  notPicture: 'This file is not a picture that can be shown. Please choose a JPEG, PNG, WebP or AVIF file.',
  chunkDamaged: 'A part of the file was damaged on the way. Please send it again.',
  chunkOutOfPlace: 'This part does not belong to the file. Please start the upload again.',
  fileDamaged: 'What has arrived is not the file that was sent. Please upload it again.',
  tooMany: 'Too many uploads are open. Please finish or cancel some of them first.',
  quota: 'The storage of this site is used up. Please delete files that you no longer sell.',
  allUploaded: 'All files are uploaded.',
  notUploaded: ({ count }: { count: number }) =>
    count === 1 ? 'One file was not uploaded.' : `${count} files were not uploaded.`,
  stopped: ({ count, why }: { count: number; why: string }) =>
    count === 1 ? `One file has stopped. ${why}.` : `${count} files have stopped. ${why}.`,
  goesOnWithTheLine: 'The connection is lost. Uploading goes on when it is back.',
} as const

/** What an owner should know about the tracks of a product. */
export const ourTrackTexts = {
  noTracks: 'There are no tracks yet.',
  albumMissing: 'The album has no name.',
  artistMissing: 'Nobody is named as the artist of the album.',
  titlesMissing: ({ tracks }: { tracks: string }) => `No title: ${tracks}.`,
  durationsMissing: ({ tracks }: { tracks: string }) => `It is not known how long they are: ${tracks}.`,
  numbersTwice: ({ number, tracks }: { number: number; tracks: string }) =>
    `The number ${number} is used more than once: ${tracks}.`,
  unreadable: ({ tracks }: { tracks: string }) =>
    `Nothing could be read from these files: ${tracks}. Please listen to them before you sell them.`,
  addDurations: 'Save the recordings again with your audio program: players cannot tell how long some of them are.',
  addTags: 'Add ID3 tags (title, artist, album, number) to the files: players show them, and buyers find the songs.',
  addCover: 'Add a cover: a picture among the files here, or one in each recording.',
} as const

/** State of a track's preview, for its owner. */
export const ourPreviewTexts = {
  waiting: 'The preview is being cut.',
  again: 'A new preview is being made. Until then visitors hear the old one.',
  ready: ({ from, to }: { from: string; to: string }) => `Visitors hear ${from} to ${to}.`,
  failed: 'No preview could be cut from this file, so visitors hear nothing of it. It is sold all the same.',
  chosen: ({ name }: { name: string }) => `The preview of ${name} begins elsewhere now.`,
} as const

/** Album archives that the owner's browser makes. */
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
