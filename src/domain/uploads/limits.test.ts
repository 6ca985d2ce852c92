import { expect, test } from 'vitest'
import { isPassing } from '#domain/uploads/limits.ts'

test.each([0, 408, 425, 429, 500, 502, 503, 504])('%i may come right by itself', (status) => {
  expect(isPassing(status)).toBe(true)
})

test.each([400, 401, 403, 404, 409, 413, 422, 507])('%i stays as it is', (status) => {
  expect(isPassing(status)).toBe(false)
})
