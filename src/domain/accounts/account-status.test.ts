import { expect, test } from 'vitest'
import { accountStatus } from '#domain/accounts/account-status.ts'
import { ourAccountTexts } from '#domain/texts/our-words.ts'

test.each([
  ['Email already confirmed', 'verified'],
  ['This account is verified', 'verified'],
  ['ALREADY CONFIRMED', 'verified'],
  ['User not found', 'no-account'],
  ['Confirmation e-mail sent', 'needs-verification'],
  ['Awaiting verification', 'needs-verification'],
  ['Already confirmed, verification not found', 'verified'],
  ['Confirmation not found', 'no-account'],
  ['Email not confirmed', 'unknown'],
  ['', 'unknown'],
])('%j means %s', (message, status) => {
  expect(accountStatus(message)).toBe(status)
})

test('our own words are read as they are meant', () => {
  expect(accountStatus(ourAccountTexts.statusVerified)).toBe('verified')
  expect(accountStatus(ourAccountTexts.statusNotFound)).toBe('no-account')
  expect(accountStatus(ourAccountTexts.statusPending)).toBe('needs-verification')
})
