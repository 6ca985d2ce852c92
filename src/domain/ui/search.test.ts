import { expect, test } from 'vitest'
import { listSearch, oneOf, searchOf, textOf, uuidOf } from '#domain/ui/search.ts'

const read = searchOf({ ...listSearch, sort: oneOf('date', 'city'), country: textOf(2, /^[A-Z]{2}$/), from: uuidOf })
const nothing = {
  q: undefined,
  direction: undefined,
  page: undefined,
  size: undefined,
  sort: undefined,
  country: undefined,
  from: undefined,
}

test('what can be read is read', () => {
  const from = '01a1dd45-5f4d-7c1d-9793-21a9544e5180'
  expect(read({ q: '2', direction: 'up', page: '3', size: 50, sort: 'city', country: 'DE', from })).toEqual({
    ...{ q: '2', direction: 'up', page: 3, size: 50, sort: 'city', country: 'DE', from },
  })
})

test.each([
  {},
  { q: 'x'.repeat(81), direction: 'sideways', sort: 'price', country: 'de', from: 'me' },
  { q: 2, direction: null, page: {}, size: [], sort: ['date'], country: 'DEU', from: 'x'.repeat(36) },
])('the rest of %o is as if it were not there', (search) => expect(read(search)).toEqual(nothing))

test('pages begin at 1 and end somewhere', () => {
  expect([read({ page: '0' }).page, read({ page: 'x' }).page, read({ page: '99999999' }).page]).toEqual([1, 1, 10_000])
  expect(read({ size: '1000' }).size).toBe(100)
})
