import { expect, test } from 'vitest'
import { defineList, searchWordsParam } from '#domain/ui/list.ts'
import { enumParam, parsePageNumber, textParam, uuidParam } from '#domain/ui/search-params.ts'

const list = defineList({
  filters: { q: searchWordsParam, country: textParam(2, /^[A-Z]{2}$/), from: uuidParam, when: enumParam('past') },
  sorts: ['date', 'city'],
})
const { read } = list
const nothing = {
  q: undefined,
  direction: undefined,
  page: undefined,
  size: undefined,
  sort: undefined,
  country: undefined,
  from: undefined,
  when: undefined,
}

test('parses valid search parameters of a list', () => {
  const from = '01a1dd45-5f4d-7c1d-9793-21a9544e5180'
  expect(
    read({ q: '2', direction: 'up', page: '3', size: 50, sort: 'city', country: 'DE', from, when: 'past' }),
  ).toEqual({
    q: '2',
    direction: 'up',
    page: 3,
    size: 50,
    sort: 'city',
    country: 'DE',
    from,
    when: 'past',
  })
})

test.each([
  {},
  { q: 'x'.repeat(81), direction: 'sideways', sort: 'price', country: 'de', from: 'me' },
  { q: 2, direction: null, page: {}, size: [], sort: ['date'], country: 'DEU', from: 'x'.repeat(36) },
])('ignores the invalid search parameters %o', (search) => expect(read(search)).toEqual(nothing))

test('limits page and page size', () => {
  expect([read({ page: '0' }).page, read({ page: 'x' }).page, read({ page: '99999999' }).page]).toEqual([1, 1, 10_000])
  expect(read({ size: '1000' }).size).toBe(100)
})

test('fills omitted search parameters with the defaults', () => {
  expect(list.requestOf({})).toEqual({ sort: 'date', direction: 'up', page: 1, size: 25 })
  expect(list.requestOf(read({ q: 'Kiel', sort: 'city', page: '2' }))).toEqual({
    q: 'Kiel',
    sort: 'city',
    direction: 'up',
    page: 2,
    size: 25,
  })
})

test('isNarrowed depends on search and filters, not on sort or page', () => {
  expect([list.isNarrowed({}), list.isNarrowed({ sort: 'city', page: 3 })]).toEqual([false, false])
  expect([list.isNarrowed({ q: 'Kiel' }), list.isNarrowed({ when: 'past' })]).toEqual([true, true])
})

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
])('the page parameter %j becomes page %i', (value, page) => {
  expect(parsePageNumber(value)).toBe(page)
})

test('limits the page to the last page of the list, and an empty list to page 1', () => {
  expect(parsePageNumber('40', 25)).toBe(25)
  expect(parsePageNumber('12', 25)).toBe(12)
  expect(parsePageNumber('3', 0)).toBe(1)
})
