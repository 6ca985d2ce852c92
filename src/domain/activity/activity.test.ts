import { expect, test } from 'vitest'
import { changesBetween } from '#domain/activity/activity.ts'

test('the difference of two versions has only the changed fields, with both values', () => {
  const at = new Date('2026-05-01T10:00:00Z')
  const before = { city: 'Berlin', tags: ['solo'], onSaleAt: null as Date | null, venue: 'Lido' }
  const after = { city: 'Berlin', tags: ['solo', 'late'], onSaleAt: at, venue: 'Gloria' }
  expect(changesBetween(before, after, ['city', 'tags', 'onSaleAt'])).toEqual({
    tags: { before: ['solo'], after: ['solo', 'late'] },
    onSaleAt: { before: null, after: '2026-05-01T10:00:00.000Z' },
  })
})

test('a different order of keys is no difference', () => {
  const before = { social: [{ link: 'https://a.example', icon: 'x' }] }
  const after = { social: [{ icon: 'x', link: 'https://a.example' }] }
  expect(changesBetween(before, after, ['social'])).toEqual({})
})
