import { expect, test } from 'vitest'
import { forgottenBefore } from '#domain/contact/retention.ts'

test.each([
  ['2026-05-01T12:00:00Z', '2024-05-01T12:00:00Z'],
  // Two years before a leap day there is none.
  ['2028-02-29T12:00:00Z', '2026-03-01T12:00:00Z'],
])('on %s correspondence goes that ended before %s', (now, then) => {
  expect(forgottenBefore(new Date(now))).toEqual(new Date(then))
})
