import {
  type FileTags,
  formatTrackLength,
  type TagSource,
  type TrackFile,
  type TrackMetadata,
  trackMetadataOf,
} from '#domain/uploads/metadata/track.ts'

/** The owner's words about an album; a missing or null field comes from the tracks. */
export type OwnerAlbumTags = {
  album?: string | null | undefined
  artist?: string | null | undefined
  year?: number | null | undefined
  genre?: string | null | undefined
}

export const albumFields = ['album', 'artist', 'year', 'genre'] as const
export type AlbumField = (typeof albumFields)[number]

export type AlbumInfo = {
  album: string | null
  artist: string | null
  year: number | null
  genre: string | null
  totalTracks: number
  sources: Record<AlbumField, TagSource | null>
}

export type AlbumTotals = {
  /** Seconds, of those that are known. */
  totalDuration: number
  totalDurationFormatted: string | null
  tracksWithDuration: number
  /** In hundredths of all tracks. */
  durationCoverage: number
  id3Coverage: number
  hasID3Tags: boolean
}

/** The metadata of a product's recordings, stored with the product. */
export type DigitalMetadata = {
  album: AlbumInfo
  tracks: TrackMetadata[]
  totals: AlbumTotals
  /** The owner's own words, and whether the order is theirs. */
  words: OwnerAlbumTags
  isOrdered: boolean
}

type Fields = Record<string, unknown>

/** The owner's own words; empty in metadata from another source. */
export function ownerMetadata(metadata: Fields | null): Pick<DigitalMetadata, 'words' | 'isOrdered'> {
  const words = (metadata?.words ?? {}) as OwnerAlbumTags
  return { words, isOrdered: metadata?.isOrdered === true }
}

/** In album order. */
export function digitalMetadataOf(
  files: readonly TrackFile[],
  words: OwnerAlbumTags,
  isOrdered = false,
): DigitalMetadata {
  const found = files.map((file, at) => trackMetadataOf(file, at + 1))
  const album = albumOf(found, files, words)
  const tracks = found.map((track) => withAlbum(track, album))
  return { album, tracks, totals: albumTotalsOf(tracks), words, isOrdered }
}

/** A track without an artist gets the artist of the album. An album name of the owner replaces the one in the tags. */
function withAlbum(track: TrackMetadata, album: AlbumInfo): TrackMetadata {
  const { sources } = track
  const isRenamed = album.sources.album === 'owner' || track.album === null
  const inherits = track.artist === null && album.artist !== null && album.artist !== variousArtists
  return {
    ...track,
    ...(isRenamed && { album: album.album }),
    ...(inherits && { artist: album.artist }),
    sources: {
      ...sources,
      ...(isRenamed && { album: album.album === null ? null : 'album' }),
      ...(inherits && { artist: 'album' }),
    },
  }
}

export const variousArtists = 'Various Artists'

function albumOf(tracks: readonly TrackMetadata[], files: readonly TrackFile[], words: OwnerAlbumTags): AlbumInfo {
  const tagged = <T>(of: (tags: FileTags) => T | null): T | null =>
    mostFrequent(files.flatMap(({ tags }) => (tags ? (of(tags) ?? []) : [])))
  const known = <T>(owners: T | null | undefined, found: T | null): [T | null, TagSource | null] =>
    owners === undefined || owners === null ? [found, found === null ? null : 'tags'] : [owners, 'owner']
  const [album, albumSource] = known(
    words.album,
    tagged((tags) => tags.album),
  )
  const [artist, artistSource] = known(words.artist, tagged((tags) => tags.albumArtist) ?? sharedArtist(tracks))
  const [year, yearSource] = known(
    words.year,
    tagged((tags) => tags.year),
  )
  const [genre, genreSource] = known(
    words.genre,
    tagged((tags) => tags.genre),
  )
  return {
    album,
    artist,
    year,
    genre,
    totalTracks: tracks.length,
    sources: { album: albumSource, artist: artistSource, year: yearSource, genre: genreSource },
  }
}

/** The artist of all tracks, or "Various Artists". */
function sharedArtist(tracks: readonly TrackMetadata[]): string | null {
  const all = new Set(tracks.flatMap(({ artist }) => artist ?? []))
  return all.size > 1 ? variousArtists : ([...all][0] ?? null)
}

/** The most frequent value; the first of several. */
function mostFrequent<T>(values: readonly T[]): T | null {
  const counts = new Map<T, number>()
  for (const each of values) counts.set(each, (counts.get(each) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null
}

export function albumTotalsOf(tracks: readonly TrackMetadata[]): AlbumTotals {
  const long = tracks.filter(({ duration }) => duration !== null)
  const tagged = tracks.filter(({ hasID3 }) => hasID3)
  const totalDuration = Math.round(long.reduce((sum, { duration }) => sum + duration!, 0) * 100) / 100
  const percentOfTracks = (some: readonly unknown[]) =>
    tracks.length ? Math.round((100 * some.length) / tracks.length) : 0
  return {
    totalDuration,
    totalDurationFormatted: formatTrackLength(long.length ? totalDuration : null),
    tracksWithDuration: long.length,
    durationCoverage: percentOfTracks(long),
    id3Coverage: percentOfTracks(tagged),
    hasID3Tags: tagged.length > 0,
  }
}
