import { expect, test } from 'vitest'
import {
  cleanTotpCode,
  failedAttemptsNotice,
  isSecondFactorEnabled,
  isSecondFactorLocked,
  isTotpCode,
  normalizeRecoveryCode,
  recoveryCodeAlphabet,
  totpCodeLength,
} from '#domain/accounts/second-factor.ts'

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['12-34-56', '123456'],
  ['1234567890', '123456'],
  ['abc', ''],
  ['1a2b', '12'],
  ['١٢٣٤٥٦', ''],
  ['１２３４５６', ''],
  ['', ''],
])('the code field turns the input %j into %j', (typed, kept) => {
  expect(cleanTotpCode(typed)).toBe(kept)
})

test.each([
  ['123456', true],
  ['000000', true],
  ['12345', false],
  ['1234567', false],
  ['12345a', false],
  ['123456\n', false],
  ['١٢٣٤٥٦', false],
  ['', false],
])('%j is a complete code: %s', (code, ready) => {
  expect(isTotpCode(code)).toBe(ready)
})

test('accepts an authenticator code with as many digits as the field allows', () => {
  expect(isTotpCode('1'.repeat(totpCodeLength))).toBe(true)
})

test.each([
  [' ab12cd34 ', 'AB12CD34'],
  ['AB12CD34\r\n', 'AB12CD34'],
  ['   ', ''],
  ['', ''],
])('the recovery code %j is compared as %j', (typed, compared) => {
  expect(normalizeRecoveryCode(typed)).toBe(compared)
})

test('has each capital letter and digit once in the alphabet of recovery codes', () => {
  expect(recoveryCodeAlphabet).toMatch(/^[A-Z0-9]+$/)
  expect(new Set(recoveryCodeAlphabet).size).toBe(36)
})

test.each([
  [0, null, false],
  [1, '4 attempt(s) remaining', false],
  [4, '1 attempt(s) remaining', false],
  [5, 'Too many failed attempts. Please try again later or use a recovery code.', true],
  [6, 'Too many failed attempts. Please try again later or use a recovery code.', true],
])('after %i wrong codes the notice is: %s', (failed, notice, locked) => {
  expect(failedAttemptsNotice(failed)).toBe(notice)
  expect(isSecondFactorLocked(failed)).toBe(locked)
})

test('two-factor authentication is on only with a verified factor', () => {
  expect(isSecondFactorEnabled([])).toBe(false)
  expect(isSecondFactorEnabled([{ status: 'unverified' }])).toBe(false)
  expect(isSecondFactorEnabled([{ status: 'unverified' }, { status: 'verified' }])).toBe(true)
})
