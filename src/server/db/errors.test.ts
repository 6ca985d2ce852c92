import { expect, test } from 'vitest'
import { asRefusal } from '#server/db/errors.ts'

test.each([
  ['EMFILE', 'unavailable'],
  ['ENFILE', 'unavailable'],
  ['ECONNRESET', 'unavailable'],
  ['ENOSPC', 'storage-full'],
])('maps %s to the refusal %s instead of an error', (code, reason) => {
  const cause = Object.assign(new Error('not now'), { code })
  expect(asRefusal(cause)).toMatchObject({ name: 'Refusal', reason, cause })
})

test('rethrows any other error', () => {
  const error = Object.assign(new Error('no such thing'), { code: 'ENOENT' })
  expect(asRefusal(error)).toBe(error)
})
