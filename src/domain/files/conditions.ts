import { type Range, rangeOf } from '#domain/files/range.ts'

/** What is asked for, and under which conditions: the value of a header by its name in small letters. */
export type Asked = (header: string) => string | undefined
export type Version = { etag: string; modified: Date; size: number }

/** All of it or a part; or why neither: it is the one that the asker has, another one than they want, or has no such part. */
export type Wanted = Range | 'all' | 'unchanged' | 'changed' | 'no-such-part'

/** RFC 9110, sections 13.2.2 and 14: what to answer who asks for a file that has an ETag, which is a strong one. */
export function wanted(asked: Asked, { etag, modified, size }: Version): Wanted {
  const second = Math.floor(+modified / 1000)
  const [match, noneMatch] = [asked('if-match'), asked('if-none-match')]
  const [since, unmodifiedSince] = [dateOf(asked('if-modified-since')), dateOf(asked('if-unmodified-since'))]
  if (match !== undefined) {
    if (!names(match, etag, { weakly: false })) return 'changed'
  } else if (unmodifiedSince !== null && second > unmodifiedSince) return 'changed'
  if (noneMatch !== undefined) {
    if (names(noneMatch, etag, { weakly: true })) return 'unchanged'
  } else if (since !== null && second <= since) return 'unchanged'
  const ifRange = asked('if-range')?.trim()
  // A part of something else is of no use to who has the beginning of this.
  if (ifRange !== undefined && ifRange !== etag && dateOf(ifRange) !== second) return 'all'
  const range = rangeOf(asked('range'), size)
  return range === 'none' ? 'no-such-part' : (range ?? 'all')
}

function names(list: string, etag: string, { weakly }: { weakly: boolean }): boolean {
  if (list.trim() === '*') return true
  const tags = list.match(/(W\/)?"[^"]*"/g) ?? []
  return tags.some((tag) => tag === etag || (weakly && tag === `W/${etag}`))
}

const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** In seconds; null for what is no date, which is as if it were not there. */
function dateOf(text: string | undefined): number | null {
  const time = httpDate.test(text?.trim() ?? '') ? Date.parse(text!) : Number.NaN
  return Number.isNaN(time) ? null : time / 1000
}
