import { expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'

test('an id is a UUID version 7 with its time', () => {
  const now = Date.now()
  const id = newId(now)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(now)
})

test('ids sort by creation, also within a millisecond and when the clock is set back', () => {
  const now = Date.now() + 1000
  const made = [...Array.from({ length: 10_000 }, () => newId(now)), newId(now - 60_000), newId(now + 60_000)]
  expect(made.toSorted()).toEqual(made)
  expect(new Set(made).size).toBe(made.length)
})
