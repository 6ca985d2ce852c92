/** The same song on another record, or written a little differently, has the same key. */
export const songKey = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

type Song = { title: string; fileId: string | null }

/**
 * Finds the clip of a song: of its own file or, if only the title is known, of the first track on sale with that title.
 * `clips` are the clip addresses by file id.
 */
export function clipFinder(
  onSale: readonly { tracks: readonly Song[] }[],
  clips: ReadonlyMap<string, string>,
): (song: Song) => string | null {
  const clipOf = (song: Song) => (song.fileId ? (clips.get(song.fileId) ?? null) : null)
  const byTitle = new Map<string, string>()
  for (const song of onSale.flatMap(({ tracks }) => tracks)) {
    const [key, clip] = [songKey(song.title), clipOf(song)]
    if (key && clip && !byTitle.has(key)) byTitle.set(key, clip)
  }
  return (song) => clipOf(song) ?? byTitle.get(songKey(song.title)) ?? null
}
