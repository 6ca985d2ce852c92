import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rangeOf } from '#domain/files/range.ts'

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
])('of a hundred bytes %j means %j', (header, range) => expect(rangeOf(header, 100)).toEqual(range))

const byte = fc.nat({ max: 2_000 })
const asked = fc.oneof(
  fc.tuple(byte, byte).map(([from, to]) => ({ header: `${from}-${to}`, isTurned: to < from, cut: [from, to + 1] })),
  byte.map((from) => ({ header: `${from}-`, isTurned: false, cut: [from] })),
  byte.map((last) => ({ header: `-${last}`, isTurned: false, cut: last ? [-last] : [0, 0] })),
)

test('ten thousand ranges cut out what a slice of the bytes is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), asked, (size, { header, isTurned, cut }) => {
      const slice = Array.from({ length: size }, (_, n) => n).slice(...cut)
      const part = slice.length ? { from: slice[0], to: slice.at(-1) } : 'none'
      expect(rangeOf(`bytes=${header}`, size)).toEqual(isTurned ? null : part)
    }),
    { numRuns: 10_000 },
  )
})
