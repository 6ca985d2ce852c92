/** A song on a record; how long it is may be unknown, and which file it is where none is sold. */
export type ProductTrack = { title: string; duration: string | null; fileId: string | null }

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** What the files of an album say of themselves, in their order; nothing when they say nothing. */
export function parseAlbumTracks(metadata: Fields | null): ProductTrack[] {
  if (!Array.isArray(metadata?.tracks)) return []
  const tracks = metadata.tracks
    .filter(isFields)
    .flatMap(({ id, title, durationFormatted, order, trackNumber }, at) => {
      const place = Number(order ?? trackNumber ?? at + 1)
      const duration = typeof durationFormatted === 'string' && durationFormatted ? durationFormatted : null
      const fileId = typeof id === 'string' ? id : null
      return typeof title === 'string' && title.trim() ? [{ title: title.trim(), duration, fileId, place }] : []
    })
  return tracks.sort((a, b) => a.place - b.place).map(({ place: _, ...track }) => track)
}
