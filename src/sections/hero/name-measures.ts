/** In a line of large letters, even where no word is as long. */
const lettersInLine = 10

/** How wide and how high a name is in large letters, for the utility `hero-name`: at least two lines. */
export function nameMeasures(name: string): { '--longest-word': number; '--name-lines': number } {
  const words = name.split(' ').filter(Boolean)
  const longest = Math.max(...words.map((word) => word.length))
  const room = Math.max(longest, lettersInLine)
  const [lines] = words.reduce<[lines: number, used: number]>(
    ([lines, used], { length }) => (used + 1 + length <= room ? [lines, used + 1 + length] : [lines + 1, length]),
    [0, room],
  )
  return { '--longest-word': longest, '--name-lines': Math.max(2, lines) }
}
