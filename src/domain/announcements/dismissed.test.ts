import { expect, test } from 'vitest'
import { readDismissed, withDismissed } from '#domain/announcements/dismissed.ts'

test('reads back the ids of dismissed announcements', () => {
  expect(readDismissed(JSON.stringify(withDismissed(['a'], 'b')))).toEqual(['a', 'b'])
})

test.each([null, '', '{', 'null', '{}', '"a"', '7'])(
  'with %j in local storage, no announcement is dismissed',
  (stored) => {
    expect(readDismissed(stored)).toEqual([])
  },
)

test('ignores stored values that are not ids', () => {
  expect(readDismissed('["a", 7, null, {"id": "b"}]')).toEqual(['a'])
})

test('keeps the last 100 dismissed ids', () => {
  let ids: string[] = []
  for (let i = 0; i < 250; i++) ids = withDismissed(ids, `id-${i}`)
  expect(ids).toHaveLength(100)
  expect(ids.at(-1)).toBe('id-249')
  expect(withDismissed(ids, 'id-200')).toHaveLength(100)
})
