import { expect, test } from 'vitest'
import { trackTexts } from '#domain/texts/own-admin-words.ts'
import { albumAdvice } from '#domain/uploads/metadata/advice.ts'
import { digitalMetadataOf } from '#domain/uploads/metadata/album.ts'
import { fileTagsOf, type ParsedTags, unreadableTags } from '#domain/uploads/metadata/file-tags.ts'
import {
  emptyFileTags,
  type FileTags,
  formatTrackLength,
  sortInAlbumOrder,
  type TrackFile,
} from '#domain/uploads/metadata/track.ts'

const tags = (given: Partial<FileTags>): FileTags => ({ ...emptyFileTags, hasTags: true, ...given })
const file = (id: string, given: Partial<FileTags> | null = {}, more: Partial<TrackFile> = {}): TrackFile => ({
  id,
  name: `${id}.mp3`,
  tags: given && tags(given),
  words: {},
  ...more,
})
const cover = { type: 'image/jpeg', bytes: 9_000 }
const whole = { album: 'Night Ferry', artist: 'Marlow Quay', duration: 185.2, cover }

test('maps each audio tag and drops implausible values', () => {
  const parsed: ParsedTags = {
    format: { duration: 185.234567, bitrate: 128_000.4 },
    common: {
      title: 'Low Tide\0',
      artist: 'CafÃ©',
      album: 'Unknown Album',
      albumartist: 'Marlow Quay',
      track: { no: 3, of: 10 },
      disk: { no: 2 },
      genre: ['Folk', 'Rock'],
      year: 2026,
      composer: ['A', 'B'],
      picture: [
        { format: 'image/png', data: { length: 5 }, type: 'Icon' },
        { format: 'image/jpeg', data: { length: 9_000 }, type: 'Cover (front)' },
      ],
    },
  }
  expect(fileTagsOf(parsed)).toEqual({
    isReadable: true,
    hasTags: true,
    title: 'Low Tide',
    artist: 'Café',
    album: null,
    albumArtist: 'Marlow Quay',
    trackNumber: 3,
    discNumber: 2,
    totalTracks: 10,
    genre: 'Folk, Rock',
    year: 2026,
    composer: 'A, B',
    duration: 185.23,
    bitrate: 128_000,
    cover,
  })
  const odd = { track: { no: 3.5, of: -1 }, disk: { no: 100_000 }, year: 99_999 }
  expect(fileTagsOf({ format: { duration: Number.POSITIVE_INFINITY, bitrate: Number.NaN }, common: odd })).toEqual(
    emptyFileTags,
  )
})

test('prefers values of the owner to tags and file name, and names the source of each field', () => {
  const described = file(
    '03 - Ebb',
    { title: 'Ebb', genre: 'Folk', duration: 61.4, bitrate: 320_000 },
    { words: { title: 'Ebb & Flow', year: 2026 }, originalFilename: '03 - EBB.MP3' },
  )
  const { tracks } = digitalMetadataOf([described], {})
  expect(tracks).toEqual([
    {
      id: '03 - Ebb',
      title: 'Ebb & Flow',
      artist: null,
      album: null,
      trackNumber: 3,
      discNumber: null,
      order: 1,
      duration: 61.4,
      durationFormatted: '1:01',
      genre: 'Folk',
      year: 2026,
      composer: null,
      bitrate: 320_000,
      cover: null,
      filename: '03 - Ebb.mp3',
      originalFilename: '03 - EBB.MP3',
      hasID3: true,
      sources: {
        title: 'owner',
        artist: null,
        album: null,
        trackNumber: 'filename',
        duration: 'audio',
        genre: 'tags',
        year: 'owner',
        composer: null,
        bitrate: 'audio',
        cover: null,
      },
    },
  ])
})

test('uses the file name as title without tags and without a title in the name', () => {
  const { tracks } = digitalMetadataOf([{ ...file('a', null), name: '.mp3' }], {})
  expect(tracks[0]).toMatchObject({ title: '.mp3', hasID3: false, sources: { title: null } })
})

