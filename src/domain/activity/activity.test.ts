import { expect, test } from 'vitest'
import { changedFieldValues } from '#domain/activity/activity.ts'

test('returns only the fields that differ between two versions, with both values', () => {
  const at = new Date('2026-05-01T10:00:00Z')
  const before = { city: 'Berlin', tags: ['solo'], onSaleAt: null as Date | null, venue: 'Lido' }
  const after = { city: 'Berlin', tags: ['solo', 'late'], onSaleAt: at, venue: 'Gloria' }
  expect(changedFieldValues(before, after, ['city', 'tags', 'onSaleAt'])).toEqual({
    tags: { before: ['solo'], after: ['solo', 'late'] },
    onSaleAt: { before: null, after: '2026-05-01T10:00:00.000Z' },
  })
})

test('treats JSON values with another order of keys as equal', () => {
  const before = { social: [{ link: 'https://a.example', icon: 'x' }] }
  const after = { social: [{ icon: 'x', link: 'https://a.example' }] }
  expect(changedFieldValues(before, after, ['social'])).toEqual({})
})
