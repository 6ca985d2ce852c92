import { expect, test } from 'vitest'
import { addDismissedId, parseDismissedIds } from '#domain/announcements/dismissed.ts'

test('parses the stored ids of dismissed announcements', () => {
  expect(parseDismissedIds(JSON.stringify(addDismissedId(['a'], 'b')))).toEqual(['a', 'b'])
})

test.each([null, '', '{', 'null', '{}', '"a"', '7'])(
  'with %j in local storage, no announcement is dismissed',
  (stored) => {
    expect(parseDismissedIds(stored)).toEqual([])
  },
)

test('ignores stored values that are not ids', () => {
  expect(parseDismissedIds('["a", 7, null, {"id": "b"}]')).toEqual(['a'])
})

test('stores at most the last 100 ids of dismissed announcements', () => {
  let ids: string[] = []
  for (let i = 0; i < 250; i++) ids = addDismissedId(ids, `id-${i}`)
  expect(ids).toHaveLength(100)
  expect(ids.at(-1)).toBe('id-249')
  expect(addDismissedId(ids, 'id-200')).toHaveLength(100)
})
