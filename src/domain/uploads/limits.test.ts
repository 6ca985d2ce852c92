import { expect, test } from 'vitest'
import { isTemporaryStatus } from '#domain/uploads/limits.ts'

test.each([0, 408, 425, 429, 500, 502, 503, 504])('retries status %i', (status) => {
  expect(isTemporaryStatus(status)).toBe(true)
})

test.each([400, 401, 403, 404, 409, 413, 422, 507])('does not retry status %i', (status) => {
  expect(isTemporaryStatus(status)).toBe(false)
})
