import { cleanTagText, isPlaceholderTag } from '#domain/uploads/metadata/tag-text.ts'
import { emptyFileTags, type FileTags } from '#domain/uploads/metadata/track.ts'

type Picture = { format: string; data: { length: number }; type?: string | undefined }

/** The fields that we use of a tag reader's result, for any format. */
export type ParsedTags = {
  format: { duration?: number | undefined; bitrate?: number | undefined }
  common: {
    title?: string | undefined
    artist?: string | undefined
    album?: string | undefined
    albumartist?: string | undefined
    track: { no: number | null; of: number | null }
    disk: { no: number | null }
    genre?: string[] | undefined
    year?: number | undefined
    composer?: string[] | undefined
    picture?: Picture[] | undefined
  }
}

export const maxTracks = 999
export const [firstYear, lastYear] = [1000, 9999]
const maxSeconds = 7 * 86_400
const maxBitrate = 100_000_000

/** Tags can contain anything: implausible values are dropped. */
export function fileTagsOf({ format, common }: ParsedTags): FileTags {
  const { track, disk, genre, composer, picture = [] } = common
  const tags = {
    title: knownText(common.title),
    artist: knownText(common.artist),
    album: knownText(common.album),
    albumArtist: knownText(common.albumartist),
    trackNumber: wholeNumberWithin(track.no, 1, maxTracks),
    discNumber: wholeNumberWithin(disk.no, 1, maxTracks),
    totalTracks: wholeNumberWithin(track.of, 1, maxTracks),
    genre: cleanTagText(genre?.join(', ')),
    year: wholeNumberWithin(common.year, firstYear, lastYear),
    composer: cleanTagText(composer?.join(', ')),
  }
  const front = frontCover(picture)
  return {
    ...emptyFileTags,
    ...tags,
    hasTags: Object.values(tags).some((value) => value !== null),
    duration: usableDuration(format.duration),
    bitrate: wholeNumberWithin(format.bitrate && Math.round(format.bitrate), 1, maxBitrate),
    cover: front ? { type: cleanTagText(front.format) ?? 'image', bytes: front.data.length } : null,
  }
}

/** The picture that stands for the record, of those in a file. */
export const frontCover = <P extends { type?: string | undefined }>(pictures: readonly P[]): P | undefined =>
  pictures.find(({ type }) => type === 'Cover (front)') ?? pictures[0]

const knownText = (text: string | undefined): string | null => {
  const words = cleanTagText(text)
  return isPlaceholderTag(words) ? null : words
}

/** The tags of a file that could not be read. */
export const unreadableTags: FileTags = { ...emptyFileTags, isReadable: false }

/** In seconds, to the hundredth. */
export function usableDuration(seconds: number | null | undefined): number | null {
  if (!seconds || seconds <= 0 || seconds > maxSeconds) return null
  return Math.round(seconds * 100) / 100
}

const wholeNumberWithin = (number: number | null | undefined, min: number, max: number): number | null =>
  Number.isInteger(number) && number! >= min && number! <= max ? number! : null
