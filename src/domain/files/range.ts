/** The bytes that are wanted, both ends included. */
export type Range = { from: number; to: number }

/**
 * What a `Range` header asks of a file of this size: a part, or null for all of it, which is also the answer to what is
 * not understood and to several parts at once. Throws nothing: a part that the file does not have is 'none'.
 */
export function rangeOf(header: string | undefined, size: number): Range | 'none' | null {
  const [, first, last] = /^bytes= *(\d*) *- *(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (first === undefined || (first === '' && last === '')) return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { from: size - length, to: size - 1 }
  }
  const from = Number(first)
  const to = last ? Math.min(Number(last), size - 1) : size - 1
  if (last && Number(last) < from) return null
  return from >= size ? 'none' : { from, to }
}
