import { expect, test } from 'vitest'
import { recoveryCodesFile } from '#web/admin/settings/two-factor/recovery-step.tsx'

test('the downloaded file has site, date and every recovery code', () => {
  const about = { host: 'marlowquay.example:3000', now: new Date('2026-05-01T12:00:00Z'), locale: 'en-GB' }
  const { name, text } = recoveryCodesFile(['AAAA1111', 'BBBB2222'], about)
  expect(name).toBe('recovery-codes-marlowquay.example-3000.txt')
  expect(text.split('\n')).toEqual([
    'Recovery codes for marlowquay.example:3000',
    '1 May 2026',
    '',
    'AAAA1111',
    'BBBB2222',
    '',
    'Each code works once.',
    '',
  ])
})
