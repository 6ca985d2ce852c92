/** The same song on another record, or written a little differently, has the same key. */
export const songKey = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

type Song = { title: string; fileId: string | null }

/**
 * Where a song can be heard: the file itself, or, where only its title is known, the first on sale of that title.
 * `clips` are the addresses of what can be heard, by file.
 */
export function hearing(
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
