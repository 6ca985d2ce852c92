/** The value of a request header by its lower-case name. */
export type GetHeader = (header: string) => string | undefined
export type FileVersion = { etag: string; modified: Date; size: number }

/** The content to send, or why there is none: status 304, 412 or 416. */
export type RequestedContent = ByteRange | 'all' | 'not-modified' | 'precondition-failed' | 'range-not-satisfiable'

/** Evaluates the conditional and range headers for a file with a strong ETag (RFC 9110, sections 13.2.2 and 14). */
export function evaluateRequestConditions(header: GetHeader, { etag, modified, size }: FileVersion): RequestedContent {
  const second = Math.floor(+modified / 1000)
  const [match, unmodifiedSince] = [header('if-match'), httpDateSeconds(header('if-unmodified-since'))]
  if (match !== undefined) {
    if (!hasMatchingEtag(match, etag, { weakly: false })) return 'precondition-failed'
  } else if (unmodifiedSince !== null && second > unmodifiedSince) return 'precondition-failed'
  if (isNotModified(header, { etag, modified })) return 'not-modified'
  const ifRange = header('if-range')?.trim()
  // The client has the beginning of another version: a range of this one would not fit to it.
  if (ifRange !== undefined && ifRange !== etag && httpDateSeconds(ifRange) !== second) return 'all'
  const range = parseRange(header('range'), size)
  return range === 'none' ? 'range-not-satisfiable' : (range ?? 'all')
}

/** Whether `If-None-Match` names this ETag, weakly compared, or any (RFC 9110, 13.1.2). */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && hasMatchingEtag(ifNoneMatch, etag.replace(/^W\//, ''), { weakly: true })

/** Whether the client has what was changed last at this time. With `If-None-Match` its date does not count (13.1.3). */
export function isNotModified(header: GetHeader, { etag, modified }: Pick<FileVersion, 'etag' | 'modified'>): boolean {
  const noneMatch = header('if-none-match')
  if (noneMatch !== undefined) return matchesEtag(noneMatch, etag)
  const since = httpDateSeconds(header('if-modified-since'))
  return since !== null && Math.floor(+modified / 1000) <= since
}

function hasMatchingEtag(list: string, etag: string, { weakly }: { weakly: boolean }): boolean {
  if (list.trim() === '*') return true
  const tags = list.match(/(W\/)?"[^"]*"/g) ?? []
  return tags.some((tag) => tag === etag || (weakly && tag === `W/${etag}`))
}

const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** In seconds; null for an invalid date, which counts as no header. */
function httpDateSeconds(text: string | undefined): number | null {
  const time = httpDate.test(text?.trim() ?? '') ? Date.parse(text!) : Number.NaN
  return Number.isNaN(time) ? null : time / 1000
}

/** Byte positions, both inclusive. */
export type ByteRange = { from: number; to: number }

/**
 * Parses a `Range` header for a file of this size. Null means the whole file: no header, an invalid one, or several
 * ranges. 'none' means that the range is not satisfiable.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'none' | null {
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
