/** Ours too, but apart from `our-words.ts`, which visitors load: what an owner should know of the tracks of a product. */
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
  addDurations: 'Save the recordings anew with your audio program: players cannot tell how long some of them are.',
  addTags: 'Add ID3 tags (title, artist, album, number) to the files: players show them, and buyers find the songs.',
  addCover: 'Add a cover: a picture among the files here, or one in each recording.',
} as const
