import { expect, test } from 'vitest'
import {
  attemptsNotice,
  codeDigits,
  codeLength,
  isCode,
  isEnabled,
  isSecondFactorLocked,
  normalizeRecoveryCode,
  recoveryCodeAlphabet,
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
  expect(codeDigits(typed)).toBe(kept)
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
  expect(isCode(code)).toBe(ready)
})

test('a code of the length that the field allows is complete', () => {
  expect(isCode('1'.repeat(codeLength))).toBe(true)
})

test.each([
  [' ab12cd34 ', 'AB12CD34'],
  ['AB12CD34\r\n', 'AB12CD34'],
  ['   ', ''],
  ['', ''],
])('the recovery code %j is compared as %j', (typed, compared) => {
  expect(normalizeRecoveryCode(typed)).toBe(compared)
})

test('the alphabet of recovery codes has each capital and digit once', () => {
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
  expect(attemptsNotice(failed)).toBe(notice)
  expect(isSecondFactorLocked(failed)).toBe(locked)
})

test('two-factor authentication is on only with a verified factor', () => {
  expect(isEnabled([])).toBe(false)
  expect(isEnabled([{ status: 'unverified' }])).toBe(false)
  expect(isEnabled([{ status: 'unverified' }, { status: 'verified' }])).toBe(true)
})
