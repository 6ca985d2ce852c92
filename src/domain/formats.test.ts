import { expect, test } from 'vitest'
import { dateFormat } from '#domain/formats.ts'

const day = new Date('2026-05-01T00:00:00Z')

test('creates each Intl formatter once per locale and options', () => {
  const german = dateFormat('de', { month: 'long', timeZone: 'UTC' })
  expect(dateFormat('de', { month: 'long', timeZone: 'UTC' })).toBe(german)
  expect(german.format(day)).toBe('Mai')
  expect(dateFormat('en', { month: 'long', timeZone: 'UTC' }).format(day)).toBe('May')
  expect(dateFormat('de', { month: '2-digit', timeZone: 'UTC' }).format(day)).toBe('05')
})
