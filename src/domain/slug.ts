/** No address of a page is longer. */
const maxLength = 100

/** Latin letters that Unicode does not decompose into a plain letter and a mark. */
const transliterations: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
}
const transliteratedLetters = new RegExp(`[${Object.keys(transliterations).join('')}]`, 'giu')

/** Without accents: `Łódź` becomes `Lodz`. Other scripts stay as they are. */
export const withoutAccents = (words: string): string =>
  words
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(transliteratedLetters, (letter) => {
      const lower = letter.toLowerCase()
      const plain = transliterations[lower]!
      return letter === lower ? plain : plain[0]!.toUpperCase() + plain.slice(1)
    })

/** The same in lower case: `Łódź` becomes `lodz`. */
export const plainLetters = (words: string): string => withoutAccents(words).toLowerCase()

/** `2026-05-01-berlin-lido`, in letters that every keyboard has. */
export function slugOf(words: string): string {
  const plain = plainLetters(words).replace(/[^a-z0-9]+/g, '-')
  return plain.slice(0, maxLength).replace(/^-+|-+$/g, '')
}

/** The slug itself, or with the first number that is free, shortened where the number needs the space. */
export function uniqueSlug(slug: string, taken: ReadonlySet<string>): string {
  let free = slug
  for (let number = 2; taken.has(free); number++) {
    const ending = `-${number}`
    free = slug.slice(0, maxLength - ending.length).replace(/-+$/, '') + ending
  }
  return free
}

/** The prefix that all slugs share which could collide with this one. */
export const slugPrefix = (slug: string): string => slug.slice(0, maxLength - 10)
