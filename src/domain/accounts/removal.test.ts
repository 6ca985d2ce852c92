import { expect, test } from 'vitest'
import { removalTakesEffect } from '#domain/accounts/removal.ts'

const now = new Date('2026-05-01T12:00:00Z')
const access = (userId: string, day: string) => ({ userId, createdAt: new Date(day) })
const [first, second] = [access('b', '2026-01-01'), access('a', '2026-02-01')]

test('an administrator who got access later is removed at once, and so is the requester', () => {
  expect(removalTakesEffect(first, second, now)).toBeNull()
  expect(removalTakesEffect(second, second, now)).toBeNull()
})

test('an administrator who got access earlier has a day', () => {
  expect(removalTakesEffect(second, first, now)).toEqual(new Date('2026-05-02T12:00:00Z'))
})

test('of two administrators who got access at the same time, one counts as the earlier', () => {
  const twin = access('c', '2026-01-01')
  expect([removalTakesEffect(first, twin, now), removalTakesEffect(twin, first, now)]).toEqual([null, expect.any(Date)])
})
