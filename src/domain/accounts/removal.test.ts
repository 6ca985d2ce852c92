import { expect, test } from 'vitest'
import { removalTakesEffect } from '#domain/accounts/removal.ts'

const now = new Date('2026-05-01T12:00:00Z')
const access = (userId: string, day: string) => ({ userId, createdAt: new Date(day) })
const [first, second] = [access('b', '2026-01-01'), access('a', '2026-02-01')]

test('somebody who got access later, and oneself, are removed at once', () => {
  expect(removalTakesEffect(first, second, now)).toBeNull()
  expect(removalTakesEffect(second, second, now)).toBeNull()
})

test('somebody who got access earlier has a day', () => {
  expect(removalTakesEffect(second, first, now)).toEqual(new Date('2026-05-02T12:00:00Z'))
})

test('of two who got access at the same moment one is still the earlier', () => {
  const twin = access('c', '2026-01-01')
  expect([removalTakesEffect(first, twin, now), removalTakesEffect(twin, first, now)]).toEqual([null, expect.any(Date)])
})
