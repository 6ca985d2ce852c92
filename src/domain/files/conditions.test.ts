import { expect, test } from 'vitest'
import { wanted } from '#domain/files/conditions.ts'

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
  [{ range: 'bytes=100-' }, 'no-such-part'],
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
  [{ 'if-match': `W/${etag}` }, 'changed'],
  [{ 'if-match': '"other"', range }, 'changed'],
  [{ 'if-unmodified-since': before }, 'changed'],
  [{ 'if-unmodified-since': same }, 'all'],
  [{ 'if-unmodified-since': before, 'if-match': etag }, 'all'],
  [{ 'if-none-match': etag }, 'unchanged'],
  [{ 'if-none-match': `"x", W/${etag}` }, 'unchanged'],
  [{ 'if-none-match': '*' }, 'unchanged'],
  [{ 'if-none-match': '"other"' }, 'all'],
  [{ 'if-modified-since': same }, 'unchanged'],
  [{ 'if-modified-since': before }, 'all'],
  [{ 'if-modified-since': after, 'if-none-match': '"other"' }, 'all'],
  [{ 'if-modified-since': 'yesterday' }, 'all'],
])('%j gets %j', (headers: Record<string, string>, answer) => {
  expect(wanted((name) => headers[name], { etag, modified, size: 100 })).toEqual(answer)
})
