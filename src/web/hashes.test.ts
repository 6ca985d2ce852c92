import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { emailHash } from '#web/hashes.ts'

afterEach(() => void vi.unstubAllGlobals())

test('hashes an address regardless of case', async () => {
  const hash = createHash('sha256').update('ann@example.com').digest('hex')
  expect(await emailHash('ann@example.com')).toBe(hash)
  expect(await emailHash('  ANN@Example.com ')).toBe(hash)
  expect(await emailHash('anne@example.com')).not.toBe(hash)
})

test('hashes nothing without a secure context', async () => {
  vi.stubGlobal('crypto', {})
  expect(await emailHash('ann@example.com')).toBeNull()
})
