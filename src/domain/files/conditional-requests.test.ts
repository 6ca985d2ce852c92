import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  evaluateRequestConditions,
  isNotModified,
  matchesEtag,
  parseRange,
} from '#domain/files/conditional-requests.ts'

const etag = '"abc"'
const modified = new Date('2026-05-01T12:00:00.700Z')
const same = 'Fri, 01 May 2026 12:00:00 GMT'
const before = 'Fri, 01 May 2026 11:59:59 GMT'
const after = 'Fri, 01 May 2026 12:00:01 GMT'
const range = 'bytes=10-19'
const part = { from: 10, to: 19 }

test.each([
  [{}, 'all'],
  [{ range }, part],
  [{ range: 'bytes=100-' }, 'range-not-satisfiable'],
  [{ range: 'bytes=0-1,4-5' }, 'all'],
  // RFC 9110, 13.1.5: by a strong ETag, or by the very date.
  [{ range, 'if-range': etag }, part],
  [{ range, 'if-range': `W/${etag}` }, 'all'],
  [{ range, 'if-range': '"other"' }, 'all'],
  [{ range, 'if-range': same }, part],
  [{ range, 'if-range': after }, 'all'],
  [{ range, 'if-range': before }, 'all'],
  [{ range, 'if-range': '2026-05-01' }, 'all'],
  [{ range: 'bytes=100-', 'if-range': '"other"' }, 'all'],
  [{ 'if-match': etag, range }, part],
  [{ 'if-match': '*' }, 'all'],
  [{ 'if-match': '"other", "abc"' }, 'all'],
  [{ 'if-match': `W/${etag}` }, 'precondition-failed'],
  [{ 'if-match': '"other"', range }, 'precondition-failed'],
  [{ 'if-unmodified-since': before }, 'precondition-failed'],
  [{ 'if-unmodified-since': same }, 'all'],
  [{ 'if-unmodified-since': before, 'if-match': etag }, 'all'],
  [{ 'if-none-match': etag }, 'not-modified'],
  [{ 'if-none-match': `"x", W/${etag}` }, 'not-modified'],
  [{ 'if-none-match': '*' }, 'not-modified'],
  [{ 'if-none-match': '"other"' }, 'all'],
  [{ 'if-modified-since': same }, 'not-modified'],
  [{ 'if-modified-since': before }, 'all'],
  [{ 'if-modified-since': after, 'if-none-match': '"other"' }, 'all'],
  [{ 'if-modified-since': 'yesterday' }, 'all'],
])('the request headers %j are answered with %j', (headers: Record<string, string>, answer) => {
  expect(evaluateRequestConditions((name) => headers[name], { etag, modified, size: 100 })).toEqual(answer)
})

test.each([
  ['"abc"', true],
  ['W/"abc"', true],
  ['"x", "abc"', true],
  ['*', true],
  ['"ABC"', false],
  ['abc', false],
  ['', false],
  [undefined, false],
])('If-None-Match: %s names the ETag: %s', (ifNoneMatch, isNamed) => {
  expect(matchesEtag(ifNoneMatch, etag)).toBe(isNamed)
  expect(matchesEtag(ifNoneMatch, `W/${etag}`)).toBe(isNamed)
})

test('If-Modified-Since counts only without If-None-Match', () => {
  const isSame = (headers: Record<string, string>) => isNotModified((name) => headers[name], { etag, modified })
  expect(isSame({ 'if-modified-since': same })).toBe(true)
  expect(isSame({ 'if-modified-since': before })).toBe(false)
  expect(isSame({ 'if-modified-since': same, 'if-none-match': '"other"' })).toBe(false)
  expect(isSame({ 'if-modified-since': before, 'if-none-match': etag })).toBe(true)
})

test.each([
  ['bytes=0-', { from: 0, to: 99 }],
  ['bytes=0-0', { from: 0, to: 0 }],
  ['bytes=10-19', { from: 10, to: 19 }],
  ['bytes= 10 - 19', { from: 10, to: 19 }],
  ['bytes=90-1000', { from: 90, to: 99 }],
  ['bytes=-10', { from: 90, to: 99 }],
  ['bytes=-1000', { from: 0, to: 99 }],
  ['bytes=98-100', { from: 98, to: 99 }],
  ['bytes=99-99', { from: 99, to: 99 }],
  ['bytes=99-', { from: 99, to: 99 }],
  ['bytes=-1', { from: 99, to: 99 }],
  ['bytes=-99', { from: 1, to: 99 }],
  ['bytes=-100', { from: 0, to: 99 }],
  ['bytes=-101', { from: 0, to: 99 }],
  ['bytes=100-100', 'none'],
  ['bytes=100-', 'none'],
  ['bytes=999999999999999-', 'none'],
  [`bytes=0-${'9'.repeat(400)}`, { from: 0, to: 99 }],
  [`bytes=${'9'.repeat(400)}-`, 'none'],
  [`bytes=-${'9'.repeat(400)}`, { from: 0, to: 99 }],
  ['BYTES=0-0', { from: 0, to: 0 }],
  ['bytes=-0', 'none'],
  ['bytes=20-10', null],
  ['bytes=1 2-30', null],
  ['byt es=1-2', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['bytes=a-b', null],
  ['bytes=1e1-', null],
  ['items=0-1', null],
  ['', null],
  [undefined, null],
])('the range header %j of a file of 100 bytes means %j', (header, range) =>
  expect(parseRange(header, 100)).toEqual(range),
)

const byte = fc.nat({ max: 2_000 })
const rangeHeader = fc.oneof(
  fc.tuple(byte, byte).map(([from, to]) => ({ header: `${from}-${to}`, isTurned: to < from, cut: [from, to + 1] })),
  byte.map((from) => ({ header: `${from}-`, isTurned: false, cut: [from] })),
  byte.map((last) => ({ header: `-${last}`, isTurned: false, cut: last ? [-last] : [0, 0] })),
)

test('10,000 random range headers select the same bytes as Array.slice', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), rangeHeader, (size, { header, isTurned, cut }) => {
      const slice = Array.from({ length: size }, (_, n) => n).slice(...cut)
      const part = slice.length ? { from: slice[0], to: slice.at(-1) } : 'none'
      expect(parseRange(`bytes=${header}`, size)).toEqual(isTurned ? null : part)
    }),
    { numRuns: 10_000 },
  )
})