test('takes album fields from the most frequent tag values unless the owner sets them', () => {
  const files = [file('a', { ...whole, year: 2025 }), file('b', { ...whole, year: 2026, genre: 'Folk' }), file('c', {})]
  const { album, tracks } = digitalMetadataOf([...files, file('d', { year: 2026, album: 'Other' })], {})
  expect(album).toEqual({
    album: 'Night Ferry',
    artist: 'Marlow Quay',
    year: 2026,
    genre: 'Folk',
    totalTracks: 4,
    sources: { album: 'tags', artist: 'tags', year: 'tags', genre: 'tags' },
  })
  expect(tracks.map(({ album: name, sources }) => [name, sources.album])).toEqual([
    ['Night Ferry', 'tags'],
    ['Night Ferry', 'tags'],
    ['Night Ferry', 'album'],
    ['Other', 'tags'],
  ])
  expect(tracks[2]).toMatchObject({ artist: 'Marlow Quay', sources: { artist: 'album' } })
  const owners = digitalMetadataOf(files, { album: 'The Crossing' })
  expect(owners.album).toMatchObject({ album: 'The Crossing', sources: { album: 'owner', artist: 'tags' } })
  expect(owners.tracks.map(({ album: name }) => name)).toEqual(['The Crossing', 'The Crossing', 'The Crossing'])
})

test('names the artist of an album Various Artists when its tracks differ and no tag names one', () => {
  const files = [file('a', { artist: 'Ann' }), file('b', { artist: 'Bert' }), file('c', {})]
  const { album, tracks } = digitalMetadataOf(files, {})
  expect(album.artist).toBe('Various Artists')
  expect(tracks[2]!.artist).toBeNull()
  expect(digitalMetadataOf([...files, file('d', { albumArtist: 'Cara' })], {}).album.artist).toBe('Cara')
})

test('the totals of an album count only known values', () => {
  const files = [file('a', { duration: 3_000.5 }), file('b', { duration: 725.25 }), file('c', {}), file('d', null)]
  expect(digitalMetadataOf(files, {}).totals).toEqual({
    totalDuration: 3_725.75,
    totalDurationFormatted: '1:02:06',
    tracksWithDuration: 2,
    durationCoverage: 50,
    id3Coverage: 75,
    hasID3Tags: true,
  })
  expect(digitalMetadataOf([], {}).totals).toEqual({
    totalDuration: 0,
    totalDurationFormatted: null,
    tracksWithDuration: 0,
    durationCoverage: 0,
    id3Coverage: 0,
    hasID3Tags: false,
  })
})

test.each([
  [0.4, '0:00'],
  [59.6, '1:00'],
  [3_599.6, '1:00:00'],
  [null, null],
])('formats %s seconds as %s', (seconds, words) => expect(formatTrackLength(seconds)).toBe(words))

test('sorts tracks by disc, number and file name', () => {
  const files = [
    file('b10', {}),
    file('b9', {}),
    file('two', { trackNumber: 2 }),
    file('second', { trackNumber: 1, discNumber: 2 }),
    file('moved', { trackNumber: 9 }, { words: { trackNumber: 1 } }),
  ]
  expect(sortInAlbumOrder(files).map(({ id }) => id)).toEqual(['moved', 'two', 'b9', 'b10', 'second'])
})

test('gives no advice for a complete album', () => {
  const files = [file('a', { ...whole, trackNumber: 1 }), file('b', { ...whole, trackNumber: 1, discNumber: 2 })]
  expect(albumAdvice(digitalMetadataOf(files, {}))).toEqual({
    isValid: true,
    errors: [],
    warnings: [],
    recommendations: [],
  })
})

test('warns about missing and duplicate values with the file names', () => {
  const files = [
    file('Track 01', { trackNumber: 1 }, { words: {} }),
    file('b', { trackNumber: 1, duration: 60 }),
    ...Array.from({ length: 6 }, (_, at) => file(`c${at}`, null)),
  ]
  const long = 'Track 01.mp3, c0.mp3, c1.mp3, c2.mp3, c3.mp3 and 2 more'
  const metadata = digitalMetadataOf(files, { artist: 'Unknown Artist' })
  expect(albumAdvice(metadata, { unreadableTags: new Set(['b']) })).toEqual({
    isValid: true,
    errors: [],
    warnings: [
      'The album has no name.',
      'The album has no artist.',
      'No title: Track 01.mp3.',
      `The length is unknown: ${long}.`,
      'The number 1 is used more than once: Track 01.mp3, b.mp3.',
      trackTexts.unreadable({ tracks: 'b.mp3' }),
    ],
    recommendations: [trackTexts.addDurations, trackTexts.addTags, trackTexts.addCover],
  })
  expect(albumAdvice(metadata, { hasCover: true }).recommendations).not.toContain(trackTexts.addCover)
})

test('gives no tag advice for an album without tracks', () => {
  expect(albumAdvice(digitalMetadataOf([], {}))).toMatchObject({ isValid: false, errors: [trackTexts.noTracks] })
  expect(digitalMetadataOf([{ ...file('a'), tags: unreadableTags }], {}).tracks[0]).toMatchObject({
    title: 'a',
    hasID3: false,
  })
})
