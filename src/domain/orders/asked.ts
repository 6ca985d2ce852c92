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
  const letters = words.replace(/^#/, '').replaceAll(/[\s-]/g, '').toUpperCase()
  if (/^[\dA-Z]{12}$/.test(letters)) {
    const read = letters.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
    return {
      ...{ by: 'code', words },
      number: /^\d{6}/.test(read) ? `${read.slice(0, 6)}-${read.slice(6)}` : null,
      reference: read.replace(/(.{4})(?=.)/g, '$1-'),
    }
  }
  return { by: 'product', words }
}
