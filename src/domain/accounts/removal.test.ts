import { expect, test } from 'vitest'
import { accessRemovalEffectiveAt } from '#domain/accounts/removal.ts'

const now = new Date('2026-05-01T12:00:00Z')
const access = (userId: string, day: string) => ({ userId, createdAt: new Date(day) })
const [first, second] = [access('b', '2026-01-01'), access('a', '2026-02-01')]

test('removes at once an administrator with later access than the requester, or the requester', () => {
  expect(accessRemovalEffectiveAt(first, second, now)).toBeNull()
  expect(accessRemovalEffectiveAt(second, second, now)).toBeNull()
})

test('removes an administrator with earlier access than the requester only after a day', () => {
  expect(accessRemovalEffectiveAt(second, first, now)).toEqual(new Date('2026-05-02T12:00:00Z'))
})

test('ranks two administrators who got access at the same time in a fixed order', () => {
  const twin = access('c', '2026-01-01')
  expect([accessRemovalEffectiveAt(first, twin, now), accessRemovalEffectiveAt(twin, first, now)]).toEqual([
    null,
    expect.any(Date),
  ])
})
