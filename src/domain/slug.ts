/** `2026-05-01-berlin-lido`, in letters that every keyboard has. */
export function slugOf(words: string): string {
  const plain = words
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return plain.slice(0, 100).replace(/^-+|-+$/g, '')
}

/** The slug itself, or with the first number that nobody has yet. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let free = slug
  for (let number = 2; taken.has(free); number++) free = `${slug}-${number}`
  return free
}
