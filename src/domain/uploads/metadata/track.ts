import { parseFileName } from '#domain/uploads/metadata/tag-text.ts'

/** The tags of a recording; null where it has none. */
export type FileTags = {
  /** False when nothing could be found in it, whatever it may say. */
  isReadable: boolean
  /** Whether it has tags at all: ID3, or what other formats have instead. */
  hasTags: boolean
  title: string | null
  artist: string | null
  album: string | null
  albumArtist: string | null
  trackNumber: number | null
  discNumber: number | null
  totalTracks: number | null
  genre: string | null
  year: number | null
  composer: string | null
  /** Seconds. */
  duration: number | null
  /** Bits per second. */
  bitrate: number | null
  /** Type and size of the embedded picture. */
  cover: { type: string; bytes: number } | null
}

/** The owner's words about a track; a missing or null field comes from the file. */
export type OwnerTrackTags = {
  title?: string | null | undefined
  artist?: string | null | undefined
  trackNumber?: number | null | undefined
  genre?: string | null | undefined
  year?: number | null | undefined
  composer?: string | null | undefined
}

export const ownerTrackFields = ['title', 'artist', 'trackNumber', 'genre', 'year', 'composer'] as const

/** The source of a field: the owner, the tags, the file name, the album, or the sound itself. */
export type TagSource = 'owner' | 'tags' | 'filename' | 'album' | 'audio'

export const trackMetadataFields = [
  ...(['title', 'artist', 'album', 'trackNumber', 'duration'] as const),
  ...(['genre', 'year', 'composer', 'bitrate', 'cover'] as const),
]
export type TrackMetadataField = (typeof trackMetadataFields)[number]

export type TrackMetadata = {
  /** The file that it is. */
  id: string
  title: string
  artist: string | null
  album: string | null
  trackNumber: number | null
  /** On which of several discs. */
  discNumber: number | null
  /** Its place among the tracks of the product, from 1. */
  order: number
  duration: number | null
  durationFormatted: string | null
  genre: string | null
  year: number | null
  composer: string | null
  bitrate: number | null
  cover: FileTags['cover']
  filename: string
  originalFilename: string
  hasID3: boolean
  /** Null for an unknown value. */
  sources: Record<TrackMetadataField, TagSource | null>
}

/** A recording, stored or on its way. */
export type TrackFile = {
  id: string
  name: string
  originalFilename?: string | undefined
  tags: FileTags | null
  words: OwnerTrackTags
}

export const emptyFileTags: FileTags = {
  isReadable: true,
  hasTags: false,
  title: null,
  artist: null,
  album: null,
  albumArtist: null,
  trackNumber: null,
  discNumber: null,
  totalTracks: null,
  genre: null,
  year: null,
  composer: null,
  duration: null,
  bitrate: null,
  cover: null,
}

/** The fields that the browser sends with a recording. */
export type SentTrackTags = {
  trackTitle?: string | undefined
  trackNumber?: number | undefined
  artist?: string | undefined
}

/**
 * The owner's words about a file: later edits, and those sent with the upload that are neither in its tags nor in its
 * name. The browser may have read the others there.
 */
export function ownerTrackTags({ name, tags, words }: TrackFile, sent: SentTrackTags): OwnerTrackTags {
  const named = parseFileName(name)
  const own = <T>(sentValue: T | undefined, ...read: (T | null | undefined)[]) =>
    read.includes(sentValue) ? undefined : sentValue
  const sentWords = {
    title: own(sent.trackTitle, tags?.title, named.title),
    artist: own(sent.artist, tags?.artist, named.artist),
    trackNumber: own(sent.trackNumber, tags?.trackNumber, named.trackNumber),
  }
  const known = Object.entries({ ...sentWords, ...words }).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(known)
}

type Sourced<T> = readonly [value: T | null, source: TagSource | null]

/** The first of these that says anything. */
const firstWithValue = <T>(...candidates: (readonly [T | null | undefined, TagSource])[]): Sourced<T> => {
  const [value, source] = candidates.find(([each]) => each !== null && each !== undefined && each !== '') ?? []
  return [value ?? null, source ?? null]
}

/** All that is known of a track: the owner's word first, then its tags, then its name. */
export function trackMetadataOf(file: TrackFile, order: number): TrackMetadata {
  const { words } = file
  const tags = file.tags ?? emptyFileTags
  const named = parseFileName(file.originalFilename ?? file.name)
  const [title, titleSource] = firstWithValue([words.title, 'owner'], [tags.title, 'tags'], [named.title, 'filename'])
  const [artist, artistSource] = firstWithValue(
    [words.artist, 'owner'],
    [tags.artist, 'tags'],
    [named.artist, 'filename'],
  )
  const [trackNumber, numberSource] = firstWithValue(
    [words.trackNumber, 'owner'],
    [tags.trackNumber, 'tags'],
    [named.trackNumber, 'filename'],
  )
  const [album, albumSource] = firstWithValue([tags.album, 'tags'])
  const [genre, genreSource] = firstWithValue([words.genre, 'owner'], [tags.genre, 'tags'])
  const [year, yearSource] = firstWithValue([words.year, 'owner'], [tags.year, 'tags'])
  const [composer, composerSource] = firstWithValue([words.composer, 'owner'], [tags.composer, 'tags'])
  const [duration, durationSource] = firstWithValue([tags.duration, 'audio'])
  const [bitrate, bitrateSource] = firstWithValue([tags.bitrate, 'audio'])
  const [cover, coverSource] = firstWithValue([tags.cover, 'tags'])
  return {
    id: file.id,
    title: title ?? file.name,
    artist,
    album,
    trackNumber,
    order,
    discNumber: tags.discNumber,
    duration,
    durationFormatted: formatTrackLength(duration),
    genre,
    year,
    composer,
    bitrate,
    cover,
    filename: file.name,
    originalFilename: file.originalFilename ?? file.name,
    hasID3: tags.hasTags,
    sources: {
      title: titleSource,
      artist: artistSource,
      album: albumSource,
      trackNumber: numberSource,
      duration: durationSource,
      genre: genreSource,
      year: yearSource,
      composer: composerSource,
      bitrate: bitrateSource,
      cover: coverSource,
    },
  }
}

/** `3:05`, `1:02:03`; null for what is not known. */
export function formatTrackLength(seconds: number | null): string | null {
  if (seconds === null) return null
  const whole = Math.round(seconds)
  const twoDigits = (count: number) => String(count).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60]
  return hours ? `${hours}:${twoDigits(minutes)}:${twoDigits(whole % 60)}` : `${minutes}:${twoDigits(whole % 60)}`
}

/** In listening order: by disc, number and file name. */
export function sortInAlbumOrder<T extends TrackFile>(files: readonly T[]): T[] {
  const positionOf = (file: T) => {
    const { trackNumber } = trackMetadataOf(file, 0)
    return { disc: file.tags?.discNumber ?? 1, number: trackNumber ?? Number.POSITIVE_INFINITY, name: file.name }
  }
  const placed = files.map((file) => ({ file, ...positionOf(file) }))
  const compareNumbers = (a: number, b: number) => (a === b ? 0 : a - b)
  placed.sort(
    (a, b) =>
      compareNumbers(a.disc, b.disc) ||
      compareNumbers(a.number, b.number) ||
      a.name.localeCompare(b.name, 'en', { numeric: true, sensitivity: 'base' }),
  )
  return placed.map(({ file }) => file)
}
