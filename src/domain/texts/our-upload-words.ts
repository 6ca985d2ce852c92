/** Ours too, but apart from `our-words.ts`, which visitors load. */
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
  quota: 'The storage of this site is used up. Please delete files that you no longer sell.',
  allUploaded: 'All files are uploaded.',
  notUploaded: ({ count }: { count: number }) =>
    count === 1 ? 'One file was not uploaded.' : `${count} files were not uploaded.`,
  stopped: ({ count, why }: { count: number; why: string }) =>
    count === 1 ? `One file has stopped. ${why}.` : `${count} files have stopped. ${why}.`,
  goesOnWithTheLine: 'The connection is lost. Uploading goes on when it is back.',
} as const
