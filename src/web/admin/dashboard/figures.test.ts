import { expect, test } from 'vitest'
import { comparisonText } from '#web/admin/dashboard/figures.tsx'

const words = (value: number) => `£${value}`

test('compares a dashboard figure with the preceding period', () => {
  expect(comparisonText(100, 80, words)).toBe('25% more than in the 30 days before (£80)')
  expect(comparisonText(0, 80, words)).toBe('100% less than in the 30 days before (£80)')
  expect(comparisonText(999, 1000, words)).toBe('Less than 1% less than in the 30 days before (£1000)')
  expect(comparisonText(80, 80, words)).toBe('The same as in the 30 days before')
})

test('shows no percentage when the period before is 0', () => {
  expect(comparisonText(5, 0, words)).toBe('None in the 30 days before')
  expect(comparisonText(0, 0, words)).toBe('None in the 30 days before either')
})
