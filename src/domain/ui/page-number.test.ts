import { expect, test } from 'vitest'
import { pageNumber } from '#domain/ui/page-number.ts'

test.each([
  ['1', 1],
  ['2', 2],
  ['10', 10],
  ['11', 10],
  ['99999999999999999999999', 10],
  ['007', 7],
  [3, 3],
  [2.9, 2],
  [0, 1],
  [-4, 1],
  [Number.NaN, 1],
  [Number.POSITIVE_INFINITY, 10],
  [Number.NEGATIVE_INFINITY, 1],
  ['0', 1],
  ['-1', 1],
  ['1.5', 1],
  ['1e3', 1],
  ['0x5', 1],
  [' 5', 1],
  ['5 OR 1=1', 1],
  ['٣', 1],
  ['', 1],
  [null, 1],
  [undefined, 1],
  [['3', '4'], 1],
  [{}, 1],
  [true, 1],
])('page %j is page %i', (asked, page) => {
  expect(pageNumber(asked)).toBe(page)
})

test('the last page can be given, and an empty list still has a first one', () => {
  expect(pageNumber('40', 25)).toBe(25)
  expect(pageNumber('12', 25)).toBe(12)
  expect(pageNumber('3', 0)).toBe(1)
})
