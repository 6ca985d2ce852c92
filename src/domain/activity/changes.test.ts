import { expect, test } from 'vitest'
import { changesBetween } from '#domain/activity/changes.ts'

test('only what differs is told, as it was and as it is', () => {
  const at = new Date('2026-05-01T10:00:00Z')
  const before = { city: 'Berlin', tags: ['solo'], onSaleAt: null as Date | null, venue: 'Lido' }
  const after = { city: 'Berlin', tags: ['solo', 'late'], onSaleAt: at, venue: 'Gloria' }
  expect(changesBetween(before, after, ['city', 'tags', 'onSaleAt'])).toEqual({
    tags: { before: ['solo'], after: ['solo', 'late'] },
    onSaleAt: { before: null, after: '2026-05-01T10:00:00.000Z' },
  })
})
