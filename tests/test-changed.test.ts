import { expect, test } from 'vitest'
import { testPlanFor } from '../scripts/test-changed.ts'

test.each([
  'migrations/0013_more.sql',
  'package-lock.json',
  'vitest.config.ts',
  'vitest.full.config.ts',
  'tests/fixtures/accounts.ts',
  'tests/services/postgres.ts',
  'tests/database.ts',
])('test:changed runs everything when %s has changed', (file) => {
  expect(testPlanFor(['README.md', file])).toEqual({ all: file })
})

test('test:changed runs all journeys after a change of src, otherwise only changed ones', () => {
  expect(testPlanFor(['src/web/site/tour/tour-page.tsx'])).toEqual({ all: null, journeys: 'all' })
  expect(testPlanFor(['src/server/tour/tour.test.ts', 'tests/journeys/tour.test.ts', 'tests/layers.test.ts'])).toEqual({
    all: null,
    journeys: 'changed',
  })
})
