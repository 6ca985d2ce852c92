import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { emailHash } from '#web/email-hash.ts'

afterEach(() => void vi.unstubAllGlobals())

test('an address is the same in other letters', async () => {
  const hash = createHash('sha256').update('ann@example.com').digest('hex')
  expect(await emailHash('ann@example.com')).toBe(hash)
  expect(await emailHash('  ANN@Example.com ')).toBe(hash)
  expect(await emailHash('anne@example.com')).not.toBe(hash)
})

test('without a secure connection there is no hash, and nothing is sent in its place', async () => {
  vi.stubGlobal('crypto', {})
  expect(await emailHash('ann@example.com')).toBeNull()
})
