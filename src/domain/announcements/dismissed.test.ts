import { expect, test } from 'vitest'
import { readDismissed, withDismissed } from '#domain/announcements/dismissed.ts'

test('reads dismissed ids back', () => {
  expect(readDismissed(JSON.stringify(withDismissed(['a'], 'b')))).toEqual(['a', 'b'])
})

test.each([null, '', '{', 'null', '{}', '"a"', '7'])('with %j stored, nothing is dismissed', (stored) => {
  expect(readDismissed(stored)).toEqual([])
})

test('leaves out values that are no ids', () => {
  expect(readDismissed('["a", 7, null, {"id": "b"}]')).toEqual(['a'])
})

test('limits the list, and drops the oldest entry', () => {
  let ids: string[] = []
  for (let i = 0; i < 250; i++) ids = withDismissed(ids, `id-${i}`)
  expect(ids).toHaveLength(100)
  expect(ids.at(-1)).toBe('id-249')
  expect(withDismissed(ids, 'id-200')).toHaveLength(100)
})
