import { trackTexts } from '#domain/texts/own-admin-words.ts'
import type { DigitalMetadata } from '#domain/uploads/metadata/album.ts'
import { isPlaceholderTag } from '#domain/uploads/metadata/tag-text.ts'
import type { TrackMetadata } from '#domain/uploads/metadata/track.ts'

export type AlbumAdvice = {
  /** Nothing that would have to be set right first. */
  isValid: boolean
  errors: string[]
  /** Problems that buyers would notice. */
  warnings: string[]
  /** Possible improvements. */
  recommendations: string[]
}

type AdviceOptions = {
  /** A picture is sold with the recordings. */
  hasCover?: boolean
  /** Files in which nothing could be found. */
  unreadableTags?: ReadonlySet<string>
}

/** Warnings and recommendations for the owner of these tracks. */
export function albumAdvice(
  { album, tracks, totals }: DigitalMetadata,
  { hasCover = false, unreadableTags = new Set() }: AdviceOptions = {},
): AlbumAdvice {
  const errors = tracks.length ? [] : [trackTexts.noTracks]
  if (errors.length) return { isValid: false, errors, warnings: [], recommendations: [] }
  const untitled = tracks.filter(({ title, sources }) => isPlaceholderTag(title) || sources.title === null)
  const endless = tracks.filter(({ duration }) => duration === null)
  const broken = tracks.filter(({ id }) => unreadableTags.has(id))
  const warnings = [
    isPlaceholderTag(album.album) && trackTexts.albumMissing,
    isPlaceholderTag(album.artist) && trackTexts.artistMissing,
    untitled.length > 0 && trackTexts.titlesMissing({ tracks: fileNameList(untitled) }),
    endless.length > 0 && trackTexts.durationsMissing({ tracks: fileNameList(endless) }),
    ...duplicateTrackNumbers(tracks),
    broken.length > 0 && trackTexts.unreadable({ tracks: fileNameList(broken) }),
  ]
  const isCovered = hasCover || tracks.every(({ cover }) => cover !== null)
  const recommendations = [
    totals.durationCoverage < 100 && trackTexts.addDurations,
    totals.id3Coverage < 100 && trackTexts.addTags,
    !isCovered && trackTexts.addCover,
  ]
  const withoutFalse = (all: (string | false)[]) => all.filter((each) => each !== false)
  return { isValid: true, errors, warnings: withoutFalse(warnings), recommendations: withoutFalse(recommendations) }
}

/** Per disc: the first track of the second disc is number 1 again. */
function duplicateTrackNumbers(tracks: readonly TrackMetadata[]): string[] {
  const numbered = tracks.filter(({ trackNumber }) => trackNumber !== null)
  const groups = Map.groupBy(numbered, ({ trackNumber, discNumber }) => `${discNumber ?? 1} ${trackNumber}`)
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => trackTexts.numbersTwice({ number: group[0]!.trackNumber!, tracks: fileNameList(group) }))
}

const maxNamed = 5
/** `a.mp3, b.mp3 and 3 more`, by file name, which every track has. */
function fileNameList(tracks: readonly TrackMetadata[]): string {
  const names = tracks.slice(0, maxNamed).map(({ filename }) => filename)
  const more = tracks.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}
