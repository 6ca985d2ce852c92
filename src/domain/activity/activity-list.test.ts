import { expect, test } from 'vitest'
import { activityList } from '#domain/activity/activity-list.ts'

const id = '01a1dd45-5f4d-7c1d-9793-21a9544e5180'

test.each([
  [{ person: 'gone' }, { person: 'gone' }],
  [{ person: id }, { person: id }],
  [{ person: 'me', only: 'all' }, {}],
  [{ before: id, after: 'x' }, { before: id }],
  [
    { q: 'Lido', from: '2026-03-29', to: '2026-02-30' },
    { q: 'Lido', from: '2026-03-29' },
  ],
])('reads the address %j as %j', (address, search) =>
  expect(JSON.parse(JSON.stringify(activityList.read(address)))).toEqual(search),
)

test('requests 25 log entries unless the URL has another page size', () => {
  expect(activityList.requestOf({ person: id })).toEqual({ person: id, size: 25 })
  expect(activityList.requestOf(activityList.read({ size: '50' }))).toEqual({ size: 50 })
})

test('does not count the page cursor of the activity log as a filter', () => {
  expect(activityList.isNarrowed({ before: id })).toBe(false)
  expect(activityList.isNarrowed({ person: id })).toBe(true)
})
