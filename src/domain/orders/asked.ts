import { lettersOf, orderNumberOf, orderNumberShape } from '#domain/orders/lookup.ts'

/** What somebody who types something over the list of orders may mean. */
export type Asked =
  | { by: 'email'; email: string }
  | { by: 'code'; number: string | null; reference: string | null; words: string }
  | { by: 'payment'; id: string }
  | { by: 'product'; words: string }

/**
 * Numbers (`260501-7QX2MK`) and references (`K7Q2-9XWM-4TPA`) are known by their look, also as people write them. A product
 * may be called something that looks the same, so the words are kept.
 */
export function asked(typed: string): Asked {
  const words = typed.trim()
  if (words.includes('@')) return { by: 'email', email: words }
  if (/^(pi|cs)_\w+$/.test(words)) return { by: 'payment', id: words }
  const [letters, number] = [lettersOf(words), orderNumberOf(words)]
  // What has other signs in it is no code, whatever its letters are.
  if (letters.length !== 12 || !/^#?[\dA-Za-z\s-]+$/.test(words)) return { by: 'product', words }
  return {
    ...{ by: 'code', words },
    number: orderNumberShape.test(number) ? number : null,
    reference: letters.replace(/(.{4})(?=.)/g, '$1-'),
  }
}
