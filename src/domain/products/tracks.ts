/** A song on a record; how long it is may be unknown. */
export type ProductTrack = { title: string; duration: string | null }

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** What the files of an album say of themselves, in their order; nothing when they say nothing. */
export function tracksIn(metadata: Fields | null): ProductTrack[] {
  if (!Array.isArray(metadata?.tracks)) return []
  const tracks = metadata.tracks.filter(isFields).flatMap(({ title, durationFormatted, order, trackNumber }, at) => {
    const place = Number(order ?? trackNumber ?? at + 1)
    const duration = typeof durationFormatted === 'string' && durationFormatted ? durationFormatted : null
    return typeof title === 'string' && title.trim() ? [{ title: title.trim(), duration, place }] : []
  })
  return tracks.sort((a, b) => a.place - b.place).map(({ title, duration }) => ({ title, duration }))
}
