import { expect, test } from 'vitest'
import { asRefusal } from '#server/db/errors.ts'

test.each([
  ['EMFILE', 'unavailable'],
  ['ENFILE', 'unavailable'],
  ['ECONNRESET', 'unavailable'],
  ['ENOSPC', 'storage-full'],
])('what cannot be done just now because of %s is refused as %s, and no mistake', (code, reason) => {
  const cause = Object.assign(new Error('not now'), { code })
  expect(asRefusal(cause)).toMatchObject({ name: 'Refusal', reason, cause })
})

test('anything else stays the mistake that it is', () => {
  const error = Object.assign(new Error('no such thing'), { code: 'ENOENT' })
  expect(asRefusal(error)).toBe(error)
})
