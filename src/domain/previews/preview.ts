/** The length of a clip, and the largest share of the track: a short track is not given away. */
const maxClipMs = 30_000
const maxClipShare = 2 / 3

/** More than thirty seconds take in any lossy format. */
export const maxClipBytes = 16 * 1024 * 1024

export const previewStates = ['waiting', 'ready', 'failed'] as const

/** Media types of clips by file extension. */
export const clipTypes = { mp3: 'audio/mpeg', m4a: 'audio/mp4', ogg: 'audio/ogg' } as const
export type ClipFileExtension = keyof typeof clipTypes

/** The address contains the hash of the clip, so that browsers can cache it forever. */
export const previewClipPath = (id: string, hash: string, ending: ClipFileExtension): string =>
  `/previews/${id}-${hash.slice(0, 16)}.${ending}`

const clipPathPattern = /^\/previews\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([0-9a-f]{16})\.(mp3|m4a|ogg)$/

export function parsePreviewClipPath(path: string): { id: string; ending: ClipFileExtension } | null {
  const [, id, , ending] = clipPathPattern.exec(path) ?? []
  return id ? { id, ending: ending as ClipFileExtension } : null
}

const clipMsOf = (durationMs: number): number => Math.min(maxClipMs, Math.floor(durationMs * maxClipShare))

/** The latest start of a clip. */
export const latestClipStartMs = (durationMs: number): number => durationMs - clipMsOf(durationMs)

/** The range of the clip in its track: from the start that the owner has chosen, else from one third. */
export function clipRange(durationMs: number, wantedMs: number | null): { startMs: number; ms: number } {
  const startMs = Math.min(Math.max(0, Math.round(wantedMs ?? durationMs / 3)), latestClipStartMs(durationMs))
  return { startMs, ms: clipMsOf(durationMs) }
}

/** The columns of a waveform, each from 0 to 255. */
export const peakCount = 1000

/** Reduces a waveform to so many columns: each is the maximum of its part. */
export function downsamplePeaks(values: ArrayLike<number>, count: number): number[] {
  return Array.from({ length: count }, (_, column) => {
    const from = Math.floor((column * values.length) / count)
    const to = Math.max(from + 1, Math.floor(((column + 1) * values.length) / count))
    let max = 0
    for (let at = from; at < to && at < values.length; at++) max = Math.max(max, values[at]!)
    return max
  })
}

/** Scales a waveform so that its loudest column is 255. */
export function normalizePeaks(values: ArrayLike<number>): Uint8Array {
  const columns = downsamplePeaks(values, peakCount)
  const max = columns.reduce((before, value) => Math.max(before, value), 0)
  return Uint8Array.from(columns, (value) => (max > 0 ? Math.round((value / max) * 255) : 0))
}

/** The columns of a track that lie in its clip, reduced to the width of the player. */
export function clipPeaks(
  peaks: ArrayLike<number>,
  { startMs, ms, durationMs }: { startMs: number; ms: number; durationMs: number },
  count: number,
): number[] {
  const column = (at: number) => Math.round((at / durationMs) * peaks.length)
  const from = Math.min(column(startMs), peaks.length - 1)
  const to = Math.max(from + 1, column(startMs + ms))
  return downsamplePeaks(Array.from(peaks).slice(from, to), count)
}

/** The same song on another record, or written a little differently, has the same key. */
export const normalizedSongTitle = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

type SongToMatch = { title: string; fileId: string | null }

/**
 * Finds the clip of a song: of its own file or, if only the title is known, of the first track on sale with that title.
 * `clips` are the clip addresses by file id.
 */
export function createClipFinder(
  onSale: readonly { tracks: readonly SongToMatch[] }[],
  clips: ReadonlyMap<string, string>,
): (song: SongToMatch) => string | null {
  const clipOf = (song: SongToMatch) => (song.fileId ? (clips.get(song.fileId) ?? null) : null)
  const byTitle = new Map<string, string>()
  for (const song of onSale.flatMap(({ tracks }) => tracks)) {
    const [key, clip] = [normalizedSongTitle(song.title), clipOf(song)]
    if (key && clip && !byTitle.has(key)) byTitle.set(key, clip)
  }
  return (song) => clipOf(song) ?? byTitle.get(normalizedSongTitle(song.title)) ?? null
}
