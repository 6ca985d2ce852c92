import { expect, test } from 'vitest'
import {
  attemptsNotice,
  codeDigits,
  codeLength,
  isCode,
  isEnabled,
  isLocked,
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
])('%j typed leaves %j in the field', (typed, kept) => {
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
])('the code %j can be sent: %s', (code, ready) => {
  expect(isCode(code)).toBe(ready)
})

test('the button and the field agree on the length of a code', () => {
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
])('after %i failures: %s', (failed, notice, locked) => {
  expect(attemptsNotice(failed)).toBe(notice)
  expect(isLocked(failed)).toBe(locked)
})

test('only a verified factor counts as enabled', () => {
  expect(isEnabled([])).toBe(false)
  expect(isEnabled([{ status: 'unverified' }])).toBe(false)
  expect(isEnabled([{ status: 'unverified' }, { status: 'verified' }])).toBe(true)
})
