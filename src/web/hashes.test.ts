import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { hashEmail } from '#web/hashes.ts'

afterEach(() => void vi.unstubAllGlobals())

test('the hash of an e-mail address does not depend on case', async () => {
  const hash = createHash('sha256').update('ann@example.com').digest('hex')
  expect(await hashEmail('ann@example.com')).toBe(hash)
  expect(await hashEmail('  ANN@Example.com ')).toBe(hash)
  expect(await hashEmail('anne@example.com')).not.toBe(hash)
})

test('an e-mail address is not hashed outside of a secure context', async () => {
  vi.stubGlobal('crypto', {})
  expect(await hashEmail('ann@example.com')).toBeNull()
})
