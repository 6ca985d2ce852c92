import { expect, test } from 'vitest'
import { toRefusal } from '#server/db/errors.ts'

test.each([
  ['EMFILE', 'unavailable'],
  ['ENFILE', 'unavailable'],
  ['ECONNRESET', 'unavailable'],
  ['ENOSPC', 'storage-full'],
])('maps the database error %s to the refusal %s', (code, reason) => {
  const cause = Object.assign(new Error('not now'), { code })
  expect(toRefusal(cause)).toMatchObject({ name: 'Refusal', reason, cause })
})

test('rethrows any other database error', () => {
  const error = Object.assign(new Error('no such thing'), { code: 'ENOENT' })
  expect(toRefusal(error)).toBe(error)
})
