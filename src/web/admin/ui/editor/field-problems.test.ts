import { expect, test, vi } from 'vitest'
import { problemsOf } from '#web/admin/ui/editor/field-problems.ts'

const issue = (path: PropertyKey[], message: string) => ({ path, message })
const parsed = (...issues: ReturnType<typeof issue>[]) => ({ success: false, error: { issues } }) as const

test('a form shows the first problem of each field', () => {
  const problems = problemsOf(parsed(issue(['date'], 'Too early.'), issue(['date'], 'Too late.')), ['date', 'city'])
  expect(problems).toEqual({ date: 'Too early.' })
})

test.each([
  ['en-US', 'Please enter a date like 05/31/2026.'],
  ['en-GB', 'Please enter a date like 31/05/2026.'],
  ['de', 'Please enter a date like 31.05.2026.'],
])('a date in an error has the format of the fields of a browser in %s', (language, sentence) => {
  vi.stubGlobal('navigator', { language })
  expect(problemsOf(parsed(issue(['date'], 'Please enter a date like 2026-05-31.')), ['date'])).toEqual({
    date: sentence,
  })
})
