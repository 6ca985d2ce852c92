import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { emailHash } from '#web/site/orders/email-hash.ts'

test('an address is the same in other letters', async () => {
  const hash = createHash('sha256').update('ann@example.com').digest('hex')
  expect(await emailHash('ann@example.com')).toBe(hash)
  expect(await emailHash('  ANN@Example.com ')).toBe(hash)
  expect(await emailHash('anne@example.com')).not.toBe(hash)
})
