import {
  type TagSource,
  type TrackMetadata,
  type TrackMetadataField,
  trackMetadataFields,
} from '#domain/uploads/metadata/track.ts'

/** Shown under a field; values from the tags need no label. */
export const tagSourceLabels: Partial<Record<TagSource, string>> = {
  owner: 'Yours',
  filename: 'From the file name',
  album: 'From the album',
}

/** For narrow cells. */
export const shortTagSourceLabels: typeof tagSourceLabels = { owner: 'Yours', filename: 'File name', album: 'Album' }

const from: Record<TagSource, string> = {
  owner: 'entered by you',
  tags: 'from the tags',
  filename: 'from the file name',
  album: 'from the album',
  audio: 'from the audio',
}
const names: Record<TrackMetadataField, string> = {
  title: 'title',
  artist: 'artist',
  album: 'album',
  trackNumber: 'number',
  duration: 'length',
  genre: 'genre',
  year: 'year',
  composer: 'composer',
  bitrate: 'bitrate',
  cover: 'cover',
}

/** `Title and number from the tags; length from the recording.` */
export function tagOriginText({ sources }: Pick<TrackMetadata, 'sources'>): string {
  const groups = Map.groupBy(
    trackMetadataFields.filter((field) => sources[field]),
    (field) => sources[field]!,
  )
  const parts = [...groups].map(([source, fields]) => `${listed(fields.map((field) => names[field]))} ${from[source]}`)
  const sentence = parts.join('; ')
  return sentence && `${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`
}

const listed = (words: string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words.join('')

export const bitrateText = (bitrate: number | null): string =>
  bitrate ? `${Math.round(bitrate / 1000).toLocaleString('en')} kbit/s` : 'unknown'

export const coverText = (cover: TrackMetadata['cover']): string =>
  cover
    ? `${cover.type.replace(/^image\//, '').toUpperCase()}, ${Math.max(1, Math.round(cover.bytes / 1000)).toLocaleString('en')} KB`
    : 'none'

/** `10 tracks, 42:05 long; 9 of 10 have tags.` */
export function trackTotalText(tracks: readonly TrackMetadata[], totals: TotalsShown): string {
  const count = tracks.length === 1 ? '1 track' : `${tracks.length} tracks`
  const { tracksWithDuration: known, totalDurationFormatted: long, id3Coverage } = totals
  const tagged = tracks.filter(({ hasID3 }) => hasID3).length
  const length = long && `, ${long} long${known < tracks.length ? `, for ${known} of them` : ''}`
  return `${count}${length ?? ''}; ${id3Coverage === 100 ? 'all with tags' : `${tagged || 'none'} with tags`}.`
}

type TotalsShown = { tracksWithDuration: number; totalDurationFormatted: string | null; id3Coverage: number }
